"""Write a puzzle as the JSON of f-puzzles: the board, and each library as it says that f-puzzles holds it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.values import Value

from ..losses import of_library, of_rest, printed_names
from ..puzzle import Loss, Place, Point, PrintedPuzzle, place_name
from .drawings import drawings
from .entries import WAYS
from .forms import BASE, ON_AREAS, LibraryIndex, ListForm, Variant, evaluate
from .reader import LAYER, MOST_ROWS, box_shape
from .values import cell_name

Entry = dict[str, object]
DIRECTIONS = {name: (direction, move) for direction, (name, move) in WAYS.items()}


def json_of_puzzle(puzzle: PrintedPuzzle) -> tuple[Entry, tuple[Loss, ...]]:
    """Return the JSON of a puzzle, and what is not in it. Raise `SpecError` for a puzzle whose board is no sudoku.

    >>> json_of_puzzle(PrintedPuzzle(height=1, width=1, uses={"sudoku": {}}))[0]
    {'size': 1, 'grid': [[{}]]}
    """
    return _Writer(puzzle).write()


def box_numbers(puzzle: PrintedPuzzle) -> dict[Point, int]:
    """Return the number of the box or region of each cell of a sudoku, counted from 0."""
    regions = puzzle.areas.get("regions")
    if regions:
        return {cell: at for at, cells in enumerate(regions.values()) for cell in cells}
    height, width = _box_shape(puzzle)
    in_row = -(-puzzle.width // width)
    return {(down, right): down // 2 // height * in_row + right // 2 // width for down, right in puzzle.cells}


def _box_shape(puzzle: PrintedPuzzle) -> tuple[int, int]:
    size = puzzle.height
    given = puzzle.uses[BASE]
    height = evaluate(given["box_height"], size) if "box_height" in given else box_shape(size)[0]
    if not isinstance(height, int) or not 1 <= height <= size or size % height:
        raise _cannot("the height of the boxes is no divisor of the size of the board")
    width = evaluate(given["box_width"], size) if "box_width" in given else size // height
    if not isinstance(width, int) or width * height != size:
        raise _cannot("the boxes do not have as many cells as a row")
    return height, width


def _cannot(reason: str) -> SpecError:
    return error(Code.FORMAT, f"f-puzzles cannot hold this puzzle: {reason}", None)


class _Writer:
    """Writes one puzzle."""

    def __init__(self, puzzle: PrintedPuzzle) -> None:
        self.puzzle = puzzle
        self.shelf = LibraryIndex(puzzle.libraries)
        self.losses: list[Loss] = list(puzzle.own)
        self.size = puzzle.height
        self.lists: dict[str, list[Entry]] = {}
        self.held: set[str] = {"regions", LAYER}  # names of areas and clues that are written, or said to be lost
        if BASE not in puzzle.uses:
            raise _cannot(f"every board of f-puzzles is a sudoku, and this puzzle does not use `{BASE}`")
        if puzzle.height != puzzle.width or puzzle.holes:
            raise _cannot("its board must be a square without holes")
        if "chosen_from" in puzzle.uses[BASE]:
            raise _cannot("its numbers are chosen from others than those from 1 to the number of rows")
        if self.size > MOST_ROWS:
            raise _cannot(f"its board has more than {MOST_ROWS} rows")

    def write(self) -> tuple[Entry, tuple[Loss, ...]]:
        puzzle = self.puzzle
        data: Entry = {"size": self.size}
        for key, text in (("title", puzzle.title), ("author", puzzle.author), ("ruleset", "\n".join(puzzle.rules))):
            if text:
                data[key] = text
        data["grid"] = self._grid()
        variants = [variant for name in puzzle.uses if (variant := self._variant(name)) is not None]
        for variant in variants:
            data |= {
                flag: True for flag, parameter in variant.flags.items() if not parameter or self._parameter(variant, parameter)
            }
        negative = []
        for variant in variants:
            self._check_parameters(variant)
            for form in variant.forms:
                self.held |= {form.target, form.pills, form.letter, form.value}
                self._write(variant, form)
            if variant.negative and self._parameter(variant, variant.negative):
                negative += [form.name for form in variant.forms]
        if negative:
            data["negative"] = list(dict.fromkeys(negative))
        data |= {name: entries for name, entries in self.lists.items() if entries or name in negative}
        data |= self._drawings()
        self.losses += of_rest(puzzle, self.held)
        solution = puzzle.solution.get(LAYER, {})
        if len(solution) == len(puzzle.cells):
            data["solution"] = [solution[cell] for cell in puzzle.cells]
        return data, tuple(self.losses)

    def _drawings(self) -> dict[str, list[Entry]]:
        """Return the lists of what is only drawn."""
        entries_of_list: dict[str, list[Entry]] = {}
        for name, kind, cells, colour in drawings(self.puzzle):
            self.held.add(kind)
            names = list(map(cell_name, cells))
            line: Entry = {"lines": [names], "outlineC": colour, "width": 0.3}
            entries_of_list.setdefault(name, []).append(
                line if name == "line" else {"cells": names, "baseC": colour, "width": 1, "height": 1}
            )
        return entries_of_list

    # the board

    def _grid(self) -> list[list[Entry]]:
        boxes = box_numbers(self.puzzle)
        height, width = box_shape(self.size)
        usual = {
            (down, right): down // 2 // height * (self.size // width) + right // 2 // width for down, right in self.puzzle.cells
        }
        no_boxes = (
            "regions" not in self.puzzle.areas and height != 1 and boxes == {cell: cell[0] // 2 for cell in self.puzzle.cells}
        )
        numbers = self.puzzle.givens.get(LAYER, {})
        rows: list[list[Entry]] = [[{} for _ in range(self.size)] for _ in range(self.size)]
        for down, right in self.puzzle.cells:
            cell = rows[down // 2][right // 2]
            if (down, right) in numbers:
                cell |= {"value": numbers[down, right], "given": True}
            if no_boxes:
                cell["region"] = None
            elif boxes.get((down, right)) != usual[down, right]:
                cell["region"] = boxes.get((down, right))
        return rows

    # libraries

    def _variant(self, name: str) -> Variant | None:
        """Return how f-puzzles holds a library; note as lost what it does not hold."""
        if name == BASE:
            return None
        variant = self.shelf.variant(name)
        if variant is None:
            loss = of_library(self.puzzle, name)
            self.losses += [loss] if loss else []
            self.held |= {*printed_names(self.puzzle, name)}
        return variant

    def _parameter(self, variant: Variant, name: str) -> Value:
        """Return the value of a parameter: the one that is given, or the usual one."""
        given = self.puzzle.uses[variant.library]
        return evaluate(given[name], self.size) if name in given else self.shelf.default_of(variant.library, name, self.size)

    def _check_parameters(self, variant: Variant) -> None:
        """Note parameters as lost that f-puzzles has no place for."""
        held = {*variant.flags.values(), variant.negative, *(form.default for form in variant.forms)}
        for name in self.puzzle.uses[variant.library]:
            value = self._parameter(variant, name)
            if value is None or (name not in held and value != self.shelf.default_of(variant.library, name, self.size)):
                self.losses.append(Loss(f"the parameter `{name}` of `{variant.library}`"))

    def _default(self, variant: Variant, form: ListForm) -> Value:
        """Return the value that entries without one have to be given; None if f-puzzles has the same one."""
        if not form.default:
            return None
        value = self._parameter(variant, form.default)
        usual = not form.explicit and value == self.shelf.default_of(variant.library, form.default, self.size)
        return None if usual else value

    def _write(self, variant: Variant, form: ListForm) -> None:
        entries = self.lists.setdefault(form.name, [])
        default = self._default(variant, form)
        if form.shape in ON_AREAS:
            entries += self._of_areas(form, default)
        else:
            clues = self.puzzle.clues.get(form.target, {})
            entries += [entry for place, value in clues.items() for entry in self._of_clue(form, place, value, default)]
        if default is not None and not entries and variant.negative and self._parameter(variant, variant.negative):
            self.losses.append(Loss(f"the parameter `{form.default}` of `{variant.library}`"))

    def _of_areas(self, form: ListForm, default: Value) -> Iterator[Entry]:
        areas = self.puzzle.areas.get(form.target, {})
        values = self.puzzle.clues.get(form.value, {}) if form.value else {}
        if form.shape == "arrows":
            yield from self._arrows(form, areas)
            return
        if form.shape == "copies":
            yield from self._copies(form, areas)
            return
        for label, cells in areas.items():
            names = [cell_name(cell) for cell in cells]
            value = values.get(label, default)
            yield {form.shape: [names] if form.shape == "lines" else names} | ({} if value is None else {"value": str(value)})

    def _arrows(self, form: ListForm, areas: Mapping[str, tuple[Point, ...]]) -> Iterator[Entry]:
        """Yield an entry for each circle, with all its arrows."""
        pills = [*self.puzzle.areas.get(form.pills, {}).values()] if form.pills else []
        by_circle: dict[tuple[Point, ...], list[list[str]]] = {pill: [] for pill in pills}
        for cells in areas.values():
            circle = next((pill for pill in pills if cells[0] in pill), cells[:1])
            by_circle.setdefault(circle, []).append([cell_name(cell) for cell in cells])
        for circle, lines in by_circle.items():
            if lines:
                yield {"cells": [cell_name(cell) for cell in circle], "lines": lines}

    def _copies(self, form: ListForm, areas: Mapping[str, tuple[Point, ...]]) -> Iterator[Entry]:
        """Yield an entry for the first area of each shape and letter with each other one."""
        letters = self.puzzle.clues.get(form.letter, {})
        groups: dict[object, list[list[Point]]] = {}
        for label, area in areas.items():
            cells = sorted(area)
            top, left = min(cells)[0], min(right for _, right in cells)
            shape = tuple((down - top, right - left) for down, right in cells)
            groups.setdefault((shape, letters.get(label)), []).append(cells)
        for first, *others in groups.values():
            for other in others:
                yield {"cells": [cell_name(cell) for cell in first], "cloneCells": [cell_name(cell) for cell in other]}

    def _of_clue(self, form: ListForm, place: Place, value: Value, default: Value) -> Iterator[Entry]:
        """Yield the entries of one clue; note it as lost if its place is none of f-puzzles."""
        unknown = self.shelf.declaration(form.library, form.target).text("unknown")
        entries: list[Entry] = []
        if form.sign and value != form.sign:
            return
        if form.shape == "pair" and (cells := _around(place)) and len(cells) == 2:
            entry: Entry = {"cells": [cell_name(cell) for cell in cells]}
            shown = default if value == unknown else value
            entries = [entry if form.sign or shown is None else entry | {"value": str(shown)}]
        elif form.shape == "cell" and (cells := _around(place)) and len(cells) == 1:
            entries = [{"cell": cell_name(cells[0])}]
        elif form.shape == "corner" and (cells := _around(place)) and self._on_board(cells):
            entries = [{"cells": [cell_name(cell) for cell in cells], "values": _members(value)}]
        elif form.shape == "outside" and isinstance(place, tuple) and isinstance(place[0], str) and isinstance(place[1], int):
            entries = [{"cell": self._outside(place[0], place[1]), "value": str(value)}]
        elif form.shape == "diagonal" and (cells := _around(place)) and len(cells) == 1:
            entries = [diagonal_entry for diagonal in value if (diagonal_entry := self._diagonal(cells[0], *diagonal))]
            if len(entries) < len(value):
                entries = []
        if not entries:
            words = f"the clue of `{form.target}` at {place_name(place)}, where f-puzzles has none"
            self.losses.append(Loss(words, self.puzzle.span(form.target, place)))
        yield from entries

    def _outside(self, side: str, at: int) -> str:
        far = self.size + 1
        row, column = {"left": (at + 1, 0), "right": (at + 1, far), "top": (0, at + 1), "bottom": (far, at + 1)}[side]
        return f"R{row}C{column}"

    def _diagonal(self, first: Point, total: Value, name: str) -> Entry | None:
        direction, (down, right) = DIRECTIONS[name]
        outer = (first[0] - 2 * down, first[1] - 2 * right)
        if self._on_board([outer]):
            return None
        cells = [(first[0] + 2 * step * down, first[1] + 2 * step * right) for step in range(self.size)]
        names = [cell_name(cell) for cell in cells if self._on_board([cell])]
        return {"cell": cell_name(outer), "direction": direction, "cells": names, "value": str(total)}

    def _on_board(self, cells: Iterable[Point]) -> bool:
        return all(0 < part < 2 * self.size for cell in cells for part in cell)


def _around(place: Place) -> list[Point]:
    """Return the cells that a place lies in or between; none for places outside and areas."""
    if isinstance(place, str) or isinstance(place[0], str):
        return []
    first, second = place
    if isinstance(first, tuple):
        return []
    assert isinstance(first, int) and isinstance(second, int)
    rows = (first,) if first % 2 else (first - 1, first + 1)
    columns = (second,) if second % 2 else (second - 1, second + 1)
    return [(down, right) for down in rows for right in columns]


def _members(value: Value) -> list[Value]:
    return [*value] if isinstance(value, (tuple, list)) else [value]
