"""The places between cells: links that join two neighbours, the sides of cells, and the corners in which sides meet.

All of it follows from the neighbours of a cell and from two things that each form of board says for itself: where the corners of
a cell lie, and which of them a side joins.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from ..values import Everywhere
from .area import Area
from .places import Border, Cell, Corner, Direction, Link
from .plane import Point, Spot, middle
from .tiling import Position, Tiling

Side = tuple[tuple[Point, Point], str]


class Sides(ABC):
    """The places between the cells of a board."""

    cells: Area
    directions: tuple[Direction, ...]

    @property
    @abstractmethod
    def holes(self) -> tuple[Cell, ...]:
        """Return the holes, in reading order."""

    @abstractmethod
    def step(self, cell: Cell, direction: Direction, times: int = 1) -> Cell | None:
        """Return the cell after `times` steps; None off the board and at a hole."""

    @abstractmethod
    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with a cell or a hole, in the order of the directions."""

    @abstractmethod
    def _corner_points(self, cell: Cell) -> tuple[Point, ...]:
        """Return the positions of the corners of a cell."""

    @abstractmethod
    def _side(self, cell: Cell, direction: Direction) -> Side:
        """Return the two ends of a cell's side in a direction, and its name. Sides with the same name are the same."""

    @abstractmethod
    def corner_name(self, row: int, column: int) -> str:
        """Return the name of the corner at a point."""

    @cached_property
    def midpoints(self) -> dict[tuple[Cell, Cell], tuple[Link | Border | Corner, ...]]:
        """Return the midpoints of cells that were asked for before; whoever asks for another adds it."""
        return {}

    @cached_property
    def everywhere(self) -> Everywhere:
        """Return the field that is true at each cell, made once: every `group(c, cells)` has it as its mask."""
        return Everywhere(self.cells.cells)

    @abstractmethod
    def midpoint(self, first: Point, second: Point) -> tuple[Link | Border | Corner, ...]:
        """Return the places that the midpoint of two positions (from 0) can stand for; empty if none."""

    @property
    @abstractmethod
    def all_directions(self) -> tuple[Direction, ...]:
        """Return every direction that has a name."""

    @cached_property
    def opposites(self) -> dict[Direction, Direction]:
        """Return the direction back of each direction."""
        ways = {(way.down, way.right): way for way in self.all_directions}
        return {way: ways[-way.down, -way.right] for way in ways.values()}

    @property
    @abstractmethod
    def is_of_squares(self) -> bool:
        """Check whether the cells are squares, wrapped or not."""

    @property
    @abstractmethod
    def is_plane(self) -> bool:
        """Check whether rows and columns of squares lie side by side in the plane, with an edge around them."""

    @property
    @abstractmethod
    def peculiarity(self) -> str:
        """Return the words for how it differs from a plane of squares."""

    @property
    @abstractmethod
    def tiling(self) -> Tiling | None:
        """Return the tiling of the board's plane; None if the board wraps around."""

    @abstractmethod
    def position(self, cell: Cell) -> Position:
        """Return the position of a cell in the tiling."""

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Return all links, by their first cell in reading order; to the right before down."""
        return tuple(dict.fromkeys(self.link_between[pair] for pair in self.link_between))

    @cached_property
    def link_between(self) -> dict[tuple[Cell, Cell], Link]:
        """Return the link of two neighbours, under both orders of the two."""
        links: dict[tuple[Cell, Cell], Link] = {}
        for cell in self.cells:
            for other in self.neighbors(cell):
                if (cell, other) not in links:
                    links[cell, other] = links[other, cell] = Link((cell, other))
        return links

    @cached_property
    def borders(self) -> tuple[Border, ...]:
        """Return all sides of cells, by cell in reading order, each cell's in the order of the directions, each side once."""
        return tuple(self.border_named.values())

    @cached_property
    def border_named(self) -> dict[str, Border]:
        """Return all sides of cells, by name."""
        return {border.name: border for border in self._border_at.values()}

    @cached_property
    def _border_at(self) -> dict[tuple[Cell, Direction], Border]:
        border_at: dict[tuple[Cell, Direction], Border] = {}
        opposite = {way: way.opposite for way in self.directions}
        for cell in self.cells:
            for way in self.directions:
                other = self.step(cell, way)
                border = None if other is None else border_at.get((other, opposite[way]))
                if border is None:  # then `other` comes after `cell` in reading order
                    ends, name = self._side(cell, way)
                    cells = (cell,) if other is None or other is cell else (cell, other)
                    border = Border(cells, name, (self._corner_at[ends[0]], self._corner_at[ends[1]]))
                border_at[cell, way] = border
        return border_at

    def border_at(self, cell: Cell, way: Direction) -> Border:
        """Return the side of a cell in a direction."""
        return self._border_at[cell, way]

    def side_of_cell(self, cell: Cell, way: Direction) -> Border | None:
        """Return the side of a cell, or of a hole beside a cell, in a direction; None if it has none there."""
        if way not in self.directions:
            return None
        if not cell.hole:
            return self.border_at(cell, way)
        beside = self.step(cell, way)
        return None if beside is None else self.border_at(beside, way.opposite)

    @cached_property
    def borders_of(self) -> dict[Cell, list[Border]]:
        """Return the sides of each cell, and those that a hole shares with cells, in the order of the directions."""
        borders = {cell: list(dict.fromkeys(self.border_at(cell, way) for way in self.directions)) for cell in self.cells}
        for hole in self.holes:
            beside = ((self.step(hole, way), way.opposite) for way in self.directions)
            borders[hole] = list(dict.fromkeys(self.border_at(cell, way) for cell, way in beside if cell))
        return borders

    @cached_property
    def border_between(self) -> dict[tuple[Cell, Cell], Border]:
        """Return the side that two neighbours share, under both orders of the two; the first, where they share two."""
        borders: dict[tuple[Cell, Cell], Border] = {}
        for border in self.borders:
            if len(border.cells) == 2:
                first, second = border.cells
                borders.setdefault((first, second), border)
                borders.setdefault((second, first), border)
        return borders

    @cached_property
    def _corner_at(self) -> dict[Point, Corner]:
        points = sorted({point for cell in self.cells for point in self._corner_points(cell)})
        return {(row, column): Corner(row, column, self) for row, column in points}

    @cached_property
    def corners(self) -> tuple[Corner, ...]:
        """Return all corners of cells, in reading order."""
        return tuple(self._corner_at.values())

    @cached_property
    def corners_of(self) -> dict[Cell, list[Corner]]:
        """Return the corners of each cell, and those that a hole shares with cells, in reading order."""
        points = {cell: self._corner_points(cell) for cell in (*self.cells, *self.holes)}
        return {
            cell: [self._corner_at[point] for point in dict.fromkeys(around) if point in self._corner_at]
            for cell, around in points.items()
        }

    @cached_property
    def cells_at(self) -> dict[Corner, list[Cell]]:
        """Return the cells that touch each corner, in reading order."""
        cells: dict[Corner, list[Cell]] = {corner: [] for corner in self.corners}
        for cell in self.cells:
            for corner in self.corners_of[cell]:
                cells[corner].append(cell)
        return cells

    @cached_property
    def borders_at(self) -> dict[Corner, list[Border]]:
        """Return the sides that end in each corner."""
        borders: dict[Corner, list[Border]] = {corner: [] for corner in self.corners}
        for border in self.borders:
            for corner in dict.fromkeys(border.corners):
                borders[corner].append(border)
        return borders

    @cached_property
    def at_spot(self) -> dict[Spot, Link | Border]:
        """Return the link or border at each spot of the plane that has one."""
        between: list[Link | Border] = [*self.links, *self.borders]
        return {middle(place): place for place in between}
