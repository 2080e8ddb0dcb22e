"""Draw layers over links and borders in a terminal: as lines, with the clues of cells in between.

A link that stands for a wall is a line between its cells, and not one from cell to cell. Then the rim of the board is drawn too.

The paper is measured in half cells, as in `plane.py`: a half cell is one line high and two columns wide, so that cells look
square.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.geometry.plane import Point, middle, point
from gridwright.compiler.language.look import Look
from gridwright.compiler.language.spec import Grid, Layer
from gridwright.compiler.values import BLANK, Value

from .terminal import MARK, Line, Piece, TerminalClues, clue_text, signs, text_width
from .terminal_signs import NO_LOOK, NO_LOOKS, sign_of_value

CELL_WIDTH = 3
TOO_WIDE = "…"  # for a clue that has no room
THICK = 2
UP, RIGHT, DOWN, LEFT = range(4)
NO_LINES = (0, 0, 0, 0)
NO_SIGNS: Mapping[Value, Piece] = {}
EMPTY = Piece(" ")


def is_drawn(layer: Layer) -> bool:
    """Check whether a layer lies over links or borders, so that it is drawn as lines."""
    return all(isinstance(place, Link) for place in layer.places) or all(isinstance(place, Border) for place in layer.places)


def draw_lines(
    grid: Grid,
    layer: Layer,
    values: Sequence[Value],
    *,
    width: int,
    signs_at: Mapping[Value, Piece] = NO_SIGNS,
    marked: Collection[Clue] = (),
    are_walls: bool = False,
    looks: Mapping[str, Look] = NO_LOOKS,
) -> list[Line] | None:
    """Return the picture of a layer of lines, line by line; None if it is too wide, or not on a plane of squares.

    `signs_at` has signs for the middle of some places; clues that are `marked` have a sign too. `are_walls`: links are walls.
    `looks`: those of `display`.
    """
    outside = TerminalClues(grid, marked)
    if not grid.board.is_plane or outside.left_width + outside.right_width + grid.board.width * (CELL_WIDTH + 1) + 1 > width:
        return None
    return _Paper(grid, layer, values, signs_at, marked, are_walls=are_walls, looks=looks).lines(outside)


def line_points(grid: Grid, layer: Layer, *, are_walls: bool = False) -> tuple[list[Point], int, int] | None:
    """Return where a drawing of lines has its points, in half cells, how many lines it takes, and how many it lacks above the
    board; None if the layer is not drawn on this board.
    """
    if not grid.board.is_plane or not layer.places:
        return None
    points = [point(place) for place in _ends_of_lines(grid, layer, are_walls)]
    trimmed = 0 if any(down == 0 for down, _ in points) else 1
    return points, 2 * grid.board.height + 1 - 2 * trimmed, trimmed


def _ends_of_lines(grid: Grid, layer: Layer, are_walls: bool) -> Iterable[Cell | Corner]:
    """Return the places at which lines end: corners, or the cells that links join."""
    return grid.board.corners if are_walls or any(isinstance(place, Border) for place in layer.places[:1]) else grid.board.cells


class _Paper:
    """A board with a line for every place that is not false, 0 or blank."""

    def __init__(
        self,
        grid: Grid,
        layer: Layer,
        values: Sequence[Value],
        signs_at: Mapping[Value, Piece],
        marked: Collection[Clue],
        *,
        are_walls: bool,
        looks: Mapping[str, Look],
    ) -> None:
        self.grid = grid
        self.looks = looks
        self.marked = frozenset(marked)
        self.board = grid.board
        self.signs: dict[Point, Piece] = {}  # by line and column
        self.weights: dict[Point, list[int]] = {}
        self.styles: dict[Point, str] = {}
        for end in _ends_of_lines(grid, layer, are_walls):
            self.weights[point(end)] = list(NO_LINES)
        if are_walls:
            for border in (border for border in self.board.borders if len(border.cells) == 1):
                self._stretch(border, THICK, "line")
        for place, value in zip(layer.places, values, strict=True):
            weight = _weight(layer, value)
            if weight:
                self._stretch(place.border if are_walls else place, weight, "found")
        self._points()
        self._clues()
        for place, sign in signs_at.items():
            down, right, _ = middle(place)
            self.signs[down, 2 * right] = sign

    def _stretch(self, place: Link | Border, weight: int, style: str) -> None:
        down, right, orientation = middle(place)
        first, last = place.cells if isinstance(place, Link) else place.corners
        start, end, column = point(first), point(last), 2 * right
        self.styles[start] = self.styles[end] = style
        if orientation == "across":
            self.weights[start][RIGHT] = self.weights[end][LEFT] = weight
            sign = _line((0, weight, 0, weight), style)
            self.signs[down, column - 1] = self.signs[down, column] = self.signs[down, column + 1] = sign
        else:
            self.weights[start][DOWN] = self.weights[end][UP] = weight
            self.signs[down, column] = _line((weight, 0, weight, 0), style)

    def _points(self) -> None:
        for (down, right), (above, after, below, before) in self.weights.items():
            weights = (above, after, below, before)
            piece = Piece("·", "line") if weights == NO_LINES else _line(weights, self.styles[down, right])
            self.signs[down, 2 * right] = piece

    def _clues(self) -> None:
        """Write the clues of cells: all clues of a cell if there is room for them, and only one column of text on a line."""
        clues_of_cell: dict[Cell, list[Clue]] = {}
        for clue in (clue for group in self.grid.clue_groups for clue in group):
            if isinstance(clue.place, Cell):
                clues_of_cell.setdefault(clue.place, []).append(clue)
        for cell, clues in clues_of_cell.items():
            is_marked = not self.marked.isdisjoint(clues)
            down, right = point(cell)
            is_free = not any(self.weights.get((down, right), NO_LINES))
            most = CELL_WIDTH if is_free else 1
            signs_of_clues = [clue_sign(clue, self.looks) for clue in clues]
            texts = [MARK * is_marked + text for text in ("".join(signs_of_clues), signs_of_clues[0])]
            text = next((text for text in texts if text_width(text) <= most), TOO_WIDE if is_free else "")
            width = text_width(text)
            if width == len(text) and 0 < width <= most:
                start = 2 * right - (width - 1) // 2
                self.signs.update(
                    ((down, start + at), Piece(sign, "conflict" if is_marked else "clue")) for at, sign in enumerate(text)
                )

    def lines(self, outside: TerminalClues) -> list[Line]:
        """Return all lines, outside clues included, without an empty rim."""
        drawn = []
        indent = Piece(" " * outside.left_width)
        for down in range(2 * self.board.height + 1):
            row, is_row = divmod(down, 2)
            line = [outside.beside("left", row) if is_row else indent]
            line += [self.signs.get((down, at), EMPTY) for at in range(4 * self.board.width + 1)]
            if is_row:
                line.append(outside.beside("right", row))
            drawn.append(line)
        if not any(down == 0 for down, _ in self.weights):
            drawn = drawn[1:-1]
        return outside.frame_lines("top", CELL_WIDTH) + drawn + outside.frame_lines("bottom", CELL_WIDTH)


@functools.cache
def _line(weights: tuple[int, int, int, int], style: str) -> Piece:
    """Return the sign of lines up, right, down and left."""
    return Piece(signs()[weights], style)


def clue_sign(clue: Clue, looks: Mapping[str, Look]) -> str:
    """Return the sign of the symbol that `display` draws for a clue, or else the text of the clue."""
    return sign_of_value(looks.get(clue.group, NO_LOOK), clue.value) or clue_text(clue.value)


def _weight(layer: Layer, value: Value) -> int:
    """Return the weight of a line: the number itself if the layer's numbers are at most 2, otherwise thick."""
    if value is BLANK or value is False or value == 0:
        return 0
    if layer.is_unbounded:
        return THICK
    is_counted = all(isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= THICK for number in layer.values)
    return int(value) if is_counted else THICK
