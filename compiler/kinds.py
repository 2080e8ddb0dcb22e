"""Kinds of arguments: what the parameters of functions take, and how messages call it.

A function of the language is a Python function whose parameters are annotated with these; calls are checked against them, so that
a function's own code only ever sees what it asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol

from . import values
from .diagnostics import Fault, SpecError
from .geometry.area import Area, AreaKind
from .geometry.clue import ClueGroup
from .geometry.places import Cell, Direction
from .values import BLANK, Field

LOOP_OVER_UNKNOWN = (
    "go as far as it may be, and leave out the rest by an `if` inside sum(...), all(...): for i in range(9) if i < n; "
    "what runs(...) finds is gone through itself: for r in runs(...)"
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of argument.

    `convert` gives the value as the function wants it, or none where the value is of another kind. `blank_is_empty`: blank
    stands for an empty list; otherwise, unless the kind takes blank itself, a call with a blank argument is worth blank.
    `place_by_place`: a field may stand here, and the function is applied to each of its members. `known`: may not depend on a
    layer. `lazy`: a generator is handed over as it is, so that members behind the deciding one are never made. `takes_fail`: what
    is given here may come out again as the state that a step gives. `called`: what messages call it, if not by the parameter's
    name; `if_unknown`: what to do where it depends on a layer and may not.
    """

    words: str
    convert: Callable[[values.Value], values.Value | None]
    takes_blank: bool = False
    blank_is_empty: bool = False
    place_by_place: bool = False
    known: bool = False
    lazy: bool = False
    takes_fail: bool = False
    called: str = ""
    if_unknown: str = ""


class Callee(Protocol):
    """A function of the spec that is an argument."""

    def __call__(self, *arguments: values.Value) -> values.Value:
        """The value of the function for these arguments."""

    def blamed(self, fault: Fault, arguments: Sequence[values.Value]) -> SpecError:
        """What is wrong with the value, as a mistake at the place inside the function that gave it."""


def _number(value: values.Value) -> int | None:
    return int(value) if isinstance(value, int) else None


def _base(value: values.Value) -> int | None:
    return value if isinstance(value, int) and value >= 2 else None


def _stream(value: values.Value) -> values.Value | None:
    return value if isinstance(value, Iterable) and not isinstance(value, str) else None


def as_members(value: values.Value) -> values.Value | None:
    """The value, if it is something with members; otherwise none."""
    return value if isinstance(value, list | tuple | range | Field | Area | AreaKind | ClueGroup) else None


def _area(value: values.Value) -> Area | None:
    if isinstance(value, Area):
        return value
    if isinstance(value, list | tuple) and all(isinstance(member, Cell) or member is BLANK for member in value):
        return Area(tuple(member for member in value if member is not BLANK))
    return None


def _instance(*classes: type) -> Callable[[values.Value], values.Value | None]:
    return lambda value: value if isinstance(value, classes) else None


def _mask(value: values.Value) -> Field | None:
    if isinstance(value, Field):
        return value
    area = _area(value)
    return Field(area.cells, lambda _: True) if area is not None else None


Anything = Annotated[values.Value, Kind("a value", lambda value: value, takes_blank=True)]
Single = Annotated[values.Value, Kind("a value", lambda value: value, takes_blank=True, place_by_place=True, takes_fail=True)]
Number = Annotated[int, Kind("a number", _number, place_by_place=True)]
KnownNumber = Annotated[int, Kind("a known number", _number, known=True)]
RangeEnd = Annotated[
    int, Kind("a known number", _number, known=True, called="how far `range` goes", if_unknown=LOOP_OVER_UNKNOWN)
]
Base = Annotated[int, Kind("a known number of at least 2", _base, known=True)]
Members = Annotated[Sequence[values.Value], Kind("a list", as_members, blank_is_empty=True)]
Stream = Annotated[Iterable[values.Value], Kind("a list", _stream, blank_is_empty=True, lazy=True)]
ACell = Annotated[Cell, Kind("a cell", _instance(Cell))]
ADirection = Annotated[Direction, Kind("a direction", _instance(Direction))]
AnArea = Annotated[Area, Kind("an area", _area)]
Mask = Annotated[Field, Kind("a field of truth values, or an area", _mask)]
Text = Annotated[str, Kind("a text", _instance(str))]
AFunction = Annotated[Callee, Kind("a function", lambda value: value if callable(value) else None)]
AField = Annotated[Field, Kind("a field, such as a layer", _instance(Field))]
