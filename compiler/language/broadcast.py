"""Place by place: applying an operation to each place of fields. A clue group is the field of the values that are printed."""

from __future__ import annotations

from collections.abc import Callable

from ..geometry.area import Area
from ..geometry.clue import ClueGroup
from ..geometry.places import Border, Cell, Corner, Link
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, kind_of

_PLACES = (Cell, Link, Border, Corner, Area)


def lift(compute: Callable[..., Value], *operands: Value) -> Value:
    """Apply `compute`, place by place where an operand is a field or a clue group."""
    operands = tuple([operand.field if isinstance(operand, ClueGroup) else operand for operand in operands])
    fields = [operand for operand in operands if isinstance(operand, Field)]
    if not fields:
        return compute(*operands)
    for operand in operands:
        if isinstance(operand, Field) and not fields[0].same_places(operand):
            what = "two fields with different places"
        elif isinstance(operand, (list, tuple, range, Area)):
            what = f"a field and {kind_of(operand)}"
        else:
            continue
        raise Fault(
            Code.WRONG_KIND,
            f"cannot combine {what} place by place",
            "to pair them by position, write: for a, b in zip(..., ...)",
        )

    def read(position: int) -> Value:
        return compute(*[operand[position] if isinstance(operand, Field) else operand for operand in operands])

    return fields[0].like(read)


def clues_and_values(value: Value, group: ClueGroup) -> list[Value]:
    """Return what `value in group` looks for: clues, and what is printed there; raise `Fault` for a place, which is neither."""
    values = [clue.value for clue in group]
    if isinstance(value, _PLACES) and not any(isinstance(each, _PLACES) for each in values):
        message = f"{kind_of(value)} ({value}) is never in a clue group, which holds clues"
        raise Fault(Code.WRONG_KIND, message, f"to ask whether a clue stands there, write {group.name}[{value}] != blank")
    return [*group, *values]
