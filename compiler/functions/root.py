"""`root` and `log`, where they come out exactly."""

from __future__ import annotations

import builtins
from fractions import Fraction

from ..language.function_registry import function
from ..language.parameter_types import Number, Whole
from ..values import BLANK, Value, exact
from .is_square import integer_root, prime_exponents


@function("numbers", "root(49) == 7 and root(-8, 3) == -2 and root(9 / 4) == 3 / 2 and root(2) == blank")
def root(x: Number, n: Whole = 2) -> Value:
    """Return the number whose `n`-th power is `x`: without `n`, the square root.

    It is calculated exactly. Blank where no whole number or fraction has this power, as for `root(2)` and `root(-4)`, and where
    `n` is less than 1. If two numbers have it, it is the positive one. Blank if an argument is blank; of a field, place by place.
    """
    if n < 1 or (x < 0 and n % 2 == 0):
        return BLANK
    result = _root(builtins.abs(Fraction(x)), n)
    return BLANK if result is None else exact(result if x >= 0 else -result)


@function("numbers", "log(8, 2) == 3 and log(1 / 9, 3) == -2 and log(8, 4) == 3 / 2 and log(10, 2) == blank")
def log(x: Number, base: Number) -> Value:
    """Return the exponent to which `base` has to be raised to give `x`.

    It is calculated exactly, and may be a fraction. Blank where no whole number or fraction is this exponent, where `x` or `base`
    is not above 0, and where `base` is 1. Blank if an argument is blank; of a field, place by place.
    """
    if x <= 0 or base <= 0 or base == 1:
        return BLANK
    if x == 1:
        return 0
    least, exponent = _least_root(Fraction(base))  # what has `base` among its powers has this root, and x among its powers too
    wanted, sign = Fraction(x), 1
    if least < 1:
        least, exponent = 1 / least, -exponent
    if wanted < 1:
        wanted, sign = 1 / wanted, -1
    times, above = 1, least.numerator
    while above < wanted.numerator:
        times, above = times + 1, above * least.numerator
    return exact(sign * times, exponent) if least**times == wanted else BLANK


def _root(x: Fraction, n: int) -> Fraction | None:
    """Return the n-th root of a fraction that is not negative; None if it is no fraction."""
    longest = max(x.numerator.bit_length(), x.denominator.bit_length())
    if n > longest:
        return x if x in (0, 1) else None
    above, below = integer_root(x.numerator, n), integer_root(x.denominator, n)
    return Fraction(above, below) if above**n == x.numerator and below**n == x.denominator else None


def _least_root(x: Fraction) -> tuple[Fraction, int]:
    """Return the root of a positive fraction, other than 1, that has no root itself, and which one it is."""
    exponent = 1
    for prime in prime_exponents(max(x.numerator.bit_length(), x.denominator.bit_length())):
        while (result := _root(x, prime)) is not None:
            x, exponent = result, exponent * prime
    return x, exponent
