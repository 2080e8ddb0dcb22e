"""`is_square`, `is_cube` and `is_power`"""

from __future__ import annotations

import bisect
import builtins
import functools
import math

from ..language.function_registry import function
from ..language.parameter_types import Number, Whole
from ..language.range_predicates import RangePredicate

FRACTIONS = 10**15


@function("numbers", "is_square(49) and is_square(0) and not is_square(-4) and is_square(blank) == blank")
def is_square(n: Number) -> bool:
    """Return true if `n` is the square of a whole number: 0, 1, 4, 9, ...

    Blank if `n` is blank; of a field, place by place.
    """
    return isinstance(n, int) and n >= 0 and math.isqrt(n) ** 2 == n


@function("numbers", "is_cube(27) and is_cube(0) and is_cube(-8) and not is_cube(9)")
def is_cube(n: Number) -> bool:
    """Return true if `n` is the cube of a whole number: 0, 1, 8, 27, ... and -1, -8, -27, ...

    Blank if `n` is blank; of a field, place by place.
    """
    return isinstance(n, int) and _is_exact_power(n, 3)


@function("numbers", "is_power(343, 7) and is_power(1, 7) and is_power(343) and not is_power(12)")
def is_power(n: Number, base: Whole | None = None) -> bool:
    """Return true if `n` is a power; with `base`, if it is a power of `base`.

    Blank if an argument is blank; of a field, place by place.

    `is_power(n, base)` is true if n is base ** k for some k of at least 0, so 1 is a power of every number. `is_power(n)` is
    true if n is a ** k for some whole number a and some k of at least 2: 0, 1, 4, 8, 9, 16, ... and -1, -8, -27, -32, ...
    """
    if not isinstance(n, int):
        return False
    if base is not None:
        return n in _powers(base, builtins.abs(n))
    return any(_is_exact_power(n, exponent) for exponent in prime_exponents(max(n.bit_length(), 3)))


@functools.cache
def prime_exponents(most: int) -> tuple[int, ...]:
    """Return the primes up to `most`: every power with another exponent is also one with a prime exponent."""
    return tuple(k for k in range(2, most + 1) if all(k % divisor for divisor in range(2, k)))


def _is_exact_power(n: int, exponent: int) -> bool:
    """Return whether n is the power of a whole number with this exponent; a negative n only if the exponent is odd."""
    if n < 0:
        return exponent % 2 == 1 and _is_exact_power(-n, exponent)
    power: int = integer_root(n, exponent) ** exponent
    return power == n


def integer_root(n: int, k: int) -> int:
    """Return the largest whole number whose k-th power is at most n, by Newton's method from above, in whole numbers only.

    Below 10 ** 15 a float is close enough to be corrected by trying its neighbours, which is faster.
    """
    if n < 2:
        return n
    if k == 2:
        return math.isqrt(n)
    if n < FRACTIONS:
        near = int(n ** (1 / k))
        while near**k > n:
            near -= 1
        while (near + 1) ** k <= n:
            near += 1
        return near
    root = 1 << -(-n.bit_length() // k)
    while (better := ((k - 1) * root + n // root ** (k - 1)) // k) < root:
        root = better
    return root


def _powers(base: int, limit: int) -> list[int]:
    """Return the powers of `base` from exponent 0 on, each once, as long as their absolute values are at most `limit`, or 1."""
    if builtins.abs(base) < 2:
        return [1, base]
    powers = [1]
    while builtins.abs(powers[-1] * base) <= limit:
        powers.append(powers[-1] * base)
    return powers


def _exists_square(lo: int, hi: int) -> bool:
    return math.isqrt(hi) ** 2 >= lo


def _exists_cube(lo: int, hi: int) -> bool:
    return integer_root(hi, 3) ** 3 >= lo


def _exists_power(lo: int, hi: int, base: int | None = None) -> bool:
    if base is not None:
        return any(lo <= power <= hi for power in _powers(base, hi))
    if hi < FRACTIONS:
        at = bisect.bisect_left(_high_powers(), lo)
        return _exists_square(lo, hi) or _exists_cube(lo, hi) or (at < len(_high_powers()) and _high_powers()[at] <= hi)
    return any(integer_root(hi, exponent) ** exponent >= lo for exponent in prime_exponents(max(hi.bit_length(), 2)))


@functools.cache
def _high_powers() -> tuple[int, ...]:
    """Return the powers below 10 ** 15 with exponents of at least 5, in order; there are few."""
    exponents = prime_exponents(FRACTIONS.bit_length())[2:]
    return tuple(sorted({n**k for k in exponents for n in range(2, integer_root(FRACTIONS - 1, k) + 1)}))


def _remainders_of_powers(by: int, lo: int, hi: int, exponent: int) -> frozenset[int]:
    """Return the remainders of the powers with this exponent from `lo` to `hi`: those of `by` roots in a row come again."""
    first = integer_root(lo - 1, exponent) + 1 if lo > 0 else 0
    last = min(integer_root(hi, exponent), first + by - 1)
    return frozenset(pow(root, exponent, by) for root in range(first, last + 1))


def _remainders_of_squares(by: int, lo: int, hi: int) -> frozenset[int]:
    return _remainders_of_powers(by, lo, hi, 2)


def _remainders_of_cubes(by: int, lo: int, hi: int) -> frozenset[int]:
    return _remainders_of_powers(by, lo, hi, 3)


def _remainders_of_any_powers(by: int, lo: int, hi: int, base: int | None = None) -> frozenset[int]:
    if base is not None:
        return frozenset(power % by for power in _powers(base, hi) if lo <= power <= hi)
    exponents = prime_exponents(max(hi.bit_length(), 2))
    return frozenset().union(*(_remainders_of_powers(by, lo, hi, exponent) for exponent in exponents))


SQUARE_BETWEEN = RangePredicate("is_square", "n", _exists_square, _remainders_of_squares)
CUBE_BETWEEN = RangePredicate("is_cube", "n", _exists_cube, _remainders_of_cubes)
POWER_BETWEEN = RangePredicate("is_power", "n", _exists_power, _remainders_of_any_powers)
