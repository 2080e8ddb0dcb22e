"""Draw a board in a terminal: thin lines between cells, thick lines around areas, clues outside.

Givens have another style than solved values; without styles, they are in parentheses.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.geometry.places import Cell, Direction
from gridwright.compiler.language.look import Look, key_of
from gridwright.compiler.language.spec import Grid, Layer
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import BLANK, Value

from .display_hints import BoxCells
from .terminal_signs import NO_LOOKS, area_marks, outlined_kinds, value_signs
from .text_metrics import ARROWS

MARK = "!"  # before a marked text
DASHES = "╌╎"  # lines inside a cage, across and upright


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one style: `line`, `given`, `found`, `clue`, `conflict`, `differs`, or plain."""

    text: str
    style: str = ""


Line = list[Piece]


def draw(
    grid: Grid,
    layer: Layer,
    values: Sequence[Value],
    *,
    styled: bool,
    width: int,
    looks: Mapping[str, Look] = NO_LOOKS,
    boxes: Sequence[BoxCells] = (),
) -> list[Line]:
    """Return the picture of a layer on cells, line by line; a board wider than `width` columns is drawn without lines.

    `looks`: those of `display`. `boxes`: sets of cells with a thick line around each, beside the areas of the spec.
    """
    signs = value_signs(layer, looks)
    given = {other.position for other in grid.givens if other.layer is layer}
    texts = {
        place: _text(signs.get(key_of(value), value), styled, position in given)
        for position, (place, value) in enumerate(zip(layer.places, values, strict=True))
    }
    styles = {place: "given" if position in given else "found" for position, place in enumerate(layer.places)}
    for cell, clue in on_cells(grid).items() if layer.values == (False, True) else ():
        position = layer.index.get(cell)
        if position is not None and not values[position]:  # an empty cell shows its printed clue
            texts[cell], styles[cell] = clue_text(clue.value), "clue"
    for group in grid.clue_groups:
        for clue in group:
            if isinstance(clue.place, Cell) and clue.place.hole:
                texts[clue.place] = " ".join(filter(None, [texts.get(clue.place), clue_text(clue.value)]))
                styles[clue.place] = "clue"
    for cell, mark in area_marks(grid, layer, looks).items():
        texts[cell] = texts.get(cell, "") + mark
    return draw_texts(grid, texts, styles, width=width, looks=looks, boxes=boxes)


def empty_board(grid: Grid, cell_width: int, looks: Mapping[str, Look] = NO_LOOKS, boxes: Sequence[BoxCells] = ()) -> list[str]:
    """Return the lines of a board in box drawing without anything in its cells, and without clues outside."""
    outside = TerminalClues(grid)
    lines = _Drawing(grid, {}, {}, outside, cell_width, looks, boxes).lines()
    above, below = len(outside.sides["top"]), len(outside.sides["bottom"])
    indent = outside.left_width
    return ["".join(piece.text for piece in line)[indent:].rstrip() for line in lines[above : len(lines) - below]]


def draw_texts(
    grid: Grid,
    texts: Mapping[Cell, str],
    styles: Mapping[Cell, str],
    *,
    width: int,
    marked: Collection[Clue] = (),
    looks: Mapping[str, Look] = NO_LOOKS,
    boxes: Sequence[BoxCells] = (),
) -> list[Line]:
    """Return the picture of a board with a styled text in each cell; clues outside that are `marked` get a sign."""
    outside = TerminalClues(grid, marked)
    if isinstance(grid.board, Hexagons):
        return _hexagons(grid.board, texts, styles, outside)
    cell_width = max([*(text_width(text) for text in texts.values()), *map(text_width, outside.across()), 1]) + 2
    total = outside.left_width + outside.right_width + grid.board.width * (cell_width + 1) + 1
    if total > width:
        return _compact(grid.board, texts, styles, width)
    return _Drawing(grid, texts, styles, outside, cell_width, looks, boxes).lines()


def _text(value: Value, styled: bool, given: bool) -> str:
    if value is BLANK:
        text = ""
    elif isinstance(value, bool):
        text = "■" if value else "·"
    else:
        text = printable(str(value))
    return f"({text})" if given and not styled else text


