"""Place by place: applying an operation to each place of fields."""

from __future__ import annotations

from collections.abc import Callable

from ..geometry.area import Area
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, kind_of


def lift(compute: Callable[..., Value], *operands: Value) -> Value:
    """Apply `compute`, place by place where an operand is a field."""
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
