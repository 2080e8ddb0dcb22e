"""Kinds of arguments: what the parameters of functions take, and how messages call it.

A function of the language is a Python function whose parameters are annotated with these; calls are checked against them, so that
a function's own code only ever sees values of the types that it declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Protocol

from .. import values
from ..geometry.area import Area, AreaKind
from ..geometry.clue import ClueGroup
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..geometry.plane import tiling_of
from ..geometry.shape import Shape, shape_of, shape_of_text
from ..records import dataclass, replace
from ..syntax.diagnostics import Code, Fault, SpecError
from ..values import BLANK, Field, SizedList
from .operators import listable

LOOP_OVER_UNKNOWN = (
    "loop to the largest possible value, with an `if` inside sum(...), all(...): for i in range(9) if i < n; "
    "loop over runs directly: for r in runs(...)"
)
NO_QUOTES = "write cells and directions without quotes, as in r1c2 or down"


@dataclass(frozen=True, slots=True)
class ParameterType:
    """A kind of argument.

    `convert` returns the value as the function wants it, or None if it is of another kind. `blank_is_empty`: blank
    stands for an empty list; otherwise, unless the kind takes blank itself, a call with a blank argument is blank.
    `place_by_place`: a field may stand here, and the function is applied to each of its members. `known`: may not depend on a
    layer. `lazy`: a generator is handed over as it is, so that members behind the deciding one are never made. `takes_fail`: what
    is given here may come out again as the state that a step gives. `called`: what messages call it, if not by the parameter's
    name; `if_unknown`: what to do where it depends on a layer and may not; `if_text`: what to do where it is a text.
    `is_single`: one number, cell or the like, which nobody has to go through.
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
    if_text: str = ""
    is_single: bool = False


class Callee(Protocol):
    """A function of the spec that is an argument."""

    def __call__(self, *arguments: values.Value) -> values.Value:
        """Return the value of the function for these arguments."""

    def error_for(self, fault: Fault, arguments: Sequence[values.Value]) -> SpecError:
        """Return a fault in the function's result as a `SpecError` at the branch that returned it."""


def _number(value: values.Value) -> values.Number | None:
    return value if type(value) in values.NUMBERS else _whole(value)


def _whole(value: values.Value) -> int | None:
    return int(value) if isinstance(value, int) else None


def _base(value: values.Value) -> int | None:
    return value if isinstance(value, int) and value >= 2 else None


def _stream(value: values.Value) -> values.Value | None:
    return listable(value) if isinstance(value, Iterable) and not isinstance(value, str) else None


def as_members(value: values.Value) -> values.Value | None:
    """Return the value if it has members, otherwise None."""
    return listable(value) if isinstance(value, (list, tuple, range, Field, Area, AreaKind, ClueGroup)) else None


def _area(value: values.Value) -> Area | None:
    if isinstance(value, Area):
        return value
    if isinstance(value, (list, tuple)) and all(isinstance(member, Cell) or member is BLANK for member in value):
        return Area(tuple(member for member in value if member is not BLANK))
    return None


def _cell_set(value: values.Value) -> values.Value | None:
    """Return an area, or a field over cells."""
    if isinstance(value, Field):
        return value if all(isinstance(place, Cell) for place in value.places) else None
    return _area(value)


def _place(value: values.Value) -> values.Value | None:
    """Return the value if it can be a place of a layer: a single place, or a tuple of places."""
    try:
        hash(value)
    except TypeError:
        return None
    return None if isinstance(value, Field) else value


_BETWEEN = (Link, Border, Corner)


def _instance(*classes: type) -> Callable[[values.Value], values.Value | None]:
    return lambda value: value if isinstance(value, classes) else None


def _mask(value: values.Value) -> Field | None:
    """Return a field, or for places of one kind the field that is true at each of them."""
    if isinstance(value, Field):
        return value
    if isinstance(value, SizedList):
        if value.mask is None:
            made = _mask(tuple(value))
            value.mask = made if isinstance(made, values.Everywhere) else None
        return value.mask
    area = _area(value)
    if area is not None:
        everywhere = area.cells[0].board.everywhere if area.cells else None
        return everywhere if everywhere is not None and everywhere.places is area.cells else values.Everywhere(area.cells)
    is_list = isinstance(value, (list, tuple)) and any(all(isinstance(place, kind) for place in value) for kind in _BETWEEN)
    return values.Everywhere(value) if is_list else None


def _shape(value: values.Value) -> Shape | None:
    """Return a shape, from a picture or from cells of a board."""
    if isinstance(value, Shape):
        return value
    if isinstance(value, str):
        return shape_of_text(value)
    area = _area(value)
    if area is not None and not area:
        raise Fault(
            Code.WRONG_ARGUMENTS, "this shape has no cells", "a shape needs at least one cell; its cells need not be connected"
        )
    if area is None:
        return None
    tiling = tiling_of(area[0], "a shape")
    return shape_of([cell.board.position(cell) for cell in area], area.name, tiling)


