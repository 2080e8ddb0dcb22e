"""`floor`, `ceil`, `numerator` and `denominator`: whole numbers beside a fraction, and the parts of one."""

from __future__ import annotations

import math

from ..language.function_registry import function
from ..language.parameter_types import Number


@function("numbers", "floor(7 / 2) == 3 and floor(-1 / 2) == -1 and floor(4) == 4")
def floor(x: Number) -> int:
    """Return the largest whole number that is at most `x`.

    `a // b` is the same as `floor(a / b)`. To round to the nearest whole number, halves up, write `floor(x + 1/2)`. Blank if `x`
    is blank; of a field, place by place.
    """
    return math.floor(x)


@function("numbers", "ceil(7 / 2) == 4 and ceil(-1 / 2) == 0 and ceil(4) == 4")
def ceil(x: Number) -> int:
    """Return the smallest whole number that is at least `x`. Blank if `x` is blank; of a field, place by place."""
    return math.ceil(x)


@function("numbers", "numerator(6 / 4) == 3 and numerator(-1 / 2) == -1 and numerator(5) == 5")
def numerator(x: Number) -> int:
    """Return the number above the line of the fraction `x` in lowest terms, with the sign of `x`.

    Blank if `x` is blank; of a field, place by place.
    """
    return x.numerator


@function("numbers", "denominator(6 / 4) == 2 and denominator(-1 / 2) == 2 and denominator(5) == 1")
def denominator(x: Number) -> int:
    """Return the number below the line of the fraction `x` in lowest terms, which is at least 1; of a whole number, 1.

    Blank if `x` is blank; of a field, place by place.
    """
    return x.denominator
