"""`first`, `last` and `nth`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import KnownNumber, Members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Value


@function("along a line", "first([blank, 3, 4]) == 3 and first([blank]) == blank", aggregate=True)
def first(values: Members) -> Value:
    """The first member that is not blank, or blank: what is seen first from the beginning of a line."""
    return next((value for value in values if value is not BLANK), BLANK)


@function("along a line", "last([blank, 3, 4, blank]) == 4", aggregate=True)
def last(values: Members) -> Value:
    """The last member that is not blank, or blank."""
    return next((values[at] for at in range(len(values) - 1, -1, -1) if values[at] is not BLANK), BLANK)


@function("along a line", "nth([blank, 3, 4], 2) == 4 and nth([3], 2) == blank", aggregate=True)
def nth(values: Members, k: KnownNumber) -> Value:
    """The k-th member that is not blank, counted from 1, or blank where there are fewer: nth(values, 1) is first(values)."""
    left = check_ordinal(k)
    for value in values:
        left -= value is not BLANK
        if left == 0:
            return value
    return BLANK


def check_ordinal(k: int) -> int:
    """The k of `nth`, which is at least 1."""
    if k < 1:
        raise Fault(Code.WRONG_ARGUMENTS, f"`nth` counts from 1, but got {k}")
    return k
