"""Clues: what is printed in, on and around the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ..records import dataclass
from ..syntax.diagnostics import Code, Fault, Note
from ..syntax.span import Span
from ..values import BLANK, Field, Value, describe
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
    """The clues of one key under `clues`: left, right, top and bottom, then in reading order. Indexed by place.

    `all_places` returns all places of the board of the kind on which its clues stand, and none if this is not one kind.
    """

    name: str
    clues: tuple[Clue, ...]
    all_places: Callable[[], Sequence[Value]] = tuple

    kind: ClassVar[str] = "a clue group"
    attributes: ClassVar[tuple[str, ...]] = ("name",)

    @cached_property
    def _by_place(self) -> dict[int, Clue]:
        return {id(clue.place): clue for clue in self.clues}

    def at(self, place: object) -> Value:
        """Return the value printed at the place, or on the area with the label, or blank."""
        clue = self._by_place.get(id(place))
        if clue is not None:
            return clue.value
        if isinstance(place, Area):
            return next((clue.value for clue in self.clues if clue.place == place), BLANK)
        if isinstance(place, str):
            return next((clue.value for clue in self.clues if isinstance(clue.place, Area) and clue.place.name == place), BLANK)
        return BLANK

    @cached_property
    def field(self) -> Field:
        """Return the values that are printed, place by place, and blank where nothing is; operators work on this field.

        Raise `Fault` if the clues stand on places of several kinds, or in holes, which no layer has for places.
        """
        places = self.all_places()
        values = {id(clue.place): clue.value for clue in self.clues}
        if not places or not values.keys() <= {*map(id, places)}:
            raise self._without_places()
        return Field(places, lambda at: values.get(id(places[at]), BLANK), name=self.name)

    def _without_places(self) -> Fault:
        hole = next((clue for clue in self.clues if isinstance(clue.place, Cell) and clue.place.hole), None)
        why = (
            "it has no clues, so nothing tells on which places they stand"
            if not self.clues
            else "they stand on several kinds of places"
        )
        why = f"one stands in the hole {hole.place}, which is no cell of the board" if hole else why
        message = f"an operator works on the clues `{self.name}` place by place, but {why}"
        help = f"write a loop: count(clue.value == 1 for clue in {self.name}); at a single place, {self.name}[r1c1]"
        return Fault(Code.WRONG_KIND, message, help, notes=[Note("the clue is here", hole.span)] if hole else [])

    def __len__(self) -> int:
        return len(self.clues)

    def __iter__(self) -> Iterator[Clue]:
        return iter(self.clues)

    def __getitem__(self, index: Any) -> Any:
        return self.clues[index]

    def __str__(self) -> str:
        return self.name
