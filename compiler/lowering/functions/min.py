"""`min` and `max`: one term of all numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.min import listed
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..lowering_registry import lowering


@lowering("min")
def min(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return an extreme, which is compared by its numbers, or by a chain of order literals."""
    return _extreme(algebra, "min", listed("min", values, more))


@lowering("max")
def max(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return an extreme, which is compared by its numbers, or by a chain of order literals."""
    return _extreme(algebra, "max", listed("max", values, more))


def _extreme(algebra: Algebra, name: str, values: Sequence[Value]) -> Value:
    for value in values:
        check_numbers(value, f"`{name}`", truths=False)
    return algebra.terms.extreme(name, values)


@streaming("max")
def max_of_members(natural: bool) -> Aggregate:
    """Return the aggregate of the largest member so far, which never becomes smaller."""

    def add(state: Value, value: int) -> int:
        return checked(value, "max") if state is BLANK or value > state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(state, INFINITE)

    def among(state: Value, result_filter: ResultFilter) -> Numbers:
        return Numbers(lambda low, high: result_filter.between(low, INFINITE))

    return Aggregate(BLANK, add, may=may, among=among, natural=natural)


@streaming("min")
def min_of_members(natural: bool) -> Aggregate:
    """Return the aggregate of the smallest member so far, which never becomes larger."""

    def add(state: Value, value: int) -> int:
        return checked(value, "min") if state is BLANK or value < state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(-INFINITE, state)

    return Aggregate(BLANK, add, may=may, natural=natural)


def checked(value: Value, name: str) -> int:
    """Return a member, which must be a number."""
    check_numbers(value, f"`{name}`", truths=False)
    return int(value)
