"""`divides`: along a line, by the machine for the remainder."""

from __future__ import annotations

from ..operators import is_number
from ..values import Value
from .algebra import Algebra
from .machine import Machine
from .registry import lowering


@lowering("divides", takes_machines=True)
def divides(algebra: Algebra, a: Value, b: Value) -> Value:
    """Whether the remainder is 0; where there is no machine for that, a table."""
    if isinstance(b, Machine) and b.remainder is not None and is_number(a) and a > 0:
        return algebra.equal(b.remainder(a), 0)
    return None
