"""Places of a board: cells, and what lies between them.

Places compare by identity: a board makes each of its places once, so two cells are the same exactly if they are one object.
The attributes that expressions may use are listed in `attributes`; rows and columns count from 0, names from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol

from ..records import dataclass, field
from ..values import BLANK, Blank, Everywhere
from .tiling import Position, Tiling


class BoardOfPlaces(Protocol):
    """A board as its places know it: what lies beside them and between them. `geometry.board.Board` is one."""

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Return the directions in which cells have neighbours, clockwise."""

    @property
    def all_directions(self) -> tuple[Direction, ...]:
        """Return every direction that has a name: on squares the diagonal ones too."""

    @property
    def opposites(self) -> Mapping[Direction, Direction]:
        """Return the direction back of each direction."""

    @property
    def is_of_squares(self) -> bool:
        """Check whether the cells are squares, wrapped or not."""

    @property
    def is_plane(self) -> bool:
        """Check whether the board is made of squares and has an edge all around."""

    @property
    def peculiarity(self) -> str:
        """Return the words for how it differs from a plane of squares."""

    @property
    def tiling(self) -> Tiling | None:
        """Return the tiling of the board's plane; None if the board wraps around."""

    @property
    def everywhere(self) -> Everywhere:
        """Return the field that is true at each cell."""

    @property
    def link_between(self) -> Mapping[tuple[Cell, Cell], Link]:
        """Return the link of two neighbours, under both orders of the two."""

    @property
    def border_between(self) -> Mapping[tuple[Cell, Cell], Border]:
        """Return the side that two neighbours share, under both orders of the two."""

    @property
    def borders_of(self) -> Mapping[Cell, list[Border]]:
        """Return the sides of each cell."""

    @property
    def corners_of(self) -> Mapping[Cell, list[Corner]]:
        """Return the corners of each cell."""

    @property
    def cells_at(self) -> Mapping[Corner, list[Cell]]:
        """Return the cells that touch each corner."""

    @property
    def borders_at(self) -> Mapping[Corner, list[Border]]:
        """Return the sides that end in each corner."""

    @property
    def at_spot(self) -> Mapping[tuple[int, int, str], Link | Border]:
        """Return the link or border at each spot of the plane."""

    def position(self, cell: Cell) -> Position:
        """Return the position of a cell in the tiling."""

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with a cell."""

    @property
    def midpoints(self) -> dict[tuple[Cell, Cell], tuple[Link | Border | Corner, ...]]:
        """Return the midpoints of cells that were asked for before."""

    def midpoint(self, first: tuple[int, int], second: tuple[int, int]) -> tuple[Link | Border | Corner, ...]:
        """Return the links, borders or corners at the midpoint of two positions."""

    def corner_name(self, row: int, column: int) -> str:
        """Return the name of the corner at a point."""


@dataclass(frozen=True, slots=True, eq=False)
class Direction:
    """One of the directions of a board; `down` and `right` are the step it makes."""

    name: str
    down: int
    right: int
    board: BoardOfPlaces = field(repr=False)

    kind: ClassVar[str] = "a direction"
    attributes: ClassVar[tuple[str, ...]] = ("name", "opposite")

    @property
    def opposite(self) -> Direction:
        """Return the direction back."""
        return self.board.opposites[self]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """A cell of a board, or a hole in it."""

    row: int
    column: int
    hole: bool
    board: BoardOfPlaces = field(repr=False)

    kind: ClassVar[str] = "a cell"
    attributes: ClassVar[tuple[str, ...]] = ("row", "column", "name", "links", "borders", "corners", "hole")

    @property
    def name(self) -> str:
        """Return `r3c7`, counted from 1."""
        return f"r{self.row + 1}c{self.column + 1}"

    @property
    def links(self) -> list[Link]:
        """Return the links that begin or end here, in the order of the directions; none at a hole."""
        return [] if self.hole else [self.board.link_between[self, other] for other in self.board.neighbors(self)]

    @property
    def borders(self) -> list[Border]:
        """Return its sides, in the order of the directions; for a hole, those that it shares with cells."""
        return self.board.borders_of[self]

    @property
    def corners(self) -> list[Corner]:
        """Return its corners: top left, top right, bottom left, bottom right; for a hole, those that cells have."""
        return self.board.corners_of[self]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """The connection between the centres of two neighbouring cells; `cells` are in reading order."""

    cells: tuple[Cell, Cell]

    kind: ClassVar[str] = "a link"
    attributes: ClassVar[tuple[str, ...]] = ("cells", "border", "name")

    @property
    def border(self) -> Border:
        """Return the side that the two cells share."""
        return self.cells[0].board.border_between[self.cells]

    @property
    def name(self) -> str:
        """Return `r1c1-r1c2`"""
        return f"{self.cells[0]}-{self.cells[1]}"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Border:
    """A side of a cell; on the rim, or at a hole, of one cell only."""

    cells: tuple[Cell, ...]
    name: str
    corners: tuple[Corner, Corner]

    kind: ClassVar[str] = "a border"

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return the attributes that expressions may use; on a board of squares also `row` and `column`."""
        return ("cells", "corners", "link", "name", *(("row", "column") if self.cells[0].board.is_of_squares else ()))

    @property
    def row(self) -> int:
        """Return the row of its first corner: how many rows lie above it."""
        return self.corners[0].row

    @property
    def column(self) -> int:
        """Return the column of its first corner: how many columns lie to the left of it."""
        return self.corners[0].column

    @property
    def link(self) -> Link | Blank:
        """Return the link that crosses it, or blank on the rim."""
        if len(self.cells) < 2:
            return BLANK
        return self.cells[0].board.link_between[self.cells[0], self.cells[1]]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A point where sides of cells meet: the top left corner of the cell position (`row`, `column`)."""

    row: int
    column: int
    board: BoardOfPlaces = field(repr=False)

    kind: ClassVar[str] = "a corner"

    @property
    def attributes(self) -> tuple[str, ...]:
        """Return the attributes that expressions may use; on a board of squares also `row` and `column`, which count from 0."""
        return ("cells", "borders", "name", *(("row", "column") if self.board.is_of_squares else ()))

    @property
    def cells(self) -> list[Cell]:
        """Return the cells that touch it, in reading order."""
        return self.board.cells_at[self]

    @property
    def borders(self) -> list[Border]:
        """Return the sides that end in it."""
        return self.board.borders_at[self]

    @property
    def name(self) -> str:
        """Return the midpoint of two cells that touch here: `r1c1-r2c2`; on a board of hexagons `top of r2c2`."""
        return self.board.corner_name(self.row, self.column)

    def __str__(self) -> str:
        return self.name
