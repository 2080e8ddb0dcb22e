"""A board of hexagons that stand on a corner: rows of cells, each row centred over the next.

A cell is named by its row and its position in the row. Where it lies is counted in halves of a cell from the left end of the
longest row: the cells beside it in its row lie 2 further, those of the next row 1. Neighbouring rows have to differ by an odd
number of cells, because otherwise cells would lie right below others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NoReturn

from ..syntax.diagnostics import Code, Fault
from .area import Area, AreaKind, Line
from .board import Board
from .places import Border, Cell, Corner, Direction, Link
from .plane import Point
from .sides import Side
from .tiling import Position, Tiling

_WAYS = (("up_right", -1, 1), ("right", 0, 2), ("down_right", 1, 1), ("down_left", 1, -1), ("left", 0, -2), ("up_left", -1, -1))
_CORNERS = {
    "top": (-2, 0),
    "upper left": (-1, -1),
    "upper right": (-1, 1),
    "lower left": (1, -1),
    "lower right": (1, 1),
    "bottom": (2, 0),
}
_ENDS = (
    ("top", "upper right"),
    ("upper right", "lower right"),
    ("lower right", "bottom"),
    ("bottom", "lower left"),
    ("lower left", "upper left"),
    ("upper left", "top"),
)


class Hexagons(Board):
    """A board of hexagons whose rows have the given lengths, without the cells at `holes` (row and position from 0).

    >>> board = Hexagons("main", [2, 3, 2])
    >>> [cell.name for cell in board.neighbors(board.at(1, 1))]
    ['r1c2', 'r2c3', 'r3c2', 'r3c1', 'r2c1', 'r1c1']
    >>> [str(cell) for cell in board.ray(board.at(0, 0), board.directions[2])]
    ['r2c2', 'r3c2']
    """

    def __init__(self, name: str, lengths: Sequence[int], holes: Iterable[Point] = ()) -> None:
        width = max(lengths)
        beyond = {(row, column) for row, length in enumerate(lengths) for column in range(length, width)}
        super().__init__(name, len(lengths), width, {*holes, *beyond})
        for position in beyond:
            del self._positions[position]
        self.row_lengths = list(lengths)
        self.directions = tuple(Direction(word, down, right, self) for word, down, right in _WAYS)
        self.diagonal_directions = ()

    @property
    def extent(self) -> str:
        """Return the size, in words."""
        return f"rows of {', '.join(map(str, self.row_lengths))} cells"

    @property
    def is_of_squares(self) -> bool:
        """Return false."""
        return False

    @property
    def is_plane(self) -> bool:
        """Return false: a board of hexagons has no columns."""
        return False

    @property
    def peculiarity(self) -> str:
        """Return the words for how it differs from a plane of squares."""
        return "has hexagons"

    @property
    def tiling(self) -> Tiling:
        """Return that the plane is tiled with hexagons."""
        return Tiling.HEXAGONS

    def position(self, cell: Cell) -> Position:
        """Return the position of a cell in the tiling.

        >>> board = Hexagons("main", [2, 3])
        >>> [board.position(cell) for cell in board.cells]
        [(0, 0), (0, 1), (1, -1), (1, 0), (1, 1)]
        """
        return cell.row, (self.across(cell) - cell.row) // 2

    def across(self, cell: Cell) -> int:
        """Return how far right a cell lies, in halves of a cell."""
        return self.width - self.row_lengths[cell.row] + 2 * cell.column

    def step(self, cell: Cell, direction: Direction, times: int = 1) -> Cell | None:
        """Return the cell after `times` steps; None off the board and at a hole. Holes on the way do not matter."""
        row = cell.row + times * direction.down
        if not 0 <= row < self.height:
            return None
        right = self.across(cell) + times * direction.right
        return self.cell(row, (right - self.width + self.row_lengths[row]) // 2)

    def touching(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours in reading order: cells that share a corner share a side."""
        return tuple(sorted(self.neighbors(cell), key=lambda other: (other.row, other.column)))

    def knight_moves(self, cell: Cell) -> tuple[Cell, ...]:
        """Raise `Fault`: a knight moves on squares."""
        self.only_squares("`knight_moves`")

    def between(self, first: Cell, last: Cell) -> Area | None:
        """Return the cells strictly between two cells of one line in any of the three directions; None if they share none."""
        for way in self.directions:
            for times in range(1, max(self.height, self.width)):
                if self.step(first, way, times) is last:
                    steps = (self.step(first, way, time) for time in range(1, times))
                    return Area(tuple(cell for cell in steps if cell is not None), f"between {first} and {last}")
        return None

    def distance(self, first: Cell, last: Cell) -> int | None:
        """Return the number of steps between neighbours from one cell to another; None if there is no path."""
        return self._walked_distance(first, last)

    # between cells

    def side(self, place: Cell | Corner, direction: Direction) -> Border | None:
        """Return the side of a cell in a direction; raise `Fault` for a corner, from which sides lead in other directions."""
        if isinstance(place, Corner):
            self.only_squares("`side` from a corner", "the sides that end in a corner are corner.borders")
        return super().side(place, direction)

    def _corner_points(self, cell: Cell) -> tuple[Point, ...]:
        return tuple((3 * cell.row + down, self.across(cell) + right) for down, right in _CORNERS.values())

    def _side(self, cell: Cell, direction: Direction) -> Side:
        at = self.directions.index(direction)
        first, last = (_CORNERS[corner] for corner in _ENDS[at])
        down, right = 3 * cell.row, self.across(cell)
        ends = (down + first[0], right + first[1]), (down + last[0], right + last[1])
        other = self.step(cell, direction)
        if other is None:
            return ends, f"{direction} of {cell}"
        return ends, "-".join(str(one) for one in sorted((cell, other), key=lambda one: (one.row, one.column)))

    def corner_name(self, row: int, column: int) -> str:
        """Return the name of a corner: its first cell, and where it lies there: `top of r2c2`."""
        cell = self.cells_at[self._corner_at[row, column]][0]
        word = list(_CORNERS)[self._corner_points(cell).index((row, column))]
        return f"{word} of {cell}"

    def midpoint(self, first: Point, second: Point) -> tuple[Link | Border | Corner, ...]:
        """Return the link and the border between two neighbours; empty for other positions."""
        cells = self.cell(*first), self.cell(*second)
        if cells[0] is None or cells[1] is None or cells[1] not in self.neighbors(cells[0]):
            return ()
        return self.link_between[cells[0], cells[1]], self.border_between[cells[0], cells[1]]

    # lines and areas

    def lines(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """Return the lines of the board or of an area: rows, then lines down to the right, then lines down to the left."""
        inside = list(self.cells if area is None else area)
        down_right, down_left = self.directions[2:4]
        return (
            *self.rows(area if area is None else inside, of),
            *self._slanted_lines(inside, of, down_right),
            *self._slanted_lines(inside, of, down_left),
        )

    def _slanted_lines(self, inside: Sequence[Cell], of: str, way: Direction) -> tuple[Line, ...]:
        """Return the lines in a direction, from left to right, numbered as on the board."""

        def number(cell: Cell) -> int:
            return (self.across(cell) - way.right * cell.row) // 2

        first = min(map(number, self.cells))
        return self._lines(inside, of, f"{way} line", way, lambda cell: (number(cell) - first, cell.row))

    def columns(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """Raise `Fault`: a board of hexagons has no columns."""
        self.only_squares("`columns`", "use `rows`, or `lines` for the lines in all three directions")

    def view(self, side: str, index: int) -> Line:
        """Return the row seen from the left or right, in viewing order; raise `Fault` for other sides."""
        if side not in ("left", "right"):
            self.only_squares(f"a view from the {side}", "you can view rows from the left or from the right")
        return super().view(side, index)

    def diagonals(self, area: Collection[Cell]) -> tuple[Line, Line] | None:
        """Raise `Fault`: a board of hexagons has no diagonals."""
        self.only_squares("`diagonals`", "use `lines` for the lines in all three directions")

    def segments(self, area: Iterable[Cell] | None = None, least: int = 2) -> AreaKind:
        """Raise `Fault`: segments go across and down."""
        self.only_squares("`segments`")

    def blocks(self, height: int, width: int) -> tuple[Area, ...]:
        """Raise `Fault`: blocks are rectangles."""
        self.only_squares("`blocks`", "for the cells around a corner use `corner.cells`, around a cell `neighbors(c)`")

    def boxes(self, height: int, width: int) -> tuple[Area, ...]:
        """Raise `Fault`: boxes are rectangles."""
        self.only_squares("`boxes`", "write areas of any form under `areas`")

    def only_squares(self, what: str, help: str = "") -> NoReturn:
        """Raise `Fault`: only a board of squares supports this."""
        raise Fault(Code.WRONG_KIND, f"{what} works only on boards of squares; this board {self.peculiarity}", help)
