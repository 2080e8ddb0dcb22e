"""Draw a puzzle of digits for SudokuPad: cages, lines, arrows, dots and texts, as the libraries of the puzzle say.

SudokuPad knows givens, regions and the solution, and shows everything else. So it is a picture with its rules in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from gridwright.compiler.loader.libraries import holds_numbers
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Scalar
from gridwright.compiler.values import Value

from ...output.pictures.options import COLOURS, Colour
from ..f_puzzles.entries import WAYS
from ..f_puzzles.forms import BASE, LibraryIndex
from ..f_puzzles.writer import box_numbers
from ..puzzle import Loss, Place, Point, PrintedPuzzle

Item = dict[str, object]
MOST_SIDE = 40
KILLER = "killercage"
OWN_RULE = "a rule of its own: "
FILLED = {"disc", "shade", "stone"}
ROUND = {"circle", "disc", "dot", "stone", "quadruple"}
BOXED = {"square", "diamond"}
SIGNS = {
    "star": "\u2605",
    "bomb": "\u2739",
    "bulb": "\u263c",
    "cross": "\u00d7",
    "flag": "\u2691",
    "maximum": "\u2227",
    "minimum": "\u2228",
    "minus": "\u2212",
    "plus": "+",
    "tent": "\u25b2",
    "tree": "\u2663",
    "triangle": "\u25b3",
    "ship": "\u25cf",
}
ARROWS = {
    "up": "\u2191",
    "right": "\u2192",
    "down": "\u2193",
    "left": "\u2190",
    "up_left": "\u2196",
    "up_right": "\u2197",
    "down_left": "\u2199",
    "down_right": "\u2198",
}
MOVES = dict(WAYS.values())
INK = "#000000"
LINES = {"thermo": 20, "line": 10, "between": 6, "arrow": 3}  # with their thickness
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}  # down and right, for an arrow alone in a cell
IN_CELL = ((-0.28, -0.25), (0.28, 0.25), (-0.28, 0.25), (0.28, -0.25))  # where the clues of one cell stand
IN_HALF = {"across": IN_CELL[2], "below": IN_CELL[3]}  # of groups that look to one side


def picture(puzzle: PrintedPuzzle) -> tuple[Item, tuple[Loss, ...]]:
    """Return the JSON of a puzzle, and what is not in it. Raise `SpecError` for a puzzle that has no digits in its cells.

    >>> data, losses = picture(PrintedPuzzle(height=1, width=1, uses={"sudoku": {}}, givens={"number": {(1, 1): 1}}))
    >>> data["cells"], data["regions"]
    ([[{'value': '1'}]], [[[0, 0]]])
    """
    return _Draughtsman(puzzle).draw()


def _cannot(reason: str) -> SpecError:
    return error(Code.FORMAT, f"SudokuPad cannot hold this puzzle: {reason}")


class _Draughtsman:
    """Draws one puzzle."""

    def __init__(self, puzzle: PrintedPuzzle) -> None:
        self.puzzle = puzzle
        self.shelf = LibraryIndex(puzzle.libraries)
        self.layer = self._layer()
        self.in_cells: Counter[Point] = Counter()  # clues in a cell
        self.outside: Counter[tuple[str, int]] = Counter()  # clues outside of a line
        self.items: dict[str, list[Item]] = {"cages": [], "lines": [], "arrows": [], "underlays": [], "overlays": []}
        self.losses: list[Loss] = []
        if max(puzzle.height, puzzle.width) > MOST_SIDE:
            raise _cannot(f"its board has more than {MOST_SIDE} rows or columns")

    def _layer(self) -> str:
        """Return the layer of digits: the only one of the libraries, or the only one with numbers in cells in the solution."""
        candidates = []
        for name in self.puzzle.uses:
            document = self.shelf.document(name)
            layers = document.get("layers") if document is not None else None
            if document is None or not isinstance(layers, SourceMapping):
                continue
            for key, node in layers.items:
                is_number = isinstance(node, SourceMapping) and node.get("over") is None and holds_numbers(node, document)
                candidates.append((key.text, is_number))
        if not candidates:
            shown = {layer: values for part in (self.puzzle.givens, self.puzzle.solution) for layer, values in part.items()}
            candidates = [(layer, all(map(_is_digit, values.items()))) for layer, values in shown.items()]
            candidates = [candidate for candidate in candidates if candidate[1]]
        if len(candidates) != 1 or not candidates[0][1]:
            raise _cannot("it must have one number in each cell, and nothing else to find")
        return candidates[0][0]

    def draw(self) -> tuple[Item, tuple[Loss, ...]]:
        puzzle = self.puzzle
        regions = self._regions()
        for kind, areas in puzzle.areas.items():
            if areas and not (regions and kind == self._kind_of_regions()):
                self._areas(kind, areas)
        for group, clues in puzzle.clues.items():
            for place, value in clues.items():
                self._clue(group, place, value)
        for hole in puzzle.holes:
            self.items["underlays"].append(self._shape(hole, 1.0, fill="#2b2b2b"))
        data: Item = {
            "cellSize": 50,
            "metadata": self._metadata(),
            "settings": {},
            "cells": self._cells(),
            "regions": regions,
            **self.items,
        }
        own = [loss for loss in puzzle.own if not self._is_told(loss)]
        for layer, givens in puzzle.givens.items():
            if layer != self.layer and givens:
                own.append(Loss(f"the givens of `{layer}`", puzzle.span(layer, next(iter(givens)))))
        return data, (*own, *self.losses)

    def _is_told(self, loss: Loss) -> bool:
        """Check whether something of a spec's own is in the picture: its digits, and rules that the text says.

        A spec without libraries and with one text says all its rules there.
        """
        rules = self.puzzle.rules
        words = [
            loss_of_rule.message.removeprefix(OWN_RULE)
            for loss_of_rule in self.puzzle.own
            if loss_of_rule.message.startswith(OWN_RULE)
        ]
        if loss.message == f"a layer of its own: `{self.layer}`":
            return True
        if not loss.message.startswith(OWN_RULE) or not rules:
            return False
        is_prose = not self.puzzle.uses and len(rules) == 1 and not any(word in rules[0] for word in words)
        return is_prose or any(loss.message.removeprefix(OWN_RULE) in rule for rule in rules)

    # what SudokuPad knows

    def _metadata(self) -> Item:
        puzzle = self.puzzle
        metadata: Item = {"title": puzzle.title, "author": puzzle.author, "rules": "\n".join(puzzle.rules)}
        metadata = {key: text for key, text in metadata.items() if text}
        solution = puzzle.solution.get(self.layer, {})
        if not solution:
            return metadata
        if all(isinstance(value, int) and 0 <= value <= 9 for value in solution.values()):
            metadata["solution"] = "".join(str(solution.get(cell, ".")) for cell in puzzle.cells)
        else:
            self.losses.append(Loss("the solution, because a cell of it has more than one digit"))
        return metadata

    def _cells(self) -> list[list[Item]]:
        numbers = self.puzzle.givens.get(self.layer, {})
        cells: list[list[Item]] = [[{} for _ in range(self.puzzle.width)] for _ in range(self.puzzle.height)]
        for down, right in self.puzzle.cells:
            if (down, right) in numbers:
                cells[down // 2][right // 2] = {"value": str(numbers[down, right])}
        return cells

    def _kind_of_regions(self) -> str:
        """Return the kind of areas that covers the board; empty if there is none."""
        for kind, areas in self.puzzle.areas.items():
            cells = [cell for area in areas.values() for cell in area]
            if len(cells) == len({*cells}) == len(self.puzzle.cells) - len(self.puzzle.holes):
                return kind
        return ""

    def _regions(self) -> list[list[list[int]]]:
        kind = self._kind_of_regions()
        if kind:
            return [[_at(cell) for cell in cells] for cells in self.puzzle.areas[kind].values()]
        if BASE not in self.puzzle.uses:
            return []
        cells_of_region: dict[int, list[list[int]]] = {}
        for cell, number in box_numbers(self.puzzle).items():
            cells_of_region.setdefault(number, []).append(_at(cell))
        return [*cells_of_region.values()]

    # areas

    def _display(self, name: str) -> str | dict[str, str]:
        """Return how the libraries, or the puzzle itself, draw something; empty if they do not say."""
        if name in self.puzzle.display:
            return self.puzzle.display[name]
        for library in self.puzzle.uses:
            node = self.shelf.part(library, "display")
            display = node.get(name) if isinstance(node, SourceMapping) else None
            if isinstance(display, Scalar):
                return display.text
            if isinstance(display, SourceMapping):
                return {key.text: entry.text for key, entry in display.items if isinstance(entry, Scalar)}
        return ""

    def _is_path(self, kind: str) -> bool:
        for library in self.puzzle.uses:
            node = self.shelf.part(library, "areas")
            if isinstance(node, SourceMapping) and isinstance(node.get(kind), SourceMapping):
                return self.shelf.declaration(library, kind).is_true("path")
        return False

    def _has_pills(self, kind: str) -> bool:
        """Check whether a kind of arrows begins in areas of another kind, which have no circles of their own."""
        forms = [form for name in self.puzzle.uses if (variant := self.shelf.variant(name)) is not None for form in variant.forms]
        return any(form.pills and form.target == kind for form in forms)

    def _areas(self, kind: str, areas: Mapping[str, tuple[Point, ...]]) -> None:
        display = self._display(kind)
        word, *options = (display if isinstance(display, str) else "").split() or [""]
        colour = COLOURS[next((option for option in options if option in COLOURS), "grey")]
        if not word and self._is_path(kind):
            word = "arrow" if self._has_pills(kind) else "line"
        for label, cells in areas.items() if word != "none" else ():
            if word in LINES:
                self._path(word, cells, colour, has_circle=not self._has_pills(kind))
            elif word == "outline" and (box := _box(cells)):
                self.items["underlays"].append(box | {"borderColor": colour.solid, "rounded": True})
            elif word == "shade":
                self.items["underlays"] += [self._shape(cell, 1.0, fill=colour.tint) for cell in cells]
            elif word in SIGNS or word in ROUND or word in BOXED:
                for cell in cells:
                    self._symbol(word, cell, colour.tint, colour.solid)
            else:
                self.items["cages"].append(self._cage(kind, label, cells))

    def _path(self, word: str, cells: tuple[Point, ...], colour: Colour, *, has_circle: bool) -> None:
        """Draw a line through cells, with what stands at its ends."""
        ends = {"thermo": cells[:1], "between": (cells[0], cells[-1]), "arrow": cells[:1] if has_circle else ()}.get(word, ())
        for end in dict.fromkeys(ends):
            filled = {"thermo": colour.tint, "between": "#FFFFFF", "arrow": ""}[word]
            line = "" if word == "thermo" else colour.solid
            self.items["underlays"].append(self._shape(end, 0.8, fill=filled, line=line, round_=True))
        if word == "arrow":
            self.items["arrows"].append(self._line(cells, colour.solid, 3) | {"headLength": 0.3})
        else:
            stroke = colour.tint if word == "thermo" else colour.line
            self.items["lines"].append(self._line(cells, stroke, LINES[word]))

    def _cage(self, kind: str, label: str, cells: tuple[Point, ...]) -> Item:
        """Return a cage, with what SudokuPad checks of a killer cage."""
        cage: Item = {"cells": [_at(cell) for cell in cells]}
        for name in self.puzzle.uses:
            form = variant.form(KILLER) if (variant := self.shelf.variant(name)) is not None else None
            if form and form.target == kind:
                value = self.puzzle.clues.get(form.value, {}).get(label)
                cage |= {"unique": True} | ({"value": str(value), "sum": value} if isinstance(value, int) else {})
        return cage

    def _is_cage_value(self, group: str) -> bool:
        forms = [variant.form(KILLER) for name in self.puzzle.uses if (variant := self.shelf.variant(name)) is not None]
        return any(form is not None and form.value == group for form in forms)

    # clues

    def _clue(self, group: str, place: Place, value: Value) -> None:
        """Draw a clue where it stands."""
        display = self._display(group)
        word = display if isinstance(display, str) else display.get(str(value), "")
        kind, *options = word.split() or [""]
        colour = next((option for option in options if option in COLOURS), "")
        if isinstance(place, str):
            self._of_area(group, place, word.replace("{}", _words(value)) if "{}" in word else value)
        elif isinstance(place[0], str):
            assert isinstance(place[1], int)
            self._of_line(place[0], place[1], value)
        elif isinstance(place[0], tuple):
            assert isinstance(place[1], tuple)
            self.items["lines"].append(self._line(place, COLOURS["grey"].solid, 2))
            self._text(_middle(*place), _words(value), 0.3)
        else:
            assert isinstance(place[0], int) and isinstance(place[1], int)
            self._at_point(group, (place[0], place[1]), value, kind, colour, word)

    def _of_line(self, side: str, at: int, value: Value) -> None:
        """Write a clue outside, what is in a list one behind the other; further groups stand further out."""
        members = [*value] if isinstance(value, (tuple, list)) else [value]
        for member in members[::-1] if side in ("left", "top") else members:
            depth = self.outside[side, at]
            self.outside[side, at] += 1
            height, width = self.puzzle.height, self.puzzle.width
            down, right = {
                "left": (at, -1 - depth),
                "right": (at, width + depth),
                "top": (-1 - depth, at),
                "bottom": (height + depth, at),
            }[side]
            self._text((down + 0.5, right + 0.5), _words(member), 0.6)

    def _of_area(self, group: str, label: str, value: Value) -> None:
        """Write a clue small into the first cell of its area; that of a killer cage is on the cage."""
        cells = next((areas[label] for areas in self.puzzle.areas.values() if label in areas), ())
        if cells and not self._is_cage_value(group):
            down, right = min(cells)
            text = _words(value)
            self._text((down / 2 - 0.28, right / 2 - 0.34 + 0.07 * len(text)), text, 0.28)

    def _at_point(self, group: str, place: Point, value: Value, kind: str, colour: str, word: str) -> None:
        down, right = place
        value = word.replace("{}", _words(value)) if "{}" in word else value
        diagonals = _diagonals(value) if down % 2 and right % 2 else []
        if diagonals and self._is_diagonal(group):
            for total, name in diagonals:
                self._diagonal(place, total, name)
        elif down % 2 and right % 2:
            self._in_cell(group, place, value, kind, colour)
        elif kind in ("dot", "quadruple") or value in ("black", "white") or isinstance(value, (tuple, list)):
            name = value if value in ("black", "white") else colour or "white"
            text = "" if value in ("black", "white") or value is True else _words(value)
            fill = "#000000" if name == "black" else "#FFFFFF"
            size = 0.3 if len(text) < 2 else 0.7 if not (down % 2 or right % 2) else 0.4
            item = self._shape(place, size, fill=fill, line=INK, round_=True)
            if text:
                font = 16 if len(text) < 2 else 14 if len(text) < 4 else 9
                item |= {"text": text, "fontSize": font, "color": "#FFFFFF" if fill == "#000000" else INK}
            self.items["overlays"].append(item)
        else:
            self._text((down / 2, right / 2), _words(value), 0.4, fill="#FFFFFF")

    def _in_cell(self, group: str, place: Point, value: Value, kind: str, colour: str) -> None:
        colours = COLOURS[colour or "grey"]
        if kind in SIGNS or kind in ROUND or kind in BOXED or kind == "shade":
            self._symbol(kind, place, colours.tint, colours.solid)
        is_name = isinstance(value, (str, bool)) and (kind or isinstance(value, bool))
        if isinstance(value, bool) and not kind:
            self._symbol("circle", place, colours.tint, colours.solid)
        if kind == "arrow" and value in STEPS:
            step_down, step_right = STEPS[str(value)]
            ends = [_round((place[0] / 2 + share * step_down, place[1] / 2 + share * step_right)) for share in (-0.35, 0.35)]
            self.items["arrows"].append({"wayPoints": ends, "color": colours.tint, "thickness": 8, "headLength": 0.3})
        if not is_name:
            usual = IN_CELL[min(self.in_cells[place], len(IN_CELL) - 1)]
            down, right = IN_HALF.get(group, usual)
            self.in_cells[place] += 1
            is_dark = place in self.puzzle.holes
            self._text((place[0] / 2 + down, place[1] / 2 + right), _words(value), 0.28, colour="#FFFFFF" if is_dark else INK)

    def _is_diagonal(self, group: str) -> bool:
        forms = [form for name in self.puzzle.uses if (variant := self.shelf.variant(name)) is not None for form in variant.forms]
        return any(form.target == group and form.shape == "diagonal" for form in forms)

    def _diagonal(self, first: Point, total: Value, name: str) -> None:
        """Write a sum outside, with an arrow to the first cell of its diagonal."""
        down, right = MOVES[name]
        outer = (first[0] / 2 - down, first[1] / 2 - right)
        inside = 0 < outer[0] < self.puzzle.height, 0 < outer[1] < self.puzzle.width
        text = (outer[0] + 0.22 * down * inside[0], outer[1] + 0.22 * right * inside[1])  # two can start in one place
        self._text(text, str(total), 0.4)
        tip = (outer[0] + 0.45 * down, outer[1] + 0.45 * right)
        tail = (outer[0] + 0.3 * down, outer[1] + 0.3 * right)
        self.items["arrows"].append({"wayPoints": [_round(tail), _round(tip)], "color": INK, "thickness": 2, "headLength": 0.15})

    # items

    def _line(self, cells: tuple[Point, ...], colour: str, thickness: int) -> Item:
        return {"wayPoints": [[down / 2, right / 2] for down, right in cells], "color": colour, "thickness": thickness}

    def _shape(self, place: Point, size: float, *, fill: str = "", line: str = "", round_: bool = False) -> Item:
        item: Item = {"center": [place[0] / 2, place[1] / 2], "width": size, "height": size}
        item |= {"backgroundColor": fill} if fill else {}
        item |= {"borderColor": line} if line else {}
        return item | ({"rounded": True} if round_ else {})

    def _symbol(self, word: str, cell: Point, fill: str, line: str) -> None:
        if word in SIGNS:
            self._text((cell[0] / 2, cell[1] / 2), SIGNS[word], 0.6, colour=line)
            return
        size = 1.0 if word == "shade" else 0.8
        inside = line if word == "disc" else fill if word == "shade" else "#FFFFFF"
        item = self._shape(cell, size, fill=inside, line="" if word == "shade" else line, round_=word in ROUND)
        self.items["underlays"].append(item | ({"angle": 45, "width": 0.6, "height": 0.6} if word == "diamond" else {}))

    def _text(self, centre: tuple[float, float], text: str, size: float, *, fill: str = "", colour: str = INK) -> None:
        if text:
            item: Item = {"center": _round(centre), "width": size, "height": size}
            item |= {"backgroundColor": fill, "rounded": True} if fill else {}
            self.items["overlays"].append(item | {"text": text, "fontSize": round(size * 44), "color": colour})


def _is_digit(item: tuple[Place, Value]) -> bool:
    """Check whether something printed or found is a number in a cell."""
    place, value = item
    in_cell = not isinstance(place, str) and all(isinstance(part, int) and part % 2 for part in place)
    return in_cell and isinstance(value, int) and not isinstance(value, bool)


def _box(cells: tuple[Point, ...]) -> Item | None:
    """Return the frame of cells side by side in one row or column; None for others."""
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    height, width = len(rows), len(columns)
    reach = max(max(rows) - min(rows), max(columns) - min(columns)) // 2 + 1
    if min(height, width) > 1 or max(height, width) != reach:
        return None
    centre = [(min(rows) + max(rows)) / 4, (min(columns) + max(columns)) / 4]
    return {"center": centre, "width": width - 0.2, "height": height - 0.2}


def _at(cell: Point) -> list[int]:
    return [cell[0] // 2, cell[1] // 2]


def _round(place: tuple[float, float]) -> list[float]:
    return [round(part, 3) for part in place]


def _middle(first: Point, second: Point) -> tuple[float, float]:
    return (first[0] + second[0]) / 4, (first[1] + second[1]) / 4


def _words(value: Value) -> str:
    if isinstance(value, (tuple, list)):
        return " ".join(map(_words, value))
    if isinstance(value, bool):
        return "\u25cf" if value else ""
    return ARROWS.get(str(value), str(value))


def _diagonals(value: Value) -> list[tuple[Value, str]]:
    """Return the sums and directions of a clue; none if it is something else."""
    members = value if isinstance(value, (tuple, list)) else ()
    return [*_pairs(members)] if members and len([*_pairs(members)]) == len(members) else []


def _pairs(members: Value) -> Iterator[tuple[Value, str]]:
    for member in members:
        if isinstance(member, (tuple, list)) and len(member) == 2 and member[1] in MOVES:
            yield member[0], member[1]
