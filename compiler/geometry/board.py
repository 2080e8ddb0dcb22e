"""One board: which cells there are, and what is beside, before and between what.

Everything is derived from a few things: the cells, `step`, which says where one arrives from a cell in a direction, and for what
lies between cells (`sides`), where the corners of a cell are. A wrapped board differs in these, and so does one of hexagons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable
from functools import cached_property
from operator import attrgetter
from typing import Any

from .area import Area, AreaKind, Line, Segment
from .places import Border, Cell, Corner, Direction, Link
from .plane import Point
from .sides import Side, Sides
from .tiling import Position, Tiling

_KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_TOUCHING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
_ROW_AND_COLUMN = attrgetter("row", "column")
MOST_SIZES = 16  # of blocks that are kept
SIDES = ("left", "right", "top", "bottom")


class Board(Sides):
    """A board of `height` rows and `width` columns, without the cells at `holes` (row and column from 0).

    `wrap`: which lines go on over the edge at the other side, `rows`, `columns` or `both`. A step over the edge arrives
    there, so that neighbours, windows and distances go over it; rows and columns stay as long as they are.

    >>> board = Board("main", 2, 3, holes=[(0, 1)])
    >>> [cell.name for cell in board.cells]
    ['r1c1', 'r1c3', 'r2c1', 'r2c2', 'r2c3']
    >>> [cell.name for cell in board.neighbors(board.at(1, 1))]
    ['r2c3', 'r2c1']
    """

    kind = "a grid"
    attributes = ("name", "height", "width", "cells", "links", "borders", "corners", "wraps")

    def __init__(self, name: str, height: int, width: int, holes: Iterable[Point] = (), wrap: str = "") -> None:
        self.name = name
        self.height = height
        self.width = width
        self.row_lengths = [width] * height
        self._wraps_right = wrap in ("rows", "both")
        self._wraps_down = wrap in ("columns", "both")
        self.wraps = self._wraps_right or self._wraps_down
        gone = set(holes)
        self._positions = {
            (row, column): Cell(row, column, (row, column) in gone, self) for row in range(height) for column in range(width)
        }
        # Placements that rules have used, since others use the same: of single shapes, and of whole lists.
        self.laid_out: dict[Hashable, tuple[Any, ...]] = {}
        self.placed: dict[Hashable, Any] = {}
        # What is joined by a field, for each place: rules ask for the group of one place after the other.
        self.incident: dict[Hashable, tuple[Any, dict[Any, list[tuple[int, Any]]]]] = {}
        self.cells = Area(tuple(cell for cell in self._positions.values() if not cell.hole), "cells")
        self.directions = tuple(
            Direction(word, down, right, self)
            for word, down, right in (("up", -1, 0), ("right", 0, 1), ("down", 1, 0), ("left", 0, -1))
        )
        self.diagonal_directions = tuple(
            Direction(word, down, right, self)
            for word, down, right in (("up_right", -1, 1), ("down_right", 1, 1), ("down_left", 1, -1), ("up_left", -1, -1))
        )

    def __str__(self) -> str:
        return self.name or "grid"

    @property
    def extent(self) -> str:
        """Return the size, in words."""
        return f"{self.height} rows and {self.width} columns"

    @cached_property
    def holes(self) -> tuple[Cell, ...]:
        """Return the holes, in reading order."""
        return tuple(cell for cell in self._positions.values() if cell.hole)

    # from a place to other places

    def at(self, row: int, column: int) -> Cell | None:
        """Return the cell or hole at a position (from 0); None off the board."""
        return self._positions.get((row, column))

    def cell(self, row: int, column: int) -> Cell | None:
        """Return the cell at a position (from 0); None off the board and at a hole."""
        cell = self._positions.get((row, column))
        return None if cell is None or cell.hole else cell

    def step(self, cell: Cell, direction: Direction, times: int = 1) -> Cell | None:
        """Return the cell after `times` steps; None off the board and at a hole. Holes on the way do not matter."""
        return self._arrive(cell.row + times * direction.down, cell.column + times * direction.right)

    def _arrive(self, row: int, column: int) -> Cell | None:
        """Return the cell at a position, across the edge if the board is wrapped; None off the board and at a hole."""
        return self.cell(*self._point(row, column)) if self.wraps else self.cell(row, column)

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with a cell or a hole, in the order of the directions."""
        return self._neighbors[cell]

    def touching(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side or a corner with it, in reading order."""
        return self._offsets(cell, _TOUCHING)

    def knight_moves(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells a knight's move away, in reading order."""
        return self._offsets(cell, _KNIGHT)

    def ray(self, cell: Cell, direction: Direction) -> Line:
        """Return the cells from beside `cell` to the edge of the board, to before the next hole, or once around.

        It is the same object each time, by which what is found for it is looked up.
        """
        known = self._rays.get((cell, direction))
        if known is not None:
            return known
        cells = []
        at = self.step(cell, direction)
        while at is not None and at is not cell:
            cells.append(at)
            at = self.step(at, direction)
        backward = (direction.down, direction.right) < (0, 0)
        line = Line(tuple(cells), f"{direction} from {cell}", direction=direction, backward=backward)
        return self._rays.setdefault((cell, direction), line)

    def between(self, first: Cell, last: Cell) -> Area | None:
        """Return the cells strictly between two cells of one row, column or diagonal; None if they share none."""
        down, right = last.row - first.row, last.column - first.column
        length = max(abs(down), abs(right))
        if length == 0 or (down and right and abs(down) != abs(right)):
            return None
        steps = [self.cell(first.row + i * (down // length), first.column + i * (right // length)) for i in range(1, length)]
        return Area(tuple(cell for cell in steps if cell is not None), f"between {first} and {last}")

    def distance(self, first: Cell, last: Cell) -> int | None:
        """Return the number of steps between neighbours from one cell to another; None if there is no path."""
        if len(self.cells) == self.height * self.width:
            down, right = abs(first.row - last.row), abs(first.column - last.column)
            down = min(down, self.height - down) if self._wraps_down else down
            return down + (min(right, self.width - right) if self._wraps_right else right)
        return self._walked_distance(first, last)

    def _walked_distance(self, first: Cell, last: Cell) -> int | None:
        if first.hole:
            return None
        if first not in self._distances:
            reached = {first: 0}
            queue = deque([first])
            while queue:
                cell = queue.popleft()
                for other in self.neighbors(cell):
                    if other not in reached:
                        reached[other] = reached[cell] + 1
                        queue.append(other)
            self._distances[first] = reached
        return self._distances[first].get(last)

    def _offsets(self, cell: Cell, offsets: tuple[tuple[int, int], ...]) -> tuple[Cell, ...]:
        """Return the cells at some offsets, each once, without the cell itself, in reading order."""
        known = self._nearby.get((cell, offsets))
        if known is None:
            cells = {self._arrive(cell.row + down, cell.column + right) for down, right in offsets} - {None, cell}
            known = self._nearby[cell, offsets] = _in_reading_order(other for other in cells if other is not None)
        return known

    @cached_property
    def _neighbors(self) -> dict[Cell, tuple[Cell, ...]]:
        """Return the neighbours of each cell, each once and never the cell itself, also on a small wrapped board where steps
        lead there again.
        """
        neighbors: dict[Cell, tuple[Cell, ...]] = {}
        for cell in (*self.cells, *self.holes):
            reached = dict.fromkeys(self.step(cell, way) for way in self.directions)
            neighbors[cell] = tuple(other for other in reached if other is not None and other is not cell)
        return neighbors

    @cached_property
    def _rays(self) -> dict[tuple[Cell, Direction], Line]:
        return {}

    @cached_property
    def _nearby(self) -> dict[tuple[Cell, tuple[tuple[int, int], ...]], tuple[Cell, ...]]:
        return {}

    @cached_property
    def _blocks(self) -> dict[tuple[int, int], tuple[Area, ...]]:
        return {}

    @cached_property
    def _distances(self) -> dict[Cell, dict[Cell, int]]:
        return {}

    # between cells

    def side(self, place: Cell | Corner, direction: Direction) -> Border | None:
        """Return the side of a cell in a direction, or the one that leads in that direction from a corner; None without one."""
        if isinstance(place, Cell):
            return self.side_of_cell(place, direction)
        across = [way for way in self.directions if way.down * direction.down + way.right * direction.right == 0]
        for way in across if direction in self.directions else ():  # the two cells between which it leads away
            down, right = direction.down + way.down, direction.right + way.right
            cell = self._arrive(place.row + (down - 1) // 2, place.column + (right - 1) // 2)
            if cell is not None:
                return self.border_at(cell, way.opposite)
        return None

    def _corner_points(self, cell: Cell) -> tuple[Point, ...]:
        return tuple(self._point(cell.row + down, cell.column + right) for down in (0, 1) for right in (0, 1))

    def _point(self, row: int, column: int) -> Point:
        """Return the top left corner of a position; at the seam of a wrapped board, before the first row or column."""
        return row % self.height if self._wraps_down else row, column % self.width if self._wraps_right else column

    def _side(self, cell: Cell, direction: Direction) -> Side:
        here, there = (cell.row, cell.column), (cell.row + direction.down, cell.column + direction.right)
        first, second = sorted((here, there))
        row, column = self._point(*second)
        up, left = first[0] - second[0] + row, first[1] - second[1] + column
        end = (row, column + 1) if up < row else (row + 1, column)
        return ((row, column), self._point(*end)), f"r{up + 1}c{left + 1}-r{row + 1}c{column + 1}"

    def corner_name(self, row: int, column: int) -> str:
        """Return the midpoint of two cells that touch there: `r1c1-r2c2`."""
        return f"r{row}c{column}-r{row + 1}c{column + 1}"

    @property
    def all_directions(self) -> tuple[Direction, ...]:
        """Return every direction that has a name: those to neighbours, then the diagonal ones."""
        return (*self.directions, *self.diagonal_directions)

    @property
    def is_of_squares(self) -> bool:
        """Check whether the cells are squares, wrapped or not."""
        return True

    @property
    def is_plane(self) -> bool:
        """Check whether rows and columns of squares lie side by side in the plane, with an edge around them."""
        return not self.wraps

    @property
    def peculiarity(self) -> str:
        """Return the words for how it differs from a plane of squares."""
        return "wraps around"

    @property
    def tiling(self) -> Tiling | None:
        """Return the tiling of the board's plane; None if the board wraps around."""
        return Tiling.SQUARES if self.is_plane else None

    def position(self, cell: Cell) -> Position:
        """Return the position of a cell in the tiling."""
        return cell.row, cell.column

    def midpoint(self, first: Point, second: Point) -> tuple[Link | Border | Corner, ...]:
        """Return the places at the midpoint of two positions (from 0): a link and a border, a border, a corner, or none."""
        if not self.wraps:
            return self._middle(first, second)
        around_down = (0, -self.height, self.height) if self._wraps_down else (0,)
        around_right = (0, -self.width, self.width) if self._wraps_right else (0,)
        ways = ((second[0] + down, second[1] + right) for down in around_down for right in around_right)
        return next((middle for way in ways if (middle := self._middle(first, way))), ())

    def _middle(self, first: Point, second: Point) -> tuple[Link | Border | Corner, ...]:
        down, right = second[0] - first[0], second[1] - first[1]
        if abs(down) == abs(right) == 1:
            corner = self._corner_at.get(self._point(max(first[0], second[0]), max(first[1], second[1])))
            return (corner,) if corner else ()
        for position, sign in ((first, 1), (second, -1)):
            cell = self._arrive(*position)
            way = self._way_by_step.get((sign * down, sign * right))
            if cell is not None and way is not None:
                border = self.border_at(cell, way)
                return (self.link_between[border.cells[0], border.cells[1]], border) if len(border.cells) == 2 else (border,)
        return ()

    @cached_property
    def _way_by_step(self) -> dict[tuple[int, int], Direction]:
        return {(way.down, way.right): way for way in self.directions}

    # lines

    def rows(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """Return the rows of the board or of an area, top to bottom, each left to right, gaps closed up.

        A row of the board that has holes only is empty, so that row i stands at i; of an area such rows are left out.
        """
        return self._lines(area, of, "row", self.directions[1], lambda cell: (cell.row, cell.column), self.height)

    def columns(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """Return the columns of the board or of an area, left to right, top to bottom, gaps closed; empty ones as for rows."""
        return self._lines(area, of, "column", self.directions[2], lambda cell: (cell.column, cell.row), self.width)

    def lines(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """Return the rows, then the columns, of the board or of an area."""
        inside = None if area is None else list(area)
        return (*self.rows(inside, of), *self.columns(inside, of))

    def _lines(
        self,
        area: Iterable[Cell] | None,
        of: str,
        word: str,
        way: Direction,
        key: Callable[[Cell], tuple[int, int]],
        number: int = 0,
    ) -> tuple[Line, ...]:
        """Return the lines by `key`: the number of a cell's line and its position there; of the board at least `number`."""
        groups: dict[int, list[Cell]] = {at: [] for at in range(number if area is None else 0)}
        for cell in sorted(self.cells if area is None else area, key=key):
            groups.setdefault(key(cell)[0], []).append(cell)
        suffix = f" of {of}" if of else ""
        return tuple(Line(tuple(cells), f"{word} {at + 1}{suffix}", direction=way) for at, cells in groups.items())

    def view(self, side: str, index: int) -> Line:
        """Return the row or column seen from a side, in viewing order, without holes."""
        if side in ("left", "right"):
            cells = [cell for column in range(self.width) if (cell := self.cell(index, column))]
            name = f"row {index + 1} from the {side}"
        else:
            cells = [cell for row in range(self.height) if (cell := self.cell(row, index))]
            name = f"column {index + 1} from the {side}"
        backward = side in ("right", "bottom")
        way = self.directions[{"left": 1, "right": 3, "top": 2, "bottom": 0}[side]]
        seen = tuple(reversed(cells) if backward else cells)
        return Line(seen, name, direction=way, side=side, index=index, backward=backward)

    def views(self, side: str) -> tuple[Line, ...]:
        """Return all lines seen from a side, top to bottom or left to right."""
        return tuple(self.view(side, index) for index in range(self.height if side in ("left", "right") else self.width))

    def diagonals(self, area: Collection[Cell]) -> tuple[Line, Line] | None:
        """Return the two long diagonals of a square, both from the top down; None if the area is no square."""
        top, left = min(cell.row for cell in area), min(cell.column for cell in area)
        size = max(cell.row for cell in area) - top + 1
        if size != max(cell.column for cell in area) - left + 1:
            return None
        inside = set(area)
        falling = [self.cell(top + i, left + i) for i in range(size)]
        rising = [self.cell(top + i, left + size - 1 - i) for i in range(size)]
        lines = [
            Line(tuple(cell for cell in cells if cell in inside), name)
            for name, cells in (("falling diagonal", falling), ("rising diagonal", rising))
        ]
        return lines[0], lines[1]

    def segments(self, area: Iterable[Cell] | None = None, least: int = 2) -> AreaKind:
        """Return the gapless runs of at least `least` cells in rows and columns, numbered as in a crossword."""
        inside = dict.fromkeys(self.cells if area is None else _in_reading_order(area))
        across: list[Segment] = []
        down: list[Segment] = []
        number = 0
        for cell in inside:
            starts = []
            for entries, way in ((across, self.directions[1]), (down, self.directions[2])):
                if self._beside(cell, way.opposite) in inside:
                    continue
                stretch = [cell]
                while (further := self._beside(stretch[-1], way)) in inside and further is not None:
                    stretch.append(further)
                if len(stretch) >= least:
                    starts.append((entries, way, stretch))
            number += bool(starts)
            for entries, way, stretch in starts:
                is_across = entries is across
                name = f"{number}{'A' if is_across else 'D'}"
                entries.append(Segment(tuple(stretch), name, direction=way, number=number, across=is_across))
        return AreaKind("segments", (*across, *down))

    def _beside(self, cell: Cell, way: Direction) -> Cell | None:
        """Return the next cell in a direction, never across the edge: lines do not grow on a wrapped board."""
        return self.cell(cell.row + way.down, cell.column + way.right)

    # areas

    def blocks(self, height: int, width: int) -> tuple[Area, ...]:
        """Return all windows of a size whose cells all exist, in reading order of their top left cells.

        Over the edge of a wrapped board too; a window that is as wide as the board stands there once.
        """
        if (height, width) in self._blocks:
            return self._blocks[height, width]
        windows = (
            self._window(row, column, height, width)
            for row in range(self.height if self._wraps_down and height < self.height else self.height - height + 1)
            for column in range(self.width if self._wraps_right and width < self.width else self.width - width + 1)
        )
        blocks = tuple(window for window in windows if len(window) == height * width)
        if len(self._blocks) >= MOST_SIZES:  # those of all sizes of a large board would take gigabytes
            self._blocks.clear()
        return self._blocks.setdefault((height, width), blocks)

    def boxes(self, height: int, width: int) -> tuple[Area, ...]:
        """Return the boxes that partition the board; the size must divide the board's."""
        return tuple(
            self._window(row, column, height, width)
            for row in range(0, self.height, height)
            for column in range(0, self.width, width)
        )

    def boxes_of(self, area: Collection[Cell], height: int, width: int) -> tuple[Area, ...]:
        """Return the boxes that the rectangle around some cells divides into, without other cells; none that is empty."""
        top, left = min(cell.row for cell in area), min(cell.column for cell in area)
        inside: dict[tuple[int, int], list[Cell]] = {}
        for cell in _in_reading_order(area):
            inside.setdefault(((cell.row - top) // height, (cell.column - left) // width), []).append(cell)
        windows = (self._window(top + down * height, left + right * width, height, width) for down, right in sorted(inside))
        return tuple(Area(tuple(cells), window.name) for window, (_, cells) in zip(windows, sorted(inside.items()), strict=True))

    def _window(self, row: int, column: int, height: int, width: int) -> Area:
        positions = ((row + down, column + right) for down in range(height) for right in range(width))
        cells = tuple(cell for at in positions if (cell := self._arrive(*at)) is not None)
        last_row, last_column = self._point(row + height - 1, column + width - 1)
        return Area(cells, f"r{row + 1}c{column + 1}:r{last_row + 1}c{last_column + 1}")

    def around(self, area: Collection[Cell], *, corners: bool = False) -> Area:
        """Return the cells that share a side with an area, or a corner too, and are not in it, in reading order."""
        beside = self.touching if corners else self.neighbors
        return Area(_in_reading_order({other for cell in area for other in beside(cell)}.difference(area)))


def _in_reading_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=_ROW_AND_COLUMN))
