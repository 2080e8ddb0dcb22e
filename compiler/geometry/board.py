"""One board: which cells there are, and what is beside, before and between what.

Everything is derived from two things: the cells, and `step`, which says where one arrives from a cell in a direction. A board
that is wrapped or made of hexagons differs in these two only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Iterable, Sequence
from functools import cached_property

from .area import Area, AreaKind, Line, Segment
from .places import Border, Cell, Corner, Direction, Link

_KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_TOUCHING = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
SIDES = ("left", "right", "top", "bottom")


class Board:
    """A board of `height` rows and `width` columns, without the cells at `holes` (row and column from 0).

    >>> board = Board("main", 2, 3, holes=[(0, 1)])
    >>> [cell.name for cell in board.cells]
    ['r1c1', 'r1c3', 'r2c1', 'r2c2', 'r2c3']
    >>> [cell.name for cell in board.neighbors(board.at(1, 1))]
    ['r2c3', 'r2c1']
    """

    kind = "a grid"
    attributes = ("name", "height", "width", "cells", "links", "borders", "corners")

    def __init__(self, name: str, height: int, width: int, holes: Iterable[tuple[int, int]] = ()) -> None:
        self.name = name
        self.height = height
        self.width = width
        gone = set(holes)
        self._positions = {
            (row, column): Cell(row, column, (row, column) in gone, self) for row in range(height) for column in range(width)
        }
        self.laid_out: dict[Hashable, AreaKind] = {}  # placements that were asked for, because rules ask for the same again
        self.cells = Area(tuple(cell for cell in self._positions.values() if not cell.hole), "cells")
        self.directions = tuple(
            Direction(word, down, right, self)
            for word, down, right in (("up", -1, 0), ("right", 0, 1), ("down", 1, 0), ("left", 0, -1))
        )

    def __str__(self) -> str:
        return self.name or "grid"

    # from a place to other places

    def at(self, row: int, column: int) -> Cell | None:
        """The cell or hole at a position (from 0); none off the board."""
        return self._positions.get((row, column))

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell at a position (from 0); none off the board and at a hole."""
        cell = self._positions.get((row, column))
        return None if cell is None or cell.hole else cell

    def step(self, cell: Cell, direction: Direction, times: int = 1) -> Cell | None:
        """Where one arrives after so many steps; none off the board and at a hole. Holes on the way do not stop anybody."""
        return self.cell(cell.row + times * direction.down, cell.column + times * direction.right)

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side with it, in the order of the directions."""
        return self._neighbors[cell]

    def touching(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that share a side or a corner with it, in reading order."""
        return self._offsets(cell, _TOUCHING)

    def knight_moves(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells a knight's move away, in reading order."""
        return self._offsets(cell, _KNIGHT)

    def ray(self, cell: Cell, direction: Direction) -> Line:
        """The cells from beside `cell` to the edge of the board, or to before the next hole."""
        found = []
        at = self.step(cell, direction)
        while at is not None:
            found.append(at)
            at = self.step(at, direction)
        backward = direction.down + direction.right < 0
        return Line(tuple(found), f"{direction} from {cell}", direction=direction, backward=backward)

    def between(self, first: Cell, last: Cell) -> Area | None:
        """The cells strictly between two cells of one row, column or diagonal; none where there is no such line."""
        down, right = last.row - first.row, last.column - first.column
        length = max(abs(down), abs(right))
        if length == 0 or (down and right and abs(down) != abs(right)):
            return None
        steps = [self.cell(first.row + i * (down // length), first.column + i * (right // length)) for i in range(1, length)]
        return Area(tuple(cell for cell in steps if cell is not None), f"between {first} and {last}")

    def distance(self, first: Cell, last: Cell) -> int | None:
        """How many steps between neighbours lead from one cell to another; none where none do."""
        if len(self.cells) == self.height * self.width:
            return abs(first.row - last.row) + abs(first.column - last.column)
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

    def _offsets(self, cell: Cell, offsets: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
        found = (self.cell(cell.row + down, cell.column + right) for down, right in offsets)
        return tuple(other for other in found if other is not None)

    @cached_property
    def _neighbors(self) -> dict[Cell, tuple[Cell, ...]]:
        return {
            cell: tuple(other for way in self.directions if (other := self.step(cell, way)) is not None) for cell in self.cells
        }

    @cached_property
    def _distances(self) -> dict[Cell, dict[Cell, int]]:
        return {}

    # between cells

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """All links, by their first cell in reading order; to the right before down."""
        return tuple(dict.fromkeys(self.link_between[pair] for pair in self.link_between))

    @cached_property
    def link_between(self) -> dict[tuple[Cell, Cell], Link]:
        """The link of two neighbours, under both orders of the two."""
        found: dict[tuple[Cell, Cell], Link] = {}
        for cell in self.cells:
            for other in self.neighbors(cell):
                if (cell, other) not in found:
                    found[cell, other] = found[other, cell] = Link((cell, other))
        return found

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """All sides of cells, by cell in reading order, each cell's in the order of the directions, each side once."""
        return tuple(dict.fromkeys(border for borders in self.borders_of.values() for border in borders))

    @cached_property
    def borders_of(self) -> dict[Cell, list[Border]]:
        """The sides of each cell, in the order of the directions."""
        made: dict[frozenset[tuple[int, int]], Border] = {}
        found: dict[Cell, list[Border]] = {}
        for cell in self.cells:
            found[cell] = []
            for way in self.directions:
                here, there = (cell.row, cell.column), (cell.row + way.down, cell.column + way.right)
                key = frozenset((here, there))
                if key not in made:
                    made[key] = self._border(*sorted((here, there)))
                found[cell].append(made[key])
        return found

    def _border(self, first: tuple[int, int], second: tuple[int, int]) -> Border:
        cells = tuple(cell for cell in (self.cell(*first), self.cell(*second)) if cell is not None)
        row, column = second
        ends = ((row, column), (row, column + 1)) if first[0] < second[0] else ((row, column), (row + 1, column))
        name = "-".join(f"r{row + 1}c{column + 1}" for row, column in (first, second))
        return Border(cells, name, (self._corner_at[ends[0]], self._corner_at[ends[1]]))

    @cached_property
    def border_between(self) -> dict[tuple[Cell, Cell], Border]:
        """The side that two neighbours share, under both orders of the two."""
        found: dict[tuple[Cell, Cell], Border] = {}
        for border in self.borders:
            if len(border.cells) == 2:
                first, second = border.cells
                found[first, second] = found[second, first] = border
        return found

    @cached_property
    def _corner_at(self) -> dict[tuple[int, int], Corner]:
        return {
            (row, column): Corner(row, column, self)
            for row in range(self.height + 1)
            for column in range(self.width + 1)
            if any(self.cell(row - down, column - right) for down in (0, 1) for right in (0, 1))
        }

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """All corners of cells, in reading order."""
        return tuple(self._corner_at.values())

    @cached_property
    def corners_of(self) -> dict[Cell, list[Corner]]:
        """The corners of each cell: top left, top right, bottom left, bottom right."""
        around = ((0, 0), (0, 1), (1, 0), (1, 1))
        return {cell: [self._corner_at[cell.row + down, cell.column + right] for down, right in around] for cell in self.cells}

    @cached_property
    def borders_at(self) -> dict[Corner, list[Border]]:
        """The sides that end in each corner."""
        found: dict[Corner, list[Border]] = {corner: [] for corner in self.corners}
        for border in self.borders:
            for corner in border.corners:
                found[corner].append(border)
        return found

    def midpoint(self, first: tuple[int, int], second: tuple[int, int]) -> tuple[Link | Border | Corner, ...]:
        """What the midpoint of two positions (from 0) can stand for: a link and a border, a border, a corner, or nothing."""
        down, right = abs(first[0] - second[0]), abs(first[1] - second[1])
        if (down, right) == (1, 1):
            corner = self._corner_at.get((max(first[0], second[0]), max(first[1], second[1])))
            return (corner,) if corner else ()
        if down + right != 1:
            return ()
        cell = self.cell(*first) or self.cell(*second)
        if cell is None:
            return ()
        name = "-".join(f"r{row + 1}c{column + 1}" for row, column in sorted((first, second)))
        border = next(border for border in self.borders_of[cell] if border.name == name)
        if len(border.cells) == 2:
            return self.link_between[border.cells[0], border.cells[1]], border
        return (border,)

    # lines

    def rows(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """The rows of the board or of an area, top to bottom, each left to right, gaps closed up."""
        return self._lines(area, of, "row", self.directions[1], lambda cell: (cell.row, cell.column))

    def columns(self, area: Iterable[Cell] | None = None, of: str = "") -> tuple[Line, ...]:
        """The columns of the board or of an area, left to right, each top to bottom, gaps closed up."""
        return self._lines(area, of, "column", self.directions[2], lambda cell: (cell.column, cell.row))

    def _lines(self, area: Iterable[Cell] | None, of: str, word: str, way: Direction, key: object) -> tuple[Line, ...]:
        assert callable(key)
        groups: dict[int, list[Cell]] = {}
        for cell in sorted(self.cells if area is None else area, key=key):
            groups.setdefault(key(cell)[0], []).append(cell)
        suffix = f" of {of}" if of else ""
        return tuple(Line(tuple(cells), f"{word} {at + 1}{suffix}", direction=way) for at, cells in groups.items())

    def view(self, side: str, index: int) -> Line:
        """The row or column that is seen from a side, in viewing order, holes left out."""
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
        """All lines seen from a side, top to bottom or left to right."""
        return tuple(self.view(side, index) for index in range(self.height if side in ("left", "right") else self.width))

    def diagonals(self, area: Collection[Cell]) -> tuple[Line, Line] | None:
        """The two long diagonals of a square, both from the top down; none where the area is no square."""
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
        """The gapless stretches of at least `least` cells in rows (across) and columns (down), numbered as in a crossword."""
        inside = dict.fromkeys(self.cells if area is None else sorted(area, key=lambda cell: (cell.row, cell.column)))
        across: list[Segment] = []
        down: list[Segment] = []
        number = 0
        for cell in inside:
            starts = []
            for found, way in ((across, self.directions[1]), (down, self.directions[2])):
                if self.step(cell, way.opposite) in inside:
                    continue
                stretch = [cell]
                while (further := self.step(stretch[-1], way)) in inside and further is not None:
                    stretch.append(further)
                if len(stretch) >= least:
                    starts.append((found, way, stretch))
            number += bool(starts)
            for found, way, stretch in starts:
                is_across = found is across
                name = f"{number}{'A' if is_across else 'D'}"
                found.append(Segment(tuple(stretch), name, direction=way, number=number, across=is_across))
        return AreaKind("segments", (*across, *down))

    # areas

    def blocks(self, height: int, width: int) -> tuple[Area, ...]:
        """All windows of a size whose cells all exist, in reading order of their top left cells."""
        windows = (
            self._window(row, column, height, width)
            for row in range(self.height - height + 1)
            for column in range(self.width - width + 1)
        )
        return tuple(window for window in windows if len(window) == height * width)

    def boxes(self, height: int, width: int) -> tuple[Area, ...]:
        """The boxes into which the board is cut; the size must divide the board's."""
        return tuple(
            self._window(row, column, height, width)
            for row in range(0, self.height, height)
            for column in range(0, self.width, width)
        )

    def _window(self, row: int, column: int, height: int, width: int) -> Area:
        positions = ((row + down, column + right) for down in range(height) for right in range(width))
        cells = tuple(cell for at in positions if (cell := self.cell(*at)) is not None)
        return Area(cells, f"r{row + 1}c{column + 1}:r{row + height}c{column + width}")

    def around(self, area: Collection[Cell]) -> Area:
        """The cells that share a side with an area and are not in it, in reading order."""
        inside = set(area)
        frame = dict.fromkeys(other for cell in area for other in self.neighbors(cell) if other not in inside)
        return Area(tuple(sorted(frame, key=lambda cell: (cell.row, cell.column))))