def _shapes(value: values.Value) -> list[Shape] | None:
    """Return one shape or several: those of a list keep their names or get numbers, those of a mapping get its keys."""
    if isinstance(value, dict):
        shapes_named = [(str(name), _shape(member)) for name, member in value.items()]
    elif isinstance(value, (list, tuple, AreaKind)) and len(value) and not all(isinstance(member, Cell) for member in value):
        shapes = [_shape(member) for member in value]
        shapes_named = [(shape.name if shape and shape.name else str(number), shape) for number, shape in enumerate(shapes, 1)]
    else:
        only = _shape(value)
        return None if only is None else [only]
    names = [name for name, _ in shapes_named]
    for name in names:
        if names.count(name) > 1:
            raise Fault(
                Code.WRONG_ARGUMENTS, f"two shapes are called `{name}`", "write the shapes under `data`, as a mapping from names"
            )
    shapes = [None if shape is None else replace(shape, name=name) for name, shape in shapes_named]
    return None if None in shapes else [shape for shape in shapes if shape is not None]


def _figure(value: values.Value) -> values.Value | None:
    """Return the value if it has a shape: a field over cells, an area, or a shape; otherwise None."""
    if isinstance(value, Field) and not all(isinstance(place, Cell) for place in value.places):
        return None
    figure = value if isinstance(value, Field) else _area(value)
    if figure is None:
        return _shape(value)
    for cell in list(figure.places if isinstance(figure, Field) else figure)[:1]:
        tiling_of(cell, "a shape")
    return figure


def _scales(value: values.Value) -> Sequence[int] | None:
    scales = [value] if isinstance(value, int) else list(value) if isinstance(value, (list, tuple, range)) else []
    return scales if scales and all(_whole(scale) and scale is not True and scale >= 1 for scale in scales) else None


Anything = Annotated[values.Value, ParameterType("a value", lambda value: value, takes_blank=True)]
Single = Annotated[
    values.Value,
    ParameterType("a value", lambda value: value, takes_blank=True, place_by_place=True, takes_fail=True, is_single=True),
]
Number = Annotated[values.Number, ParameterType("a number", _number, place_by_place=True, is_single=True)]
Whole = Annotated[int, ParameterType("a whole number", _whole, place_by_place=True, is_single=True)]
KnownWhole = Annotated[int, ParameterType("a fixed whole number", _whole, known=True, is_single=True)]
RangeEnd = Annotated[
    int, ParameterType("a fixed whole number", _whole, known=True, called="the argument of `range`", if_unknown=LOOP_OVER_UNKNOWN)
]
Base = Annotated[int, ParameterType("a fixed whole number of at least 2", _base, known=True)]
Members = Annotated[Sequence[values.Value], ParameterType("a list", as_members, blank_is_empty=True)]
Stream = Annotated[Iterable[values.Value], ParameterType("a list", _stream, blank_is_empty=True, lazy=True)]
ACell = Annotated[Cell, ParameterType("a cell", _instance(Cell), if_text=NO_QUOTES, is_single=True)]
AnyPlace = Annotated[values.Value, ParameterType("a place, such as a cell", _place)]
APlace = Annotated[Cell | Corner, ParameterType("a cell or a corner", _instance(Cell, Corner), if_text=NO_QUOTES, is_single=True)]
ADirection = Annotated[Direction, ParameterType("a direction", _instance(Direction), if_text=NO_QUOTES, is_single=True)]
AnArea = Annotated[Area, ParameterType("an area", _area)]
CellSet = Annotated[values.Value, ParameterType("an area, or a field of truth values over cells", _cell_set)]
KnownArea = Annotated[Area, ParameterType("a fixed area", _area, known=True)]
KnownTruth = Annotated[bool, ParameterType("true or false", lambda value: value if isinstance(value, bool) else None, known=True)]
Shapes = Annotated[Sequence[Shape], ParameterType("a shape (a picture, or a list of cells), or several", _shapes, known=True)]
Scales = Annotated[Sequence[int], ParameterType("a fixed number of at least 1, or a list of such numbers", _scales, known=True)]
Figure = Annotated[values.Value, ParameterType("an area, a shape, or a field of truth values over cells", _figure)]
Mask = Annotated[Field, ParameterType("a field of truth values, an area, or a list of places of one kind", _mask)]
Text = Annotated[str, ParameterType("a text", _instance(str))]
AFunction = Annotated[Callee, ParameterType("a function", lambda value: value if callable(value) else None, known=True)]
AField = Annotated[Field, ParameterType("a field, such as a layer", _instance(Field))]
