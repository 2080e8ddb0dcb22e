"""`all` and `any`: conjunction and disjunction, blanks passed over."""

from __future__ import annotations

from collections.abc import Iterable

from ...ir.domain import TRUTH
from ...ir.operands import are_truths
from ...ir.term import Operand, Term
from ...values import Value
from ..algebra import Algebra
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import ResultFilter
from ..lowering_registry import lowering
from .count import check, is_true


@lowering("all")
def all(algebra: Algebra, values: Iterable[Value]) -> Operand:
    """Return the term "no member is false"."""
    members: list[Operand] = list(values)
    return algebra.conjoin(members if are_truths(members) else [_is_not_false(algebra, value) for value in members])


def _is_not_false(algebra: Algebra, value: Value) -> Operand:
    if type(value) is Term and value.domain is TRUTH:
        return value
    is_true(algebra, value, "all")
    return algebra.negate(algebra.terms.equals(value, False))


@lowering("any")
def any(algebra: Algebra, values: Iterable[Value]) -> Operand:
    """Return the term "some member is true"."""
    members: list[Operand] = list(values)
    return algebra.disjoin(members if are_truths(members) else [is_true(algebra, value, "any") for value in members])


@streaming("all")
def all_members(least: int | None) -> Aggregate:
    """Return the aggregate that is true until a member is false."""

    def may(state: bool, left: Remaining, result_filter: ResultFilter) -> bool:
        return state or result_filter.allows(False)

    return Aggregate(True, lambda state, value: check(value, "all") and state, may=may, all_true=True)


@streaming("any")
def any_member(least: int | None) -> Aggregate:
    """Return the aggregate that is false until a member is true."""

    def may(state: bool, left: Remaining, result_filter: ResultFilter) -> bool:
        return not state or result_filter.allows(True)

    return Aggregate(False, lambda state, value: check(value, "any") or state, may=may)
