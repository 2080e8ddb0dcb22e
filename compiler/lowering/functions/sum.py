"""`sum`: a linear term, which is compared without ever listing its values; along a line, a machine that never passes its goal."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir.term import Operand
from ...language.operators import number
from ...values import Value
from ..algebra import Algebra
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..lowering_registry import lowering


@lowering("sum")
def sum(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """A linear term."""
    return algebra.add_up(values)


@streaming("sum")
def sum_of_members(natural: bool) -> Aggregate:
    """Added up one by one. Without negative members no sum comes back from above what is wanted."""

    def may(state: int, left: Remaining, goal: ResultFilter) -> bool:
        return not natural or goal.between(state, INFINITE)

    def among(state: int, goal: ResultFilter) -> Numbers:
        return Numbers(lambda low, high: not natural or goal.between(state + low, INFINITE))

    return Aggregate(0, lambda state, value: state + number(value, "sum"), may=may, among=among, natural=natural)
