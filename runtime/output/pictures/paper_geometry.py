"""Compute where the places of a board lie on paper: outlines and centres of cells, and the places between cells.

Boards of squares and of hexagons differ only in the outline of a cell. The sides of an outline are in the order of the board's
directions. On a wrapped board, a side at the seam lies at two places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.geometry.places import Border, Cell, Corner, Direction, Link

from .scene import CELL, Point, middle

Segment = tuple[Point, Point]

_SQUARE = ((0.0, 0.0), (CELL, 0.0), (CELL, CELL), (0.0, CELL))
_HALF = CELL / 2
_SIDE = CELL / math.sqrt(3)  # of a hexagon that is as wide as a square
_HEXAGON = (
    (_HALF, 0.0),
    (CELL, _SIDE / 2),
    (CELL, 3 * _SIDE / 2),
    (_HALF, 2 * _SIDE),
    (0.0, 3 * _SIDE / 2),
    (0.0, _SIDE / 2),
)


class Paper:
    """A board on paper, with its top left corner at (0, 0).

    >>> paper = Paper(Board("", 2, 3))
    >>> paper.width, paper.height, paper.centre(paper.board.cells[1])
    (120.0, 80.0, (60.0, 20.0))
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.is_hexagonal = isinstance(board, Hexagons)
        self.width = CELL * board.width
        self.height = _SIDE * (3 * board.height + 1) / 2 if self.is_hexagonal else CELL * board.height

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of a cell or a hole, clockwise; side k runs from corner k to the next, in direction k."""
        left, top = self._top_left(cell)
        if self.is_hexagonal:
            return tuple((round(left + x, 3), round(top + y, 3)) for x, y in _HEXAGON)
        return tuple((left + x, top + y) for x, y in _SQUARE)

    def _top_left(self, cell: Cell) -> Point:
        if isinstance(self.board, Hexagons):
            return self.board.across(cell) * _HALF, cell.row * 3 * _SIDE / 2
        return cell.column * CELL, cell.row * CELL

    def centre(self, cell: Cell) -> Point:
        """Return the centre of a cell or a hole."""
        left, top = self._top_left(cell)
        return left + _HALF, top + (_SIDE if self.is_hexagonal else _HALF)

    def vector(self, direction: Direction) -> Point:
        """Return the vector from a cell's centre to that of the next one in a direction."""
        if self.is_hexagonal:
            return direction.right * _HALF, direction.down * 3 * _SIDE / 2
        return direction.right * CELL, direction.down * CELL

    def outline_sides(self, cell: Cell) -> list[Segment]:
        """Return the sides of a cell or a hole, in the order of the directions."""
        outline = self.outline(cell)
        return list(zip(outline, (*outline[1:], outline[0]), strict=True))

    def sides(self, cell: Cell) -> Iterator[tuple[Border, Segment]]:
        """Return the sides of a cell with their segments, in the order of the directions."""
        for direction, segment in zip(self.board.directions, self.outline_sides(cell), strict=True):
            yield self.board.border_at(cell, direction), segment

    def side_of(self, cell: Cell, other: Cell) -> Segment:
        """Return the side of a cell towards a neighbour; if there are two, on a narrow wrapped board, the one that they share on
        paper.
        """
        segments = [segment for border, segment in self.sides(cell) if other in border.cells and cell is not other]
        shared = {side_key(segment) for _, segment in self.sides(other)}
        return next((segment for segment in segments if side_key(segment) in shared), segments[0])

    def border(self, border: Border) -> Sequence[Segment]:
        """Return the segments of a border: one, or two at the seam of a wrapped board."""
        return self.borders[border]

    @cached_property
    def borders(self) -> Mapping[Border, Sequence[Segment]]:
        """Return all borders with their segments."""
        segments: dict[Border, list[Segment]] = {}
        for cell in self.board.cells:
            for border, segment in self.sides(cell):
                places = segments.setdefault(border, [])
                if len(border.cells) == 1 or not places or side_key(places[0]) != side_key(segment):
                    places.append(segment)
        return segments

    def link(self, link: Link) -> list[Segment]:
        """Return the segment between the centres of two neighbours; across the edge of the board, two segments to the edge."""
        first, last = link.cells
        first_side, last_side = self.side_of(first, last), self.side_of(last, first)
        if side_key(first_side) == side_key(last_side):
            return [(self.centre(first), self.centre(last))]
        return [(self.centre(first), middle(*first_side)), (self.centre(last), middle(*last_side))]

    def middles(self, place: Link | Border | Corner | Cell) -> list[Point]:
        """Return the middle of a place; several points at the seam of a wrapped board."""
        if isinstance(place, Cell):
            return [self.centre(place)]
        if isinstance(place, Corner):
            return self.corner(place)
        if isinstance(place, Link):
            first, last = place.cells
            first_side, last_side = self.side_of(first, last), self.side_of(last, first)
            return [middle(*side) for side in dict.fromkeys((side_key(first_side), side_key(last_side)))]
        return [middle(*side) for side in self.border(place)]

    def corner(self, corner: Corner) -> list[Point]:
        """Return the point of a corner."""
        if self.is_hexagonal:
            return [((corner.column + 1) * _HALF, (corner.row + 2) * _SIDE / 2)]
        rows, columns = [corner.row], [corner.column]
        if not self.board.is_plane:
            points = {point for cell in corner.cells for point in self.outline(cell)}
            rows += [self.board.height] if corner.row == 0 and any(y == self.height for _, y in points) else []
            columns += [self.board.width] if corner.column == 0 and any(x == self.width for x, _ in points) else []
        return [(column * CELL, row * CELL) for row in rows for column in columns]


def side_key(segment: Segment) -> Segment:
    """Return the same key for a side from whichever cell it is seen."""
    return segment if segment[0] <= segment[1] else (segment[1], segment[0])


def _line(first: Point, last: Point) -> tuple[float, float, float]:
    """Return the line of a segment: its direction, and its distance from (0, 0)."""
    if first[0] == last[0]:
        return 0.0, 1.0, first[0]
    if first[1] == last[1]:
        return 1.0, 0.0, -first[1]
    length = math.dist(first, last)
    across, down = (last[0] - first[0]) / length, (last[1] - first[1]) / length
    return round(across, 3), round(down, 3), round(first[0] * down - first[1] * across, 1)


def merge(segments: Iterable[Segment]) -> list[Segment]:
    """Merge segments that lie in one line and touch; each stretch is returned once.

    >>> merge([((0, 0), (1, 0)), ((2, 0), (1, 0)), ((0, 0), (0, 1))])
    [((0, 0), (2, 0)), ((0, 0), (0, 1))]
    """
    lines: dict[tuple[float, float, float], list[Segment]] = {}
    for first, last in dict.fromkeys(map(side_key, segments)):
        lines.setdefault(_line(first, last), []).append((first, last))
    merged_segments: list[Segment] = []
    for line in lines.values():
        line.sort()
        joined = [line[0]]
        for first, last in line[1:]:
            if math.dist(first, joined[-1][1]) < 0.01:
                joined[-1] = (joined[-1][0], last)
            else:
                joined.append((first, last))
        merged_segments += joined
    return merged_segments
