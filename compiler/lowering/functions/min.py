"""`min` and `max`: compared up one by one."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Sequence

from ...functions.min import listed
from ...ir.term import Operand, Table, Term
from ...language.operators import OPERATORS
from ...values import BLANK, Number, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..extremes import in_place_of_blank
from ..lowering_registry import lowering
from ..quotients import common_denominator, has_fractions


@lowering("min")
def min(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return a chain of tables and order-encoded extremes."""
    return _extreme(algebra, "min", builtins.min, listed("min", values, more))


@lowering("max")
def max(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return a chain of tables and order-encoded extremes."""
    return _extreme(algebra, "max", builtins.max, listed("max", values, more))


def _extreme(algebra: Algebra, name: str, better: Callable[[Value, Value], Value], values: Sequence[Value]) -> Value:
    for value in values:
        check_numbers(value, f"`{name}`", truths=False)
    values = [value for value in values if value is not BLANK]
    if any(map(has_fractions, values)):
        by = common_denominator([each for value in values for each in (value.domain if isinstance(value, Term) else [value])])
        times, over = (functools.partial(algebra.operate, OPERATORS[sign]) for sign in "*/")
        whole = [(number, by // of) for number, of in map(algebra.quotients.whole, values)]
        return over([_extreme(algebra, name, better, [times([number, factor]) for number, factor in whole]), by])
    may_be_blank = [value for value in values if _can_be_blank(value)]
    if not values:
        return BLANK
    if may_be_blank:  # a blank counts as a number that is worse than all
        ends = [(value.domain.low, value.domain.high) if isinstance(value, Term) else (value, value) for value in values]
        worst = builtins.min(low for low, _ in ends) - 1 if name == "max" else builtins.max(high for _, high in ends) + 1
        counted = Table("blank as the worst", functools.partial(_counted, worst), worst)
        values = [_counted_as(algebra, value, counted, worst) if _can_be_blank(value) else value for value in values]
    result = functools.reduce(lambda one, other: algebra.terms.extreme(name, one, other), values)
    if len(may_be_blank) < len(values):
        return result
    return algebra.terms.map(Table("the worst as blank", functools.partial(_shown, worst), worst), [result])


def _counted_as(algebra: Algebra, value: Term, counted: Table, worst: int) -> Operand:
    """Return a number for a term that may be blank."""
    by_cases = in_place_of_blank(algebra.terms, value, worst)
    return algebra.terms.map(counted, [value]) if by_cases is None else by_cases


def _counted(worst: int, value: Value) -> int:
    """Return a number for a value, a blank being the worst."""
    return worst if value is BLANK else value


def _shown(worst: int, value: int) -> Value:
    """Return the value that a number stands for."""
    return BLANK if value == worst else value


def _can_be_blank(value: Value) -> bool:
    return value.domain.blank if isinstance(value, Term) else value is BLANK


@streaming("max")
def max_of_members(natural: bool) -> Aggregate:
    """Return the aggregate of the largest member so far, which never becomes smaller."""

    def add(state: Value, value: Value) -> Number:
        return checked(value, "max") if state is BLANK or value > state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(state, INFINITE)

    def among(state: Value, result_filter: ResultFilter) -> Numbers:
        return Numbers(lambda low, high: result_filter.between(low, INFINITE))

    return Aggregate(BLANK, add, may=may, among=among, natural=natural)


@streaming("min")
def min_of_members(natural: bool) -> Aggregate:
    """Return the aggregate of the smallest member so far, which never becomes larger."""

    def add(state: Value, value: Value) -> Number:
        return checked(value, "min") if state is BLANK or value < state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(-INFINITE, state)

    return Aggregate(BLANK, add, may=may, natural=natural)


def checked(value: Value, name: str) -> Number:
    """Return a member, which must be a number."""
    check_numbers(value, f"`{name}`", truths=False)
    number: Number = value
    return number
