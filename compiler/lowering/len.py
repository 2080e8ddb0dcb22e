"""`len`: how many members are not blank."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.term import Operand
from ..values import Value
from .algebra import Algebra, is_single
from .registry import lowering


@lowering("len")
def len(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """A linear term over "is not blank"."""
    return algebra.terms.linear([(1, algebra.terms.filled(value) if is_single(value) else True) for value in values])
