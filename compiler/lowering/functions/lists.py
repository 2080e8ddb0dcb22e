"""`sorted`: the k-th member by how many members are at most so large."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.lists import sorted as plain_sorted
from ...ir.operands import is_small
from ...ir.term import Operand, Term
from ...values import BLANK, Value
from ..algebra import Algebra
from ..lowering_registry import lowering
from ..not_lowered import NotLowered
from ..reasons import LIST_MEMBERS, NO_LOWERING, PARTIAL, TABLE


@lowering("sorted")
def sorted(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return the members by cases: the k-th is the smallest number that at least k members do not exceed."""
    terms = algebra.terms
    members = [value for value in values if value is not BLANK]
    unknown = [value for value in members if isinstance(value, Term)]
    if any(isinstance(value, (list, tuple)) for value in members):
        return NotLowered(LIST_MEMBERS)
    if any(value.domain.blank for value in unknown):
        return NotLowered(PARTIAL)
    known = [value for value in members if not isinstance(value, Term)]
    plain_sorted.evaluate([*known, *(value for each in unknown for value in each.domain.examples)])  # raises for mixed kinds
    if not all(value.domain.is_numeric and not value.domain.has_truths for value in unknown):
        return NotLowered(NO_LOWERING)
    if not all(map(is_small, unknown)):
        return NotLowered(TABLE)
    numbers = plain_sorted.evaluate(list({*known, *(value for each in unknown for value in each.domain)}))
    reached = [terms.count([_at_most(algebra, member, number) for member in members]) for number in numbers[:-1]]
    return [
        terms.cases(
            [
                (terms.within(count, k, len(members)), number)
                for count, number in zip(reached, numbers, strict=False)
            ],
            numbers[-1],
        )
        for k in range(1, len(members) + 1)
    ]


def _at_most(algebra: Algebra, member: Operand, number: Value) -> Operand:
    return algebra.terms.less(member, number, gap=0)
