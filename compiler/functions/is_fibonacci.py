"""`is_fibonacci`"""

from __future__ import annotations

import math

from ..language.function_registry import function
from ..language.parameter_types import Number
from ..language.range_predicates import RangePredicate


@function("numbers", "is_fibonacci(0) and is_fibonacci(13) and not is_fibonacci(4)")
def is_fibonacci(n: Number) -> bool:
    """Return true if `n` is a Fibonacci number: 0, 1, 2, 3, 5, 8, 13, ...

    Blank if `n` is blank; of a field, place by place.
    """
    # Gessel's criterion (The Fibonacci Quarterly 10, 1972, problem H-187): 5 n n + 4 or 5 n n - 4 is a square.
    if not isinstance(n, int) or n < 0:
        return False
    return any(root * root == square for square in _candidates(n) for root in [math.isqrt(square)])


def _candidates(n: int) -> list[int]:
    return [square for square in (5 * n * n - 4, 5 * n * n + 4) if square >= 0]


def _exists_fibonacci(lo: int, hi: int) -> bool:
    number, following = 0, 1
    while number < lo:
        number, following = following, number + following
    return number <= hi


def _remainders_of_fibonacci_numbers(by: int, lo: int, hi: int) -> frozenset[int]:
    remainders = set()
    number, following = 0, 1
    while number <= hi:
        if number >= lo:
            remainders.add(number % by)
        number, following = following, number + following
    return frozenset(remainders)


FIBONACCI_BETWEEN = RangePredicate("is_fibonacci", "n", _exists_fibonacci, _remainders_of_fibonacci_numbers)
