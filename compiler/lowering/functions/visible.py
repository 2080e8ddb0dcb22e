"""`visible` and `increasing`: machines that keep the largest, or the last, value."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...functions.min import checked_number
from ...ir.term import Operand, Term
from ...language.operators import OPERATORS
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining, State
from ..automata.result_filter import ResultFilter
from ..lowering_registry import lowering
from ..quotients import Quotient
from .count import at_most_one_more_each

MANY = 100  # values of a member, with which the last one is no state


@streaming("visible")
def visible_members(least: int | None) -> Aggregate:
    """Return the aggregate whose state is how many were seen, and the largest of them."""

    def add(state: State, value: int) -> State:
        seen, largest = state
        checked_number("visible", value)
        return (seen + 1, value) if largest is BLANK or value > largest else state

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        return at_most_one_more_each(state[0], left, result_filter)

    return Aggregate((0, BLANK), add, lambda state: state[0], may, least=0)


@streaming("increasing")
def increasing_members(least: int | None) -> Aggregate:
    """Return the aggregate whose state is the last value, or None once one was not larger."""

    def add(state: State, value: int) -> State:
        checked_number("increasing", value)
        return value if state is not None and (state is BLANK or value > state) else None

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is not None or result_filter.allows(False)

    return Aggregate(BLANK, add, lambda state: state is not None, may)


@lowering("visible")
def visible(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return a machine over the members."""
    for value in values:
        check_numbers(value, "`visible`", truths=False)
    return algebra.automata.over(visible_members, values)


@lowering("increasing")
def increasing(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return the term "each member is larger than the one before"; of numbers from wide ranges, by comparing each two."""
    for value in values:
        check_numbers(value, "`increasing`", truths=False)
    is_wide = any(isinstance(value, Term) and not value.domain.endless and value.domain.size > MANY for value in values)
    if is_wide and not any(isinstance(value, Quotient) for value in values):
        return _in_pairs(algebra, [value for value in values if value is not BLANK])
    return algebra.truth(algebra.automata.over(increasing_members, values))


def _in_pairs(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """Return "each of two members is larger than the one before". Where none may be blank, neighbours are enough."""
    may_be_blank = any(isinstance(value, Term) and value.domain.blank for value in values)
    pairs = itertools.combinations(values, 2) if may_be_blank else itertools.pairwise(values)
    is_less, terms = OPERATORS["<"], algebra.terms
    ordered_pairs: list[Operand] = []
    for one, other in pairs:
        missing = terms.disjunction([terms.equals(one, BLANK), terms.equals(other, BLANK)])
        if missing is not True:
            is_known_pair = not isinstance(one, Term) and not isinstance(other, Term)
            less = is_less.evaluate(one, other) if is_known_pair else algebra.operate(is_less, [one, other])
            ordered_pairs.append(algebra.disjoin([missing, less]))
    return algebra.conjoin(ordered_pairs)
