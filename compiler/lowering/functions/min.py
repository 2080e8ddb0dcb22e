"""`min` and `max`: compared up one by one."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Sequence

from ...functions.min import listed
from ...ir.term import Table, Term
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..lowering_registry import lowering


@lowering("min")
def min(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return a chain of tables and order-encoded extremes."""
    return _extreme(algebra, "min", builtins.min, listed("min", values, more))


@lowering("max")
def max(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return a chain of tables and order-encoded extremes."""
    return _extreme(algebra, "max", builtins.max, listed("max", values, more))


def _extreme(algebra: Algebra, name: str, better: Callable[[int, int], int], values: Sequence[Value]) -> Value:
    table = Table(name, functools.partial(_better, better))
    result: Value = BLANK
    for value in values:
        check_numbers(value, f"`{name}`", truths=False)
        if _can_be_blank(result) or _can_be_blank(value):
            result = algebra.terms.map(table, [result, value])
        else:
            result = algebra.terms.extreme(name, result, value)
    return result


def _better(better: Callable[[int, int], int], best: Value, value: Value) -> Value:
    """Return the better of two numbers; blanks are passed over."""
    return value if best is BLANK else best if value is BLANK else better(best, value)


def _can_be_blank(value: Value) -> bool:
    return value.domain.blank if isinstance(value, Term) else value is BLANK


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
