"""`count`: a linear term over truth values; along a line, a machine."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.count import not_a_truth
from ...ir.operands import are_truths
from ...ir.term import Operand, Term
from ...values import BLANK, Value, describe, kind_of
from ..algebra import Algebra
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import ResultFilter
from ..lowering_registry import lowering
from ..selection import Selection


@lowering("count")
def count(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """Return the number of members that are true."""
    if isinstance(values, Selection) and values.are_truths:
        return algebra.terms.count_unknown(tuple(values))
    members = list(values)
    return algebra.terms.count(members if are_truths(members) else [is_true(algebra, value, "count") for value in members])


@streaming("count")
def count_of_members(least: int | None) -> Aggregate:
    """Return the aggregate that adds one for each member that is true."""
    return Aggregate(0, lambda state, value: state + check(value, "count"), may=at_most_one_more_each, least=0)


def at_most_one_more_each(state: int, left: Remaining, result_filter: ResultFilter) -> bool:
    """Check whether a number can still become a wanted one if each value that is left adds at most one."""
    return result_filter.between(state, state + left.count + 1)  # one more for a run that is being read


def check(value: Value, name: str) -> bool:
    """Return a member, which must be a truth value."""
    if not isinstance(value, bool):
        raise not_a_truth(name, describe(value), kind_of(value))
    return value


def is_true(algebra: Algebra, value: Value, name: str) -> Operand:
    """Return the term "a member is true"; raise `Fault` if it can be anything but a truth value or blank."""
    if isinstance(value, Term) and value.domain.is_truth:
        return value
    members = value.domain.examples if isinstance(value, Term) else [value]
    for member in members:
        if not isinstance(member, bool) and member is not BLANK:
            raise not_a_truth(name, describe(member), kind_of(member))
    return algebra.terms.equals(value, True)
