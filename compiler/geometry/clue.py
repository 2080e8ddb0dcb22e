"""Clues: what is printed in, on and around the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from ..records import dataclass
from ..syntax.span import Span
from ..values import BLANK, Value, describe
from .area import Area, Line, Segment
from .places import Border, Cell, Corner, Link


@dataclass(frozen=True, slots=True, eq=False)
class Clue:
    """A printed value, where it stands, and where in the file it is written.

    `place` is a cell, a link or border, a corner, an area, or for a clue outside the board the line it looks along.
    """

    group: str
    value: Value
    place: Cell | Link | Border | Corner | Area
    span: Span

    kind: ClassVar[str] = "a clue"
    attributes: ClassVar[tuple[str, ...]] = (
        "value",
        "cell",
        "area",
        "line",
        "link",
        "border",
        "corner",
        "side",
        "index",
    )

    @property
    def cell(self) -> Value:
        """Return the cell it stands in, or blank."""
        return self.place if isinstance(self.place, Cell) else BLANK

    @property
    def area(self) -> Value:
        """Return the area or segment it belongs to, or blank."""
        is_area = isinstance(self.place, Segment) or not isinstance(self.place, Line)
        return self.place if isinstance(self.place, Area) and is_area else BLANK

    @property
    def line(self) -> Value:
        """Return the whole row or column it looks along, in viewing order, or the segment it belongs to; or blank."""
        return self.place if isinstance(self.place, Line) else BLANK

    @property
    def link(self) -> Value:
        """Return the link it stands on, or blank."""
        if isinstance(self.place, Border):
            return self.place.link
        return self.place if isinstance(self.place, Link) else BLANK

    @property
    def border(self) -> Value:
        """Return the side it stands on, or blank."""
        if isinstance(self.place, Link):
            return self.place.border
        return self.place if isinstance(self.place, Border) else BLANK

    @property
    def corner(self) -> Value:
        """Return the corner it stands on, or blank."""
        return self.place if isinstance(self.place, Corner) else BLANK

    @property
    def side(self) -> Value:
        """Return `left`, `right`, `top` or `bottom`, for a clue outside the board; or blank."""
        return self.place.side or BLANK if isinstance(self.place, Line) else BLANK

    @property
    def index(self) -> Value:
        """Return the row or column, from 0, of a clue outside the board; otherwise blank."""
        return self.place.index if isinstance(self.place, Line) and self.place.side else BLANK

    def __str__(self) -> str:
        value = self.value if isinstance(self.value, str) else describe(self.value)
        if isinstance(self.place, Line) and self.place.side:
            count = "row" if self.place.side in ("left", "right") else "column"
            return f"{value} ({self.group}, {self.place.side} of {count} {self.place.index + 1})"
        return f"{value} ({self.group}, {self.place})"


@dataclass(frozen=True, eq=False)
class ClueGroup:
    """The clues of one key under `clues`: left, right, top and bottom, then in reading order. Indexed by place."""

    name: str
    clues: tuple[Clue, ...]

    kind: ClassVar[str] = "a clue group"
    attributes: ClassVar[tuple[str, ...]] = ("name",)

    @cached_property
    def _by_place(self) -> dict[int, Clue]:
        return {id(clue.place): clue for clue in self.clues}

    def at(self, place: object) -> Value:
        """Return the value printed at the place, or on the area with the label, or blank."""
        if isinstance(place, Area):
            return next((clue.value for clue in self.clues if clue.place == place), BLANK)
        if isinstance(place, str):
            return next((clue.value for clue in self.clues if isinstance(clue.place, Area) and clue.place.name == place), BLANK)
        clue = self._by_place.get(id(place))
        return clue.value if clue else BLANK

    def __len__(self) -> int:
        return len(self.clues)

    def __iter__(self) -> Iterator[Clue]:
        return iter(self.clues)

    def __getitem__(self, index: Any) -> Any:
        return self.clues[index]

    def __str__(self) -> str:
        return self.name
