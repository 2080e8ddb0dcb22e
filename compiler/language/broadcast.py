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

    return fields[0].like(_reader(compute, operands))


def _reader(compute: Callable[..., Value], operands: tuple[Value, ...]) -> Callable[[int], Value]:
    """Return a function from a position to the value there. For one or two operands it knows in advance which are fields."""
    if len(operands) == 1:
        (only,) = operands
        return lambda at: compute(only[at])
    if len(operands) == 2:
        left, right = operands
        if not isinstance(right, Field):
            return lambda at: compute(left[at], right)
        return (lambda at: compute(left[at], right[at])) if isinstance(left, Field) else (lambda at: compute(left, right[at]))
    return lambda at: compute(*[operand[at] if isinstance(operand, Field) else operand for operand in operands])


def clues_and_values(value: Value, group: ClueGroup) -> list[Value]:
    """Return the clues of a group and their values, for `value in group`; raise `Fault` for a place, which is neither."""
    values = [clue.value for clue in group]
    if isinstance(value, _PLACES) and not any(isinstance(member, _PLACES) for member in values):
        message = f"{kind_of(value)} ({value}) is never in a clue group, which holds clues"
        raise Fault(Code.WRONG_KIND, message, f"to ask whether a clue stands there, write {group.name}[{value}] != blank")
    return [*group, *values]
