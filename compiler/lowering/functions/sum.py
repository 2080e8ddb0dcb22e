"""`sum`: a linear term, which is compared without listing its values; along a line, a machine that stops above the wanted sum."""

from __future__ import annotations

from collections.abc import Sequence

from ...language.operators import check_bounds, number
from ...values import Number, Value
from ..algebra import Algebra
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..lowering_registry import lowering


@lowering("sum")
def sum(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return a linear term, or a quotient of one."""
    return algebra.add_up(values)


@streaming("sum")
def sum_of_members(least: int | None) -> Aggregate:
    """Add members up one by one. Without negative members a sum above all wanted ones is dead."""
    natural = least is not None and least >= 0

    def may(state: int, left: Remaining, result_filter: ResultFilter) -> bool:
        return not natural or result_filter.between(state, INFINITE)

    def among(state: int, result_filter: ResultFilter) -> Numbers:
        return Numbers(lambda low, high: not natural or result_filter.between(state + low, INFINITE))

    return Aggregate(
        0,
        _add if least is None else _added_to_whole,
        may=may,
        among=among,
        least=0 if natural else None,
        saturates=natural,
        additive=natural,
    )


def _add(state: Number, value: Value) -> Number:
    return check_bounds(state + number(value, "sum"))


def _added_to_whole(state: Number, value: Value) -> Number:
    return state + number(value, "sum")
