"""`abs`: by cases for a number without bounds, of which no table can be made."""

from __future__ import annotations

from ...language.operators import NEGATE
from ...values import Value
from ..algebra import Algebra, is_endless
from ..lowering_registry import lowering


@lowering("abs")
def abs(algebra: Algebra, number: Value) -> Value | None:
    """Return a choice between the number and its negative; None if a table does it."""
    if not is_endless(number):
        return None
    negative = algebra.terms.less(number, 0)
    return algebra.choose(negative, lambda: algebra.operate(NEGATE, [number]), lambda: number)
