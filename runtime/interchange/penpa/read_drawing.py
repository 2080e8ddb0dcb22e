"""Read a drawing of Penpa+ as a puzzle of a genre: what stands for what is in `convention`, the same as for drawing.

Whatever is drawn is used up by one thing that it stands for. What is left over is an error, or if it can only be decoration, a
warning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ..format import wrong
from ..puzzle import Place, Point, PrintedPuzzle, place_name
from .answer import entries_of, entries_of_layer, flood, solution_of
from .convention import (
    ARROW,
    BLACK,
    HOLE,
    NOT_DRAWN,
    UNKNOWN,
    AreaLook,
    ClueLook,
    Convention,
    LayerLook,
    Mark,
    convention_of,
    fits,
)
from .draw_puzzle import CROSS, NOT_SHADED, STEPS
from .link import Path, PenpaDrawing, Spot
from .places import borders_of, boxes, links_of, midpoint, outside_spot

THICK = (2, 21)  # styles of edges between areas
SHADES = (1, 4, 8)  # colours of a cell that is given as shaded
LISTED = 10  # how many things a message names


def puzzle_of(drawing: PenpaDrawing, uses: Mapping[str, Mapping[str, Value]], span: Span) -> PrintedPuzzle:
    """Return a drawing as a puzzle of some libraries. Raise `SpecError` for marks that have no meaning in them."""
    return _DrawingReader(drawing, uses, span).puzzle()


def contents(drawing: PenpaDrawing) -> str:
    """Return a drawing in words: how many numbers, symbols of which kind, lines.

    >>> from .link import DrawnLayer, DrawnText
    >>> contents(PenpaDrawing(height=2, width=3, question=DrawnLayer(number={(1, 1): DrawnText("3")}, surface={(1, 3): (4,)})))
    '1 number, 1 cell in colour 4'
    """
    layer = drawing.question
    counts: dict[str, int] = {"number": len(layer.number), "small text": len(layer.small)}
    for symbol in layer.symbol.values():
        counts[f"symbol `{symbol.name}`"] = counts.get(f"symbol `{symbol.name}`", 0) + 1
    for colours in layer.surface.values():
        counts[f"cell in colour {colours[0]}"] = counts.get(f"cell in colour {colours[0]}", 0) + 1
    for name in ("line", "edge", "wall", "cage"):
        counts[name] = len(getattr(layer, name))
    for name, word in (
        ("thermo", "thermometer"),
        ("nobulbthermo", "thick line"),
        ("arrows", "arrow"),
        ("killercages", "killer cage"),
    ):
        counts[word] = len(getattr(layer, name))
    return ", ".join(f"{count} {_plural(word, count)}" for word, count in counts.items() if count) or "nothing"


def _plural(word: str, count: int) -> str:
    first, blank, rest = word.partition(" ")
    if count == 1:
        return word
    return f"{first}s{blank}{rest}" if first in ("cell", "symbol") else f"{word}s"


class _DrawingReader:
    """Reads one drawing."""

    def __init__(self, drawing: PenpaDrawing, uses: Mapping[str, Mapping[str, Value]], span: Span) -> None:
        self.drawing = drawing
        self.uses = uses
        self.span = span
        self.convention: Convention = convention_of(uses)
        self.warnings: list[str] = [drawing.problem] if drawing.problem else []
        layer = drawing.question
        self.marks: dict[Spot, list[Mark]] = {}
        for spot, text in layer.number.items():
            if text.text:
                self._mark(spot, ("number", text.text, text.mode))
        for spot, text in layer.small.items():
            if text.text:
                self._mark(spot[:2], ("small", spot[-1], text.text))
        for spot, symbol in layer.symbol.items():
            self._mark(spot, ("symbol", symbol.name, symbol.style if isinstance(symbol.style, int) else str(symbol.style)))
        for spot, colours in layer.surface.items():
            for colour in colours:
                if colour:
                    self._mark(spot, ("surface", colour))
        self.edges, self.edge_crosses = self._lines(layer.edge, "edge")
        self.lines, self.line_crosses = self._lines(layer.line, "line")
        self.paths = {name: list(getattr(layer, name)) for name in ("killercages", "thermo", "nobulbthermo", "arrows")}

    def _mark(self, spot: Spot, mark: Mark) -> None:
        self.marks.setdefault(spot, []).append(mark)

    def _lines(self, styles: Mapping[Path, int], what: str) -> tuple[dict[Spot, int], set[Spot]]:
        """Return the styles of lines or edges by their midpoints, and the crosses. Raise for lines that are no single step."""
        steps: dict[Spot, int] = {}
        crosses: set[Spot] = set()
        for path, style in styles.items():
            if style == CROSS and len(path) == 1:
                crosses.add(path[0])
                continue
            middle = midpoint(path)
            if middle is None or not _is_plain_step(path, what):
                ends = " to ".join(map(_name, path))
                raise wrong(
                    f"the {what} from {ends} stands for nothing: it does not lead one step along a row or column", self.span
                )
            steps[middle] = style
        return steps, crosses

    def puzzle(self) -> PrintedPuzzle:
        drawing = self.drawing
        holes = drawing.holes | self._drawn_holes(drawing.holes)
        puzzle = PrintedPuzzle(
            height=drawing.height,
            width=drawing.width,
            uses=self.uses,
            holes=frozenset((hole[0], hole[1]) for hole in holes),
            title=drawing.title,
            author=drawing.author,
            url=drawing.url,
            rules=tuple(line for line in drawing.rules.split("\n") if line.strip()),
        )
        puzzle = replace(puzzle, areas=self._areas(puzzle))
        puzzle = replace(puzzle, clues=self._clues(puzzle))
        puzzle = replace(puzzle, givens=self._givens(puzzle))
        self._refuse_rest(puzzle)
        return replace(puzzle, solution=self._solution(puzzle), warnings=tuple(self.warnings))

    def _drawn_holes(self, left_out: frozenset[Spot]) -> set[Spot]:
        """Return the cells that look like holes; those marks are used up."""
        holes: set[Spot] = set()
        for row in range(self.drawing.height):
            for column in range(self.drawing.width):
                cell = (2 * row + 1, 2 * column + 1)
                marks = self.marks.get(cell, [])
                looks = [
                    words for words in self.convention.hole if all(any(fits(word, mark) for mark in marks) for word in words)
                ]
                if looks:
                    holes.add(cell)
                    self.marks[cell] = [mark for mark in marks if not any(fits(word, mark) for word in looks[0])]
                elif cell in left_out and BLACK in marks:
                    marks.remove(BLACK)
        return holes

    # areas

    def _areas(self, puzzle: PrintedPuzzle) -> dict[str, dict[str, tuple[Point, ...]]]:
        areas_of_kind: dict[str, dict[str, tuple[Point, ...]]] = {}
        for kind in self.convention.kinds:
            areas = list(self._areas_of(kind, puzzle))
            if areas:
                areas_of_kind[kind.name] = {f"{kind.name} {number}": area for number, area in enumerate(areas, 1)}
        self._use_edges(puzzle, areas_of_kind)
        return areas_of_kind

    def _areas_of(self, kind: AreaLook, puzzle: PrintedPuzzle) -> Iterator[tuple[Point, ...]]:
        if kind.look == NOT_DRAWN:
            return
        look, *more = kind.look
        word, _, style = look.partition(" ")
        if word == "border":
            yield from self._bordered_areas(kind, puzzle, int(style or 0), more)
        elif word == "surface":
            yield from self._coloured_areas(puzzle)
        elif word in ("cage", "thermo", "arrow", "line", "between"):
            name = {"cage": "killercages", "thermo": "thermo", "arrow": "arrows"}.get(word, "nobulbthermo")
            self._check_only(kind, name)
            inside = set(puzzle.cells) - puzzle.holes
            for path in self.paths[name]:
                self._check_inside(path, inside, kind.name)
                yield path
                for end in (path[0], path[-1]) if word == "between" else ():
                    circle = next((mark for mark in self.marks.get(end, []) if fits("circle_L 1", mark)), None)
                    if circle:
                        self.marks[end].remove(circle)
            self.paths[name] = []
            if name == "nobulbthermo":
                yield from self._drawn_lines(puzzle)
        else:
            cells = [cell for cell in puzzle.cells if any(fits(look, mark) for mark in self.marks.get(cell, []))]
            for cell in cells:
                self.marks[cell] = [mark for mark in self.marks[cell] if not fits(look, mark)]
            if cells:
                yield tuple(cells)

    def _bordered_areas(
        self, kind: AreaLook, puzzle: PrintedPuzzle, style: int, more: Sequence[str]
    ) -> Iterator[tuple[Point, ...]]:
        walls = {spot for spot, edge_style in self.edges.items() if edge_style in (*THICK, style)}
        inside = {spot for spot, _, _ in links_of(puzzle)}
        if kind.cover == "all" and not kind.is_optional:
            if style and style not in {self.edges.get(spot) for spot in inside}:
                message = f"no border of `{kind.name}` is drawn: an edge of style {style} between two cells"
                raise wrong(message, self.span, "draw the borders, or write the areas into the spec")
            if not walls & inside:
                self.warnings.append(f"no border of `{kind.name}` is drawn, so that the whole board is one area")
        areas = flood(puzzle, walls)
        rest = [look.partition(" ")[2] for look in more if look.startswith("rest")]
        for look in rest:
            gone = {cell for cell in puzzle.cells if any(fits(look, mark) for mark in self.marks.get(cell, []))}
            for cell in gone:
                self.marks[cell] = [mark for mark in self.marks[cell] if not fits(look, mark)]
            areas = [area for area in areas if not gone & set(area)]
        if kind.cover != "all":
            areas = [area for area in areas if len(area) >= kind.least]
        if kind.is_optional:
            plain = boxes(puzzle.height, puzzle.width, next(iter(self.uses.values()), {})) if "boxes" in more else []
            if len(areas) < 2 or sorted(areas) == sorted(plain):
                return
        yield from areas

    def _use_edges(self, puzzle: PrintedPuzzle, areas: Mapping[str, Mapping[str, tuple[Point, ...]]]) -> None:
        """Take away the edges that areas have drawn, and those that are not between cells if no layer is over borders."""
        bordered = [kind for kind in self.convention.kinds if kind.look[0].startswith("border")]
        used: set[Spot] = set()
        for kind in bordered:
            areas_with_edges = [*areas.get(kind.name, {}).values()]
            if not areas_with_edges and "boxes" in kind.look:
                areas_with_edges = boxes(puzzle.height, puzzle.width, next(iter(self.uses.values()), {}))
            owner = {cell: at for at, area in enumerate(areas_with_edges) for cell in area}
            used |= {spot for spot, here, there in links_of(puzzle) if owner.get(here) != owner.get(there)}
        if not any(layer.over == "borders" for layer in self.convention.layers):
            used |= self.edges.keys() - {spot for spot, _, _ in links_of(puzzle)}
        self.edges = {spot: style for spot, style in self.edges.items() if spot not in used}

    def _coloured_areas(self, puzzle: PrintedPuzzle) -> Iterator[tuple[Point, ...]]:
        """Yield the areas of one colour."""
        colours: dict[Point, Mark] = {}
        for cell in puzzle.cells:
            mark = next((mark for mark in self.marks.get(cell, []) if mark[0] == "surface" and mark != BLACK), None)
            if mark:
                colours[cell] = mark
                self.marks[cell].remove(mark)
        walls = {spot for spot, here, there in links_of(puzzle) if colours.get(here) != colours.get(there)}
        yield from (area for area in flood(puzzle, walls) if area[0] in colours)

    def _drawn_lines(self, puzzle: PrintedPuzzle) -> Iterator[tuple[Point, ...]]:
        """Yield the ways that lines from cell to cell draw, each from the end that comes first."""
        beside: dict[Spot, list[Spot]] = {}
        inside = {spot: pair for spot, *pair in links_of(puzzle)}
        for spot, style in self.lines.items():
            if spot in inside and style != CROSS:
                here, there = inside[spot]
                beside.setdefault(here, []).append(there)
                beside.setdefault(there, []).append(here)
        met: set[Spot] = set()
        for end in sorted(beside):
            if end in met or len(beside[end]) != 1:
                continue
            path, passed = [end], {end}
            while new := [cell for cell in beside[path[-1]] if cell not in path[-2:]]:
                if len(new) > 1 or new[0] in passed:
                    raise wrong(f"the lines branch at {_name(path[-1])}; it is not clear which ones belong together", self.span)
                path.append(new[0])
                passed.add(new[0])
            met |= passed
            yield tuple(path)  # type: ignore[arg-type]
        if set(beside) - met:
            raise wrong(f"the line through {_name(min(set(beside) - met))} has no end", self.span)
        self.lines = {spot: style for spot, style in self.lines.items() if spot not in inside or style == CROSS}

    def _check_only(self, kind: AreaLook, name: str) -> None:
        """Raise if other areas are drawn in the same way, so that it is not clear which ones are meant."""
        alike = ("line", "between") if name == "nobulbthermo" else kind.look[:1]
        others = [other.name for other in self.convention.kinds if other is not kind and other.look[0] in alike]
        if others and (self.paths[name] or (name == "nobulbthermo" and self.lines)):
            message = f"it is not clear whether what is drawn is `{kind.name}` or `{others[0]}`, which look alike"
            raise wrong(message, self.span, "import it with one of these libraries, and add the other areas to the spec")

    def _check_inside(self, path: Path, cells: set[Point], name: str) -> None:
        outside = next((spot for spot in path if spot not in cells), None)
        if outside is not None:
            raise wrong(f"`{name}` has {_name(outside)}, which is no cell of the board", self.span)

    # clues

    def _clues(self, puzzle: PrintedPuzzle) -> dict[str, dict[Place, Value]]:
        clues_of_group: dict[str, dict[Place, Value]] = {}
        for group in sorted(self.convention.groups, key=lambda look: (-look.fixed, bool(set(look.places) & set(puzzle.areas)))):
            values = dict(self._clues_of(group, puzzle))
            if values:
                clues_of_group[group.name] = values
        return {group.name: clues_of_group[group.name] for group in self.convention.groups if group.name in clues_of_group}

    def _clues_of(self, group: ClueLook, puzzle: PrintedPuzzle) -> Iterator[tuple[Place, Value]]:
        if group.is_outside:
            yield from self._outside(group, puzzle)
        if group.is_diagonal:
            yield from self._diagonal(group, puzzle)
            return
        if any(words == ("edge",) for _, words in group.looks):
            links = {spot for spot, _, _ in links_of(puzzle)}
            for spot in sorted(set(self.edges) & links):
                del self.edges[spot]
                yield (spot[0], spot[1]), True
            return
        for spot in sorted(self.marks):
            if _stands_at(group, spot, puzzle):
                value = self._take(group, spot, puzzle)
                if value is not None:
                    yield (spot[0], spot[1]), value
        for kind in group.places:
            for label, area in puzzle.areas.get(kind, {}).items():
                yield from self._of_area(group, label, area, puzzle)

    def _of_area(
        self, group: ClueLook, label: str, area: Sequence[Point], puzzle: PrintedPuzzle
    ) -> Iterator[tuple[Place, Value]]:
        before = None
        for cell in sorted(area):
            value = self._take(group, cell, puzzle)
            if value is None:
                continue
            if before is not None:
                message = f"the area of {place_name(cell)} has two clues of `{group.name}`: at {place_name(before)} and there"
                raise wrong(message, self.span)
            before = cell
            yield label, value

    def _take(self, group: ClueLook, spot: Spot, puzzle: PrintedPuzzle) -> Value:
        """Return the value that the marks at a point stand for, and use them up; None if they stand for none of the group."""
        marks = self.marks.get(spot, [])
        if not marks:
            return None
        looks = [*marks, HOLE] if spot in puzzle.holes else marks
        readings = group.read(looks)
        if not readings:
            return None
        if len(readings) > 1:
            shown = " or ".join(str(value) for value, _ in readings)
            raise wrong(f"what is drawn at {_name(spot)} can be {shown}: draw one of them", self.span)
        value, used = readings[0]
        for other in self.convention.groups:
            if other is group or not _stands_at(other, spot, puzzle) or not _stands_at(group, spot, puzzle):
                continue
            if any(set(reading) & set(used) and len(reading) == len(used) for _, reading in other.read(looks)):
                message = f"what is drawn at {_name(spot)} can be of `{group.name}` or of `{other.name}`, which look alike"
                raise wrong(message, self.span, "import it with one of these libraries, and add the other clues to the spec")
        self.marks[spot] = [mark for mark in marks if mark not in used]
        return value

    def _outside(self, group: ClueLook, puzzle: PrintedPuzzle) -> Iterator[tuple[Place, Value]]:
        others = [other for other in self.convention.groups if other.is_outside and other is not group]
        margins = dict(zip(("top", "bottom", "left", "right"), self.drawing.margins, strict=True))
        for side in (side for side in SIDES if side in group.places):
            start = self.convention.outside(side).index(group.name)
            for index in range(puzzle.height if side in ("left", "right") else puzzle.width):
                depths = range(margins[side]) if group.is_list else range(start, start + max(1, len(group.parts)))
                spots = [outside_spot(puzzle, side, index, depth) for depth in depths]
                values = self._values_in_margin(group, spots)
                is_alike = any(side in other.places and not other.is_list for other in others) and not group.is_list
                if values and is_alike and margins[side] <= len(others):
                    names = " or of ".join(f"`{other.name}`" for other in (group, *others))
                    help = f"draw {len(others) + 1} numbers, one for each, the first beside the board"
                    raise wrong(f"a single number in the margin, at {_name(spots[0])}, can be of {names}", self.span, help)
                if values:
                    yield (side, index), tuple(reversed(values)) if group.is_list or group.parts else values[0]

    def _values_in_margin(self, group: ClueLook, spots: Sequence[Spot]) -> list[Value]:
        """Return the values of one clue, the nearest to the board first, and use up their texts."""
        parts = [] if group.is_list else [*group.parts.values()][::-1]  # the last part is nearest to the board
        values: list[Value] = []
        for spot, reader in zip(spots, parts or [group.values] * len(spots), strict=True):
            text = self._number(spot)
            if not text or (text == UNKNOWN and group.ignores_unknown):
                continue
            value = reader.read(text)
            if value is None:
                raise wrong(f"`{text[:20]}` in the margin, at {_name(spot)}, is no clue of `{group.name}`", self.span)
            values.append(value)
            self.marks[spot] = [mark for mark in self.marks[spot] if mark[0] != "number"]
        if 0 < len(values) < len(parts):
            help = f"draw {' and '.join(group.parts)}, the last one beside the board"
            raise wrong(f"the clue of `{group.name}` in the margin, at {_name(spots[0])}, is not whole", self.span, help)
        return values

    def _number(self, spot: Spot) -> str:
        return next((str(mark[1]) for mark in self.marks.get(spot, []) if mark[0] == "number"), "")

    def _diagonal(self, group: ClueLook, puzzle: PrintedPuzzle) -> Iterator[tuple[Place, Value]]:
        names = {code: name for name, code in ARROW.items()}
        values_of_cell: dict[Place, list[Value]] = {}
        for spot in sorted(self.marks):
            if _word(spot, puzzle) != "margin":
                continue
            text, _, way = self._number(spot).rpartition("_")
            direction = names.get(int(way), "") if way.isascii() and way.isdigit() and len(way) == 1 else ""
            number = next(iter(group.parts.values())).read(text)
            if direction not in STEPS or number is None:
                continue
            down, right = STEPS[direction]
            cell = (spot[0] + down, spot[1] + right)
            if _word(cell, puzzle) != "cells":
                raise wrong(f"the arrow at {_name(spot)} does not lead onto the board", self.span)
            self.marks[spot] = [mark for mark in self.marks[spot] if mark[0] != "number"]
            values_of_cell.setdefault(cell, []).append((number, direction))
        yield from ((place, tuple(values)) for place, values in values_of_cell.items())

    # givens

    def _givens(self, puzzle: PrintedPuzzle) -> dict[str, dict[Place, Value]]:
        givens_of_layer = {layer.name: dict(self._givens_of(layer, puzzle)) for layer in self.convention.layers}
        return {name: values for name, values in givens_of_layer.items() if values}

    def _givens_of(self, layer: LayerLook, puzzle: PrintedPuzzle) -> Iterator[tuple[Place, Value]]:
        cells = [cell for cell in puzzle.cells if cell not in puzzle.holes]
        word = next(iter(layer.look), "none")
        for value, words in layer.looks:
            for cell in cells:
                mark = next((mark for mark in self.marks.get(cell, []) if len(words) == 1 and fits(words[0], mark)), None)
                if mark:
                    self.marks[cell].remove(mark)
                    yield cell, value
        if word == "surface":
            yield from self._shades(cells, puzzle)
        elif word == "number":
            for cell in cells:
                mark = next((mark for mark in self.marks.get(cell, []) if mark[0] == "number"), None)
                value = layer.values.read(str(mark[1])) if mark and mark[2] not in ("2", "3", "7") else None
                if mark and value is not None:
                    self.marks[cell].remove(mark)
                    yield cell, value
        elif word in ("line", "edge") and layer.over in ("links", "borders"):
            lines, crosses = (self.lines, self.line_crosses) if word == "line" else (self.edges, self.edge_crosses)
            places = borders_of(puzzle) if layer.over == "borders" else [spot for spot, _, _ in links_of(puzzle)]
            for spot in places:
                if lines.pop(spot, None) is not None:
                    yield spot, True
                elif spot in crosses:
                    crosses.remove(spot)
                    yield spot, False

    def _shades(self, cells: Sequence[Point], puzzle: PrintedPuzzle) -> Iterator[tuple[Place, Value]]:
        printed = {place for clues in puzzle.clues.values() for place in clues}
        for cell in cells:
            mark = next((mark for mark in self.marks.get(cell, []) if mark[0] == "surface"), None)
            if (
                not mark
                or (mark[1] not in (*SHADES, NOT_SHADED))
                or (cell in printed and mark != BLACK and mark[1] != NOT_SHADED)
            ):
                continue
            self.marks[cell].remove(mark)
            yield cell, mark[1] in SHADES

    # what is left

    def _refuse_rest(self, puzzle: PrintedPuzzle) -> None:
        """Raise for marks without a meaning; warn of those that can only be decoration."""
        wrongs: list[str] = []
        light: list[str] = []
        unknown: list[str] = []
        for spot, marks in sorted(self.marks.items()):
            for mark in marks:
                if self._is_idle(mark, spot, puzzle):
                    unknown.append(_name(spot))
                    continue
                is_light = (mark[0] == "surface" and mark != BLACK) or (
                    _word(spot, puzzle) == "margin" and not any(map(self.convention.outside, SIDES))
                )
                (light if is_light else wrongs).append(f"{_what(mark)} at {_name(spot)}")
        for what, lines in (("a line", self.lines), ("an edge", self.edges)):
            wrongs += [f"{what} at {_name(spot)}" for spot in sorted(lines)]
        for what, crosses in (("a cross of lines", self.line_crosses), ("a cross of edges", self.edge_crosses)):
            light += [f"{what} at {_name(spot)}" for spot in sorted(crosses)]
        words = {"killercages": "a killer cage", "thermo": "a thermometer", "nobulbthermo": "a thick line", "arrows": "an arrow"}
        for name, what in words.items():
            wrongs += [f"{what} from {_name(path[0])}" for path in self.paths[name]]
        layer = self.drawing.question
        wrongs += [f"a wall at {_name(path[0])}" for path in sorted(layer.wall)]
        wrongs += [f"a cage at {_name(path[0])}" for path in sorted(layer.cage)]
        decorations = {
            "free lines": layer.freeline,
            "free edges": layer.free_edge,
            "erased edges": layer.deleted_edge,
            "arrows along lines": layer.direction,
            "frames": layer.squareframe,
            "polygons": layer.polygon,
        }
        light += [name for name, leftover in decorations.items() if leftover]
        if wrongs:
            genre = next(iter(self.uses), "")
            help = f"erase it in Penpa+, or name all libraries of the puzzle, as in `[{genre}, killer]`"
            raise wrong(f"in `{', '.join(self.uses)}` this stands for nothing: {_some(wrongs)}", self.span, help)
        if unknown:
            self.warnings.append(f"`?` says nothing at {_some(unknown)}, so it is left out")
        if light:
            self.warnings.append(f"drawn in Penpa+, and left out as decoration: {_some(light)}")

    def _is_idle(self, mark: Mark, spot: Spot, puzzle: PrintedPuzzle) -> bool:
        """Check whether a mark is a `?` that says nothing, because there is a number anyway: in the cell, of an area or a line.

        A `?` in a symbol says something, because the symbol may mean something else without a number.
        """
        text = mark[1] if mark[0] == "number" else mark[2] if mark[0] == "small" else ""
        if text != UNKNOWN or spot in self.drawing.question.symbol:
            return False
        word = _word(spot, puzzle)
        places = {"cells": [*puzzle.areas], "margin": [*SIDES], "links": ["links", "borders"]}.get(word, [word])
        return any(group.ignores_unknown and set(places) & set(group.places) for group in self.convention.groups) or (
            word == "cells" and any(layer.ignores_unknown for layer in self.convention.layers)
        )

    def _solution(self, puzzle: PrintedPuzzle) -> dict[str, dict[Place, Value]]:
        """Return the answer that the link checks, or else what the solver has drawn."""
        points = self.drawing.points
        if self.drawing.expected:
            entries = entries_of(self.drawing.expected, points)
            if entries is None:
                self.warnings.append("the answer that the link checks cannot be read")
                return {}
        else:
            entries = entries_of_layer(self.drawing.answer)
        if not any(entries):
            return {}
        return solution_of(puzzle, self.convention, entries, self.drawing.checks)


def _is_plain_step(path: Path, what: str) -> bool:
    wanted = 1 if what == "line" else 0
    return all(spot[0] % 2 == spot[1] % 2 == wanted for spot in path)


def _word(spot: Spot, puzzle: PrintedPuzzle) -> str:
    """Return where a point is: cells, links, borders (of the edge of the board), corners, or margin."""
    down, right = spot[:2]
    if not 0 <= down <= 2 * puzzle.height or not 0 <= right <= 2 * puzzle.width:
        return "margin"
    if down % 2 and right % 2:
        return "cells"
    if not down % 2 and not right % 2:
        return "corners"
    is_edge = down in (0, 2 * puzzle.height) or right in (0, 2 * puzzle.width)
    return "borders" if is_edge else "links"


def _stands_at(group: ClueLook, spot: Spot, puzzle: PrintedPuzzle) -> bool:
    word = _word(spot, puzzle)
    return word in group.places or (word == "links" and "borders" in group.places)


def _name(spot: Spot) -> str:
    return place_name((spot[0], spot[1]))


def _what(mark: Mark) -> str:
    if mark[0] == "surface":
        return f"colour {mark[1]}"
    if mark[0] == "symbol":
        return f"the symbol `{mark[1]}` {mark[2]}"
    text = str(mark[1] if mark[0] == "number" else mark[2])
    return f"`{text[:20]}`"


def _some(words: Sequence[str]) -> str:
    more = f", and {len(words) - LISTED} more" if len(words) > LISTED else ""
    return ", ".join(words[:LISTED]) + more
