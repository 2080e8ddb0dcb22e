"""`len`: how many members are not blank."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir.term import Operand
from ...values import Value
from ..algebra import Algebra
from ..automata.aggregates import Aggregate, streaming
from ..lowering_registry import lowering
from ..not_lowered import is_single
from .count import at_most_one_more_each


@lowering("len")
def len(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """Return a linear term over "is not blank"."""
    return algebra.terms.linear([(1, algebra.terms.filled(value) if is_single(value) else True) for value in values])


@streaming("len")
def len_of_members(least: int | None) -> Aggregate:
    """Return the aggregate that adds one for each member."""
    return Aggregate(0, lambda state, value: state + 1, may=at_most_one_more_each, least=0, counts=True)
