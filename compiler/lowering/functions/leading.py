"""`leading`: a list from which members are missing from the first blank or false one on."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir.domain import TRUTH
from ...ir.term import Operand, Term
from ...values import BLANK, Value
from ..algebra import Algebra
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, PartialList, is_single
from ..reasons import LIST_MEMBERS


@lowering("leading")
def leading(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return each member with the condition that neither it nor one before it is blank or false."""
    if not all(is_single(value) for value in values):
        return NotLowered(LIST_MEMBERS)
    members: list[tuple[Operand, Operand]] = []
    present: Operand = True
    for value in values:
        present = algebra.conjoin([present, _goes_on(algebra, value)])
        members.append((present, value))
    return PartialList(members)


def _goes_on(algebra: Algebra, value: Value) -> Operand:
    if type(value) is Term and value.domain is TRUTH:  # as most are
        return value
    return algebra.negate(algebra.disjoin([algebra.terms.equals(value, BLANK), algebra.terms.equals(value, False)]))
