"""`first`, `last` and `nth`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import KnownWhole, Members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Value


@function("along a line", "first([blank, 3, 4]) == 3 and first([blank]) == blank", aggregate=True)
def first(values: Members) -> Value:
    """Return the first member of `values` that is not blank; blank if there is none."""
    return next((value for value in values if value is not BLANK), BLANK)


@function("along a line", "last([blank, 3, 4, blank]) == 4", aggregate=True)
def last(values: Members) -> Value:
    """Return the last member of `values` that is not blank; blank if there is none."""
    return next((values[at] for at in range(len(values) - 1, -1, -1) if values[at] is not BLANK), BLANK)


@function("along a line", "nth([blank, 3, 4], 2) == 4 and nth([3], 2) == blank", aggregate=True)
def nth(values: Members, k: KnownWhole) -> Value:
    """Return the `k`-th member of `values` that is not blank, counted from 1.

    Blank if there are fewer than `k`. `nth(values, 1)` is the same as `first(values)`.
    """
    left = check_ordinal(k)
    for value in values:
        left -= value is not BLANK
        if left == 0:
            return value
    return BLANK


def check_ordinal(k: int) -> int:
    """Return the `k` of `nth`; raise `Fault` if it is less than 1."""
    if k < 1:
        raise Fault(Code.WRONG_ARGUMENTS, f"`nth` counts from 1, but got {k}")
    return k
