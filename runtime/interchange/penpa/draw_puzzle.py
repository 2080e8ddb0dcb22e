"""Draw a puzzle as Penpa+ does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.records import dataclass, field, replace
from gridwright.compiler.values import Value

from ..puzzle import Loss, Place, Point, PrintedPuzzle, is_point, neighbors, place_name
from .answer import answer_of, grid_of, tool_of
from .convention import (
    ARROW,
    HOLE,
    NOT_DRAWN,
    QUARTERS,
    AreaLook,
    ClueLook,
    ClueValues,
    Convention,
    LayerLook,
    Mark,
    convention_of,
    default_looks,
    fixed_mark,
    is_key,
)
from .link import MAX_SIDE, DrawnLayer, DrawnSymbol, DrawnText, Path, PenpaDrawing, Spot
from .places import address_of, boxes, cells_between, links_of, outside_spot, side_between

GIVEN, CROSS = 2, 98  # styles of lines and edges
BLACK_TEXT, ON_WHITE, CIRCLED, WHITE = 1, 5, 6, 7  # styles of numbers
NORMAL, SMALL = "1", "5"  # how numbers are set
SHADED, NOT_SHADED = 4, 2  # colours of cells
PALETTE = (3, 8, 5, 7, 9, 10, 11, 12)  # for areas that are coloured
STEPS = {"up_left": (-2, -2), "up_right": (-2, 2), "down_left": (2, -2), "down_right": (2, 2)}


@dataclass
class _Canvas:
    """What has been drawn so far."""

    surface: dict[Spot, int] = field(default_factory=dict)
    number: dict[Spot, tuple[str, str]] = field(default_factory=dict)
    small: dict[Spot, str] = field(default_factory=dict)
    symbol: dict[Spot, tuple[str, int]] = field(default_factory=dict)
    line: dict[Path, int] = field(default_factory=dict)
    edge: dict[Path, int] = field(default_factory=dict)
    paths: dict[str, list[Path]] = field(default_factory=dict)

    def put(self, spot: Spot, marks: Iterable[Mark]) -> bool:
        """Draw marks at a point, all of them or none if something else is in the way."""
        marks = [mark for mark in marks if mark != HOLE]
        if any(
            self._place(spot, mark) in self._of(mark) and self._of(mark)[self._place(spot, mark)] != self._what(mark)
            for mark in marks
        ):
            return False
        for mark in marks:
            self._of(mark)[self._place(spot, mark)] = self._what(mark)
        return True

    def _of(self, mark: Mark) -> dict[Spot, Any]:
        fields: dict[str, dict[Spot, Any]] = {
            "surface": self.surface,
            "number": self.number,
            "small": self.small,
            "symbol": self.symbol,
        }
        return fields[str(mark[0])]

    @staticmethod
    def _place(spot: Spot, mark: Mark) -> Spot:
        return (*spot, int(mark[1])) if mark[0] == "small" else spot

    @staticmethod
    def _what(mark: Mark) -> object:
        return {"surface": mark[1], "number": mark[1:], "small": mark[-1], "symbol": mark[1:]}[str(mark[0])]

    def layer(self) -> DrawnLayer:
        """Return it as the problem of a link, with white texts on black."""
        black = {spot for spot, colour in self.surface.items() if colour == SHADED}
        black |= {
            spot for spot, (name, style) in self.symbol.items() if (name.startswith("circle") and style == 2) or name == "kakuro"
        }
        return DrawnLayer(
            surface={spot: (colour,) for spot, colour in self.surface.items()},
            number={spot: _set(spot, text, mode, is_on_black=spot in black) for spot, (text, mode) in self.number.items()},
            small={spot: DrawnText(text, 4 if spot[:2] in black else 1) for spot, text in self.small.items()},
            symbol={spot: DrawnSymbol(name, style, 1) for spot, (name, style) in self.symbol.items()},
            line=self.line,
            edge=self.edge,
            killercages=tuple(self.paths.get("killercages", ())),
            thermo=tuple(self.paths.get("thermo", ())),
            nobulbthermo=tuple(self.paths.get("nobulbthermo", ())),
            arrows=tuple(self.paths.get("arrows", ())),
        )


def _set(spot: Spot, text: str, mode: str, *, is_on_black: bool) -> DrawnText:
    """Return a text as it is set: white on black, small between cells, and at corners in a circle too."""
    down, right = spot[:2]
    if mode == NORMAL and not (down % 2 and right % 2):
        return DrawnText(text, WHITE if is_on_black else ON_WHITE if down % 2 or right % 2 else CIRCLED, SMALL)
    return DrawnText(text, WHITE if is_on_black else BLACK_TEXT, mode)


def drawing_of(puzzle: PrintedPuzzle) -> tuple[PenpaDrawing, tuple[Loss, ...]]:
    """Return the drawing of a puzzle, and what cannot be drawn.

    >>> drawing, losses = drawing_of(PrintedPuzzle(height=1, width=2, clues={"number": {(1, 3): 2}}))
    >>> drawing.question.number, losses
    ({(1, 3): DrawnText(text='2', style=1, mode='1')}, ())
    """
    convention = convention_for(puzzle)
    artist = _Artist(puzzle, convention)
    artist.draw()
    answer = answer_of(puzzle, convention)
    drawing = PenpaDrawing(
        height=puzzle.height,
        width=puzzle.width,
        margins=artist.margins(),
        holes=frozenset() if convention.hole else puzzle.holes,
        question=artist.canvas.layer(),
        title=puzzle.title,
        author=puzzle.author,
        url=address_of(puzzle),
        rules="\n".join(puzzle.rules),
        tool=tool_of(convention),
        lines=grid_of(convention),
    )
    losses = tuple(artist.losses)
    if puzzle.solution and answer.problem:
        losses += (Loss(f"the solution: {answer.problem}"),)
    elif puzzle.solution:
        drawing = replace(drawing, checks=answer.checks, expected=answer.number_lists(drawing.points))
    return drawing, losses


def convention_for(puzzle: PrintedPuzzle) -> Convention:
    """Return how a puzzle is drawn: as its libraries say, and what is its own by its values."""
    convention = convention_of(puzzle.uses)
    kinds = {kind.name for kind in convention.kinds}
    groups = {group.name for group in convention.groups}
    layers = {layer.name for layer in convention.layers}
    own_kinds = tuple(_own_kind(puzzle, name) for name in puzzle.areas if name not in kinds)
    all_kinds = {kind.name: kind for kind in (*convention.kinds, *own_kinds)}
    own_groups = tuple(_own_group(puzzle, name, all_kinds) for name in puzzle.clues if name not in groups)
    names = dict.fromkeys(name for name in (*puzzle.givens, *puzzle.solution) if name not in convention.hidden)
    own_layers = tuple(_own_layer(puzzle, name) for name in names if name not in layers)
    return replace(
        convention,
        groups=convention.groups + own_groups,
        kinds=convention.kinds + own_kinds,
        layers=convention.layers + own_layers,
    )


def _own_kind(puzzle: PrintedPuzzle, name: str) -> AreaLook:
    cells = [cell for area in puzzle.areas[name].values() for cell in area]
    is_all = len(set(cells)) == len(cells) == len(puzzle.cells) - len(puzzle.holes)
    return AreaLook(name, "all" if is_all else "any", False, False, 1, ("border",) if is_all else ("cage",))


def _own_group(puzzle: PrintedPuzzle, name: str, kinds: Mapping[str, AreaLook]) -> ClueLook:
    clues = puzzle.clues[name]
    distinct_values = dict.fromkeys(clues.values())
    areas = [kind for kind, areas in puzzle.areas.items() if any(isinstance(place, str) and place in areas for place in clues)]
    words = [str(place[0]) for place in clues if place[0] in SIDES] + areas
    words += ["links"] * any(not isinstance(place[0], str) and _is_between(place) for place in clues)
    values = (
        ClueValues(listed=tuple(distinct_values))
        if not any(isinstance(value, (int, tuple)) for value in distinct_values)
        else ClueValues()
    )
    looks = default_looks(values, {}, words, kinds)
    if any(isinstance(value, tuple) for value in distinct_values):
        looks = [("*", ("number",))]
    return ClueLook(name, tuple(dict.fromkeys(words)) or ("cells",), values, {}, True, tuple(looks), is_own=True)


def _is_between(place: Place) -> bool:
    return isinstance(place[0], int) and isinstance(place[1], int) and not (place[0] % 2 and place[1] % 2)


def _own_layer(puzzle: PrintedPuzzle, name: str) -> LayerLook:
    values = {**puzzle.solution.get(name, {}), **puzzle.givens.get(name, {})}
    is_bool = all(isinstance(value, bool) for value in values.values() if value is not None)
    kinds = {_own_over(place) for place in values}
    over = kinds.pop() if len(kinds) == 1 or kinds == {"links", "borders"} else "other"
    over = "borders" if "borders" in kinds else over
    look = "none"
    if over == "cells":
        look = "surface" if is_bool else "number"
    elif over == "pairs" or (over in ("links", "borders") and is_bool):
        look = "edge" if over == "borders" or re.search("wall|border|fence|side", name) else "line"
    return LayerLook(name, over, ClueValues(is_bool=is_bool), True, (look,))


def _own_over(place: Place) -> str:
    if not is_point(place):
        return "pairs" if isinstance(place[0], tuple) else "other"
    down, right = place
    if down % 2 and right % 2:
        return "cells"
    return "links" if down % 2 or right % 2 else "other"


class _Artist:
    """Draws a puzzle."""

    def __init__(self, puzzle: PrintedPuzzle, convention: Convention) -> None:
        self.puzzle = puzzle
        self.convention = convention
        self.canvas = _Canvas()
        self.losses: list[Loss] = []

    def draw(self) -> None:
        if self.convention.hole:
            for hole in self.puzzle.holes:
                self.canvas.put(hole, _fixed_marks(self.convention.hole[0]))
        for kind in self.convention.kinds:
            self._areas(kind)
        for group in sorted(self.convention.groups, key=lambda look: -look.fixed):
            for place, value in self.puzzle.clues.get(group.name, {}).items():
                if not self._clue(group, place, value):
                    self._lose(f"the clue {_text_of(value)} of `{group.name}` at {place_name(place)}", group.name, place)
        for layer in self.convention.layers:
            for place, value in self.puzzle.givens.get(layer.name, {}).items():
                if not self._draw_given_value(layer, place, value):
                    self._lose(f"the given {_text_of(value)} of `{layer.name}` at {place_name(place)}", layer.name, place)

    def margins(self) -> tuple[int, int, int, int]:
        """Return the margins that everything fits into, and where there is one, a number of each group of clues outside."""
        groups = max(sum(side in group.places and not group.is_list for group in self.convention.groups) for side in SIDES)
        spots = [spot for spots in (self.canvas.number, self.canvas.symbol, self.canvas.surface) for spot in spots]
        down, right = [spot[0] for spot in spots] or [1], [spot[1] for spot in spots] or [1]
        below, beyond = max(down) - 2 * self.puzzle.height, max(right) - 2 * self.puzzle.width
        top, bottom, left, right_side = (
            max(extent, groups) if extent > 0 else 0
            for extent in ((1 - min(down)) // 2, (below + 1) // 2, (1 - min(right)) // 2, (beyond + 1) // 2)
        )
        return top, bottom, left, right_side

    def _lose(self, words: str, name: str, place: Place) -> None:
        self.losses.append(Loss(words, self.puzzle.span(name, place)))

    # areas

    def _areas(self, kind: AreaLook) -> None:
        if kind.look == NOT_DRAWN:
            return
        areas = self.puzzle.areas.get(kind.name, {})
        look, *more = kind.look
        word, _, style = look.partition(" ")
        if not areas and "boxes" in more:
            self._borders(boxes(self.puzzle.height, self.puzzle.width, self.puzzle.uses.get(self.puzzle.genre, {})), GIVEN)
        elif word == "border":
            self._borders(list(areas.values()), int(style or GIVEN))
            for rest in (look for look in more if look.startswith("rest ")):
                self._rest(areas, int(rest.rpartition(" ")[2]))
        elif word == "surface":
            self._colours(kind, areas)
        elif word in ("cage", "thermo", "arrow", "line", "between"):
            names = {"cage": "killercages", "thermo": "thermo", "arrow": "arrows"}
            self.canvas.paths.setdefault(names.get(word, "nobulbthermo"), []).extend(sorted(map(tuple, areas.values())))
            for area in areas.values() if word == "between" else ():
                for end in (area[0], area[-1]):
                    self.canvas.put(end, [("symbol", "circle_L", 1)])
        else:
            for label, area in areas.items():
                for cell in area:
                    if not self.canvas.put(cell, [("symbol", word, int(style or 1))]):
                        self._lose(f"the area {label} of `{kind.name}` at {place_name(cell)}", kind.name, label)

    def _borders(self, areas: Sequence[tuple[Point, ...]], style: int) -> None:
        owner = {cell: at for at, area in enumerate(areas) for cell in area}
        for spot, first, second in links_of(self.puzzle):
            if areas and owner.get(first) != owner.get(second):
                self.canvas.edge.setdefault(side_between(spot), style)

    def _rest(self, areas: Mapping[str, tuple[Point, ...]], colour: int) -> None:
        inside = {cell for area in areas.values() for cell in area} | self.puzzle.holes
        for cell in self.puzzle.cells:
            if cell not in inside:
                self.canvas.put(cell, [("surface", colour)])

    def _colours(self, kind: AreaLook, areas: Mapping[str, tuple[Point, ...]]) -> None:
        """Colour areas, those that touch in different colours."""
        for label, area in areas.items():
            beside = {self.canvas.surface.get(other) for cell in area for other in neighbors(cell) if other not in area}
            colour = next((shade for shade in PALETTE if shade not in beside), None)
            if colour is None or any(cell in self.canvas.surface for cell in area):
                self._lose(f"the area {label} of `{kind.name}`", kind.name, label)
                continue
            self.canvas.surface |= dict.fromkeys(area, colour)

    # clues

    def _clue(self, group: ClueLook, place: Place, value: Value) -> bool:
        if isinstance(place, str):
            return self._clue_of_area(group, place, value)
        if place[0] in SIDES:
            return self._clue_outside(group, str(place[0]), int(place[1]), value)
        if isinstance(place[0], tuple):
            return False
        if group.is_diagonal:
            return isinstance(value, tuple) and all(self._diagonal(place, diagonal) for diagonal in value)
        if any(words == ("compass",) for _, words in group.looks):
            return isinstance(value, tuple) and self.canvas.put(place, group.compass(value))  # type: ignore[arg-type]
        if any(words == ("edge",) for _, words in group.looks):
            if value is True:
                self.canvas.edge.setdefault(side_between(place), GIVEN)  # type: ignore[arg-type]
            return value is True
        if group.is_own:
            return any(self.canvas.put(place, [mark]) for mark in _own_marks(group, value))  # type: ignore[arg-type]
        marks = group.marks(value)
        return marks is not None and self.canvas.put(place, marks)  # type: ignore[arg-type]

    def _clue_of_area(self, group: ClueLook, label: str, value: Value) -> bool:
        kinds = [name for name in group.places if label in self.puzzle.areas.get(name, {})]
        marks = group.marks(value)
        if group.is_own and kinds:
            return any(self.canvas.put(min(self.puzzle.areas[kinds[0]][label]), [mark]) for mark in _own_marks(group, value))
        if not kinds or not marks:
            return False
        cells = sorted(self.puzzle.areas[kinds[0]][label])
        return any(self.canvas.put(cell, marks) for cell in (cells[:1] if marks[0][0] == "small" else cells))

    def _clue_outside(self, group: ClueLook, side: str, index: int, value: Value) -> bool:
        groups = self.convention.outside(side)
        depth = groups.index(group.name) if group.name in groups else 0
        values = value if isinstance(value, tuple) else (value,)
        if any(isinstance(member, tuple) for member in values) or len(values) > MAX_SIDE:
            return False
        spots = [outside_spot(self.puzzle, side, index, depth + at) for at in range(len(values))]
        if any(spot in self.canvas.number for spot in spots):
            return False
        return all(
            self.canvas.put(spot, [("number", str(member), "1")]) for spot, member in zip(spots, reversed(values), strict=True)
        )

    def _diagonal(self, place: Place, value: Value) -> bool:
        if not isinstance(value, tuple) or len(value) != 2 or value[1] not in STEPS:
            return False
        down, right = STEPS[value[1]]
        spot = (int(place[0]) - down, int(place[1]) - right)  # type: ignore[arg-type]
        inside = 0 < spot[0] < 2 * self.puzzle.height and 0 < spot[1] < 2 * self.puzzle.width
        return (
            not inside
            and spot not in self.canvas.number
            and self.canvas.put(spot, [("number", f"{value[0]}_{ARROW[value[1]]}", "2")])
        )

    # givens

    def _draw_given_value(self, layer: LayerLook, place: Place, value: Value) -> bool:
        if isinstance(place, str) or not isinstance(place[0], int) or not isinstance(place[1], int):
            return False
        spot: Spot = (place[0], place[1])
        for key, words in layer.looks:
            if is_key(key, value):
                return self.canvas.put(spot, _fixed_marks(words))
        word = next(iter(layer.look), "none")
        if word == "surface" and isinstance(value, bool):
            return self.canvas.put(spot, [("surface", SHADED if value else NOT_SHADED)])
        if word == "number":
            return not isinstance(value, (bool, tuple)) and self.canvas.put(spot, [("number", str(value), "1")])
        if word == "line" and isinstance(value, bool):
            self.canvas.line[cells_between(spot) if value else (spot,)] = GIVEN if value else CROSS
            return True
        if word == "edge" and isinstance(value, bool):
            self.canvas.edge[side_between(spot) if value else (spot,)] = GIVEN if value else CROSS
            return True
        return False


def _own_marks(group: ClueLook, value: Value) -> Iterator[Mark]:
    """Yield ways to draw a clue that no library knows: as it looks, in the middle, in a corner."""
    marks = group.marks(value)
    if marks and len(marks) == 1:
        yield marks[0]
    text, mode = group.text(value)
    if text:
        yield ("number", text, mode)
        yield from (("small", at, text) for at in QUARTERS.values())


def _fixed_marks(words: Iterable[str]) -> list[Mark]:
    return [fixed_mark(word) for word in words]


def _text_of(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
