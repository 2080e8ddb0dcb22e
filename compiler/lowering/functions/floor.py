"""`floor` and `ceil`: of a number without bounds, of which no table can be made, what `// 1` gives."""

from __future__ import annotations

from ...language.operators import NEGATE, OPERATORS
from ...values import Value
from ..algebra import Algebra, is_endless
from ..lowering_registry import lowering


@lowering("floor")
def floor(algebra: Algebra, x: Value) -> Value | None:
    """Return the number divided by 1 and rounded down; None if a table does it."""
    return _rounded_down(algebra, x) if is_endless(x) else None


@lowering("ceil")
def ceil(algebra: Algebra, x: Value) -> Value | None:
    """Return the negative of the negative rounded down; None if a table does it."""
    if not is_endless(x):
        return None
    return algebra.operate(NEGATE, [_rounded_down(algebra, algebra.operate(NEGATE, [x]))])


def _rounded_down(algebra: Algebra, x: Value) -> Value:
    return algebra.operate(OPERATORS["//"], [x, 1])
