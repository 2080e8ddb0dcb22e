"""`product`: multiplied up one by one, with the products that can occur at each member as values."""

from __future__ import annotations

from collections.abc import Sequence

from ..values import Value
from .algebra import Algebra, check_numbers
from .registry import lowering


@lowering("product")
def product(algebra: Algebra, values: Sequence[Value]) -> Value:
    """A chain of tables."""
    for value in values:
        check_numbers(value, "`product`", truths=True)
    return algebra.accumulate("*", 1, values)
