"""`min` and `max`: compared up one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..functions.min import listed
from ..ir.term import Table
from ..values import BLANK, Value
from .algebra import Algebra, check_numbers
from .registry import lowering


@lowering("min")
def min(algebra: Algebra, values: Value, *more: Value) -> Value:
    """A chain of tables."""
    return _extreme(algebra, "min", lambda a, b: a if a <= b else b, listed("min", values, more))


@lowering("max")
def max(algebra: Algebra, values: Value, *more: Value) -> Value:
    """A chain of tables."""
    return _extreme(algebra, "max", lambda a, b: a if a >= b else b, listed("max", values, more))


def _extreme(algebra: Algebra, name: str, better: Callable[[int, int], int], values: Sequence[Value]) -> Value:
    def choose(best: Value, value: Value) -> Value:
        return value if best is BLANK else best if value is BLANK else better(best, value)

    result: Value = BLANK
    for value in values:
        check_numbers(value, f"`{name}`", truths=False)
        result = algebra.terms.map(Table(name, choose), [result, value])
    return result
