"""`sum`: a linear term, which is compared without ever listing its values."""

from __future__ import annotations

from collections.abc import Sequence

from ..ir.term import Operand
from ..values import Value
from .algebra import Algebra
from .registry import lowering


@lowering("sum")
def sum(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """A linear term."""
    return algebra.add_up(values)
