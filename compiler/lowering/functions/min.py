"""`min` and `max`: one term of all numbers."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...functions.min import listed
from ...ir.term import Term
from ...language.operators import OPERATORS
from ...values import BLANK, Number, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..lowering_registry import lowering
from ..quotients import common_denominator, has_fractions


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
    if any(map(has_fractions, values)):  # the same number of times a common denominator, which makes all of them whole
        present = [value for value in values if value is not BLANK]
        by = common_denominator(
            [each for value in present for each in (value.domain.values if isinstance(value, Term) else [value])]
        )
        times, over = (functools.partial(algebra.operate, OPERATORS[sign]) for sign in "*/")
        whole = [(number, by // of) for number, of in map(algebra.quotients.whole, present)]
        return over([algebra.terms.extreme(name, [times([number, factor]) for number, factor in whole]), by])
    return algebra.terms.extreme(name, values)


@streaming("max")
def max_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the largest member so far, which never becomes smaller."""

    def add(state: Value, value: Value) -> Number:
        return checked(value, "max") if state is BLANK or value > state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(state, INFINITE)

    def among(state: Value, result_filter: ResultFilter) -> Numbers:
        return Numbers(lambda low, high: result_filter.between(low, INFINITE))

    return Aggregate(BLANK, add, may=may, among=among, least=least, saturates=least is not None and least >= 0)


@streaming("min")
def min_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the smallest member so far, which never becomes larger."""

    def add(state: Value, value: Value) -> Number:
        return checked(value, "min") if state is BLANK or value < state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(-INFINITE, state)

    return Aggregate(BLANK, add, may=may, least=least, saturates=least is not None and least >= 0)


def checked(value: Value, name: str) -> Number:
    """Return a member, which must be a number."""
    check_numbers(value, f"`{name}`", truths=False)
    number: Number = value
    return number