def _compact(board: Board, texts: Mapping[Cell, str], styles: Mapping[Cell, str], most: int) -> list[Line]:
    """Return values with spaces between them; what is wider than `most` in parts below each other, each with its columns."""
    width = max(map(text_width, texts.values()), default=1)
    columns = max(1, most // (width + 1))
    lines: list[Line] = []
    for first in range(0, board.width, columns):
        shown = range(first, min(first + columns, board.width))
        if len(shown) < board.width:
            lines.append([Piece(f"columns {shown[0] + 1} to {shown[-1] + 1}:" if len(shown) > 1 else f"column {shown[0] + 1}:")])
        lines += [[_compact_cell(board, row, column, texts, styles, width) for column in shown] for row in range(board.height)]
    return lines


def _compact_cell(
    board: Board, row: int, column: int, texts: Mapping[Cell, str], styles: Mapping[Cell, str], width: int
) -> Piece:
    cell = board.at(row, column)
    text = texts.get(cell) if cell else None
    shown = " " if text is None else text or "."
    return Piece(_centre(shown, width + 1), styles.get(cell, "") if cell else "")


def _hexagons(board: Hexagons, texts: Mapping[Cell, str], styles: Mapping[Cell, str], outside: TerminalClues) -> list[Line]:
    """Return rows centred over each other, values with spaces between them; a cell without a value is a dot."""
    half = max([text_width(text) for text in texts.values()], default=1) // 2 + 1
    lines = []
    for row, length in enumerate(board.row_lengths):
        indent = half * (board.width - length)
        line = [outside.beside("left", row), Piece(" " * indent)]
        for column in range(length):
            cell = board.at(row, column)
            text = texts.get(cell) if cell else None
            shown = " " if text is None else text or "."
            line.append(Piece(_centre(shown, 2 * half), styles.get(cell, "") if cell else ""))
        line += [Piece(" " * indent), outside.beside("right", row)]
        lines.append(line)
    return lines


class TerminalClues:
    """The clues around a board, each group with lines of its own. Those in `marked` have a sign, and another style."""

    def __init__(self, grid: Grid, marked: Collection[Clue] = ()) -> None:
        self.board = grid.board
        groups = [group for group in grid.clue_groups if any(clue.side is not BLANK for clue in group)]
        self.sides = {side: [_by_index(group, side, marked) for group in groups] for side in ("left", "right", "top", "bottom")}
        for side, columns in self.sides.items():
            self.sides[side] = [column for column in columns if column]
        self.marked = {(clue.side, clue.index) for clue in marked}
        self.left_width = sum(_column_width(column) + 1 for column in self.sides["left"])
        self.right_width = sum(_column_width(column) + 1 for column in self.sides["right"])

    def across(self) -> list[str]:
        """Return the texts above and below the board, which have to fit over a cell."""
        return [text for side in ("top", "bottom") for column in self.sides[side] for text in column.values()]

    def frame_lines(self, side: str, cell_width: int) -> list[Line]:
        """Return the lines above or below the board."""
        indent = Piece(" " * self.left_width)
        return [[indent, *self._across(side, column, cell_width)] for column in self.sides[side]]

    def _across(self, side: str, column: Mapping[int, str], cell_width: int) -> Iterator[Piece]:
        for index in range(self.board.width):
            style = "conflict" if (side, index) in self.marked else "clue"
            yield Piece(" " + _centre(column.get(index, ""), cell_width), style)

    def beside(self, side: str, row: int) -> Piece:
        """Return the text left or right of a row."""
        columns = self.sides[side]
        style = "conflict" if (side, row) in self.marked else "clue"
        if side == "left":
            return Piece("".join(f"{column.get(row, ''):>{_column_width(column)}} " for column in columns), style)
        return Piece("".join(f" {column.get(row, ''):<{_column_width(column)}}" for column in columns).rstrip(), style)


def _by_index(group: ClueGroup, side: str, marked: Collection[Clue]) -> dict[int, str]:
    return {clue.index: MARK * (clue in marked) + clue_text(clue.value) for clue in group if clue.side == side}


def on_cells(grid: Grid) -> dict[Cell, Clue]:
    """Return the clues on cells; for several on one cell, that of the first group."""
    return {clue.place: clue for group in reversed(grid.clue_groups) for clue in group if isinstance(clue.place, Cell)}


def clue_text(value: Value) -> str:
    """Return the printed text of a clue; a direction of squares is an arrow."""
    if isinstance(value, list):
        return ("" if any(isinstance(member, Direction) for member in value) else " ").join(map(clue_text, value))
    return ARROWS.get(value.name, value.name) if isinstance(value, Direction) else printable(str(value))


def _column_width(column: Mapping[int, str]) -> int:
    return max(map(text_width, column.values()), default=0)


class _Drawing:
    """A board with lines. A line between two cells is thick if they lie in different sets of areas.

    If there are boxes, they have the thick lines; the areas are cages inside them, and lines inside a cage are dashed.
    """

    def __init__(
        self,
        grid: Grid,
        texts: Mapping[Cell, str],
        styles: Mapping[Cell, str],
        outside: TerminalClues,
        cell_width: int,
        looks: Mapping[str, Look],
        boxes: Sequence[BoxCells],
    ) -> None:
        self.board = grid.board
        self.texts = texts
        self.styles = styles
        self.outside = outside
        self.cell_width = cell_width
        areas = _memberships([frozenset(area) for kind in outlined_kinds(grid, looks) for area in kind])
        self.frames = _memberships(boxes) if boxes else areas
        self.cages = areas if boxes else {}
        at = [(row, column) for row in range(-1, self.board.height + 1) for column in range(-1, self.board.width + 1)]
        self.upright = {(row, column): self._weight(row, column, row, column - 1) for row, column in at}
        self.level = {(row, column): self._weight(row, column, row - 1, column) for row, column in at}

    def lines(self) -> list[Line]:
        """Return all lines, clues included."""
        indent = Piece(" " * self.outside.left_width)
        drawn = self.outside.frame_lines("top", self.cell_width)
        for row in range(self.board.height + 1):
            drawn.append([indent, Piece(self._rule(row), "line")])
            if row < self.board.height:
                drawn.append(self._row(row))
        return drawn + self.outside.frame_lines("bottom", self.cell_width)

    def _row(self, row: int) -> Line:
        line = [self.outside.beside("left", row)]
        for column in range(self.board.width + 1):
            is_dashed = self._is_dashed(row, column, row, column - 1)
            line.append(Piece(DASHES[1] if is_dashed else _vertical(self.upright[row, column]), "line"))
            cell = self.board.at(row, column)
            if cell is not None:
                shown = _centre(self.texts.get(cell, ""), self.cell_width)
                line.append(Piece(shown, self.styles.get(cell, "")))
        line.append(self.outside.beside("right", row))
        return line

    def _rule(self, row: int) -> str:
        """Return the horizontal line above a row."""
        text = ""
        for column in range(self.board.width + 1):
            ends = self.upright[row - 1, column], self.level[row, column], self.upright[row, column], self.level[row, column - 1]
            text += signs()[ends]
            if column < self.board.width:
                is_dashed = self._is_dashed(row, column, row - 1, column)
                text += (DASHES[0] if is_dashed else _horizontal(self.level[row, column])) * self.cell_width
        return text.rstrip()

    def _weight(self, row: int, column: int, before_row: int, before_column: int) -> int:
        """Return the weight of the line between two positions: 0 none, 1 thin, 2 thick."""
        first, second = self.board.cell(before_row, before_column), self.board.cell(row, column)
        if first is None and second is None:
            return 0
        if first is None or second is None:
            return 2
        return 1 if self.frames.get(first) == self.frames.get(second) else 2

    def _is_dashed(self, row: int, column: int, before_row: int, before_column: int) -> bool:
        """Check whether the line between two positions lies inside a cage, and not on the border of a box."""
        if not self.cages:
            return False
        first, second = self.board.cell(before_row, before_column), self.board.cell(row, column)
        is_inside = first in self.cages and second in self.cages and self.cages[first] == self.cages[second]
        return is_inside and self._weight(row, column, before_row, before_column) == 1


def _memberships(areas: Iterable[BoxCells]) -> dict[Cell | None, list[int]]:
    """Return the numbers of the areas that each cell lies in."""
    members: dict[Cell | None, list[int]] = {}
    for number, area in enumerate(areas):
        for cell in area:
            members.setdefault(cell, []).append(number)
    return members


def _horizontal(weight: int) -> str:
    return signs()[0, weight, 0, weight]


def _vertical(weight: int) -> str:
    return signs()[weight, 0, weight, 0]


@functools.cache
def signs() -> Mapping[tuple[int, int, int, int], str]:
    """Return the sign for each combination of line weights up, right, down and left, read off the Unicode names.

    >>> signs()[0, 2, 2, 0], signs()[1, 1, 1, 1], signs()[0, 0, 0, 0]
    ('┏', '┼', ' ')
    """
    signs = {(0, 0, 0, 0): " "}
    for code in range(0x2500, 0x2580):
        name = unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
        if any(word in name for word in ("DOUBLE", "DASH", "ARC", "DIAGONAL")):
            continue
        weights = {"UP": 0, "RIGHT": 0, "DOWN": 0, "LEFT": 0}
        for part in name.split(" AND "):
            words = part.split()
            weight = next((word for word in (words[0], words[-1], name.split()[0]) if word in ("LIGHT", "HEAVY")), "")
            for word in words:
                for direction in {"HORIZONTAL": ("LEFT", "RIGHT"), "VERTICAL": ("UP", "DOWN")}.get(word, (word,)):
                    if direction in weights:
                        weights[direction] = 2 if weight == "HEAVY" else 1
        signs.setdefault((weights["UP"], weights["RIGHT"], weights["DOWN"], weights["LEFT"]), chr(code))
    return signs


def text_width(text: str) -> int:
    """Return the columns of a terminal that a text takes."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _centre(text: str, width: int) -> str:
    free = max(0, width - text_width(text))
    return " " * (free // 2) + text + " " * (free - free // 2)
