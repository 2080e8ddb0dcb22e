"""`digits`, `digit_sum`, `digit_product` and `is_palindrome`: the decimal digits of a number."""

from __future__ import annotations

import builtins
import functools
import math

from ..language.function_registry import function
from ..language.parameter_types import Whole
from ..language.range_predicates import RangePredicate
from ..values import FoundList, Value

FEW_HALVES = 1_000  # palindromes that are gone through; more of one length are taken together


@function("numbers", "digits(407) == [4, 0, 7] and digits(0) == [0] and digits(-12) == [1, 2]")
def digits(n: Whole) -> list[Value]:
    """Return the decimal digits of `n` as a list, the leading digit first. The sign is ignored.

    Blank if `n` is blank; of a field, place by place.
    """
    return FoundList(_digits(n))


@function("numbers", "digit_sum(407) == 11 and digit_sum(blank) == blank")
def digit_sum(n: Whole) -> int:
    """Return the sum of the decimal digits of `n`.

    The sign is ignored. Blank if `n` is blank; of a field, place by place.
    """
    return sum(_digits(n))


@function("numbers", "digit_product(423) == 24 and digit_product(407) == 0")
def digit_product(n: Whole) -> int:
    """Return the product of the decimal digits of `n`.

    The sign is ignored. Blank if `n` is blank; of a field, place by place.
    """
    return math.prod(_digits(n))


@function("numbers", "is_palindrome(1221) and is_palindrome(7) and not is_palindrome(120)")
def is_palindrome(n: Whole) -> bool:
    """Return true if the decimal digits of `n` read the same backwards. The sign is ignored.

    Blank if `n` is blank; of a field, place by place.
    """
    decimals = _digits(n)
    return decimals == decimals[::-1]


def _digits(n: int) -> list[int]:
    return [int(digit) for digit in str(builtins.abs(n))]


def _exists_palindrome(lo: int, hi: int) -> bool:
    """Return whether there is a palindrome from `lo` to `hi`.

    The smallest one from `lo` on is the leading half of `lo` mirrored, or that half plus 1, mirrored.
    """
    text = str(lo)
    half = text[: (len(text) + 1) // 2]
    palindrome = _palindrome(half, len(text))
    # A half of nines never has to grow: mirrored, it is the largest number of this length.
    return (palindrome if palindrome >= lo else _palindrome(str(int(half) + 1), len(text))) <= hi


def _palindrome(half: str, length: int) -> int:
    return int(half + half[::-1][length % 2 :])


def _remainders_of_palindromes(by: int, lo: int, hi: int) -> frozenset[int]:
    remainders: set[int] = set()
    for length in range(len(str(lo)), len(str(hi)) + 1):
        first, last = max(lo, 10 ** (length - 1) if length > 1 else 0), min(hi, 10**length - 1)
        leading = (length + 1) // 2
        halves = range(int(str(first)[:leading]), int(str(last)[:leading]) + 1)
        if len(halves) <= FEW_HALVES:
            remainders.update(n % by for half in halves if first <= (n := _palindrome(str(half), length)) <= last)
        else:
            remainders |= _remainders_of_length(by, length)
    return frozenset(remainders)


@functools.cache
def _remainders_of_length(by: int, length: int) -> frozenset[int]:
    """Return the remainders of all palindromes of a length: a digit and its mirror image add so much at a time."""
    remainders = {0}
    for at in range((length + 1) // 2):
        weight = sum(10**place for place in {at, length - 1 - at})
        remainders = {(rest + digit * weight) % by for rest in remainders for digit in range(1 if at == 0 else 0, 10)}
    return frozenset(remainders)


PALINDROME_BETWEEN = RangePredicate("is_palindrome", "n", _exists_palindrome, _remainders_of_palindromes)
