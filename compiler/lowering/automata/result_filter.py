"""Goals: which results are wanted of something that is read value by value, so that reading can stop early.

A goal may only ever be too generous: what it lets pass is tried, what it refuses is never looked at again.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from ...values import Value

INFINITE = 1 << 5_000  # above every number that the language computes with (operators.MAX_BITS)

Between = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """`allows(value)`: exactly which results are wanted. `between(low, high)`: whether a number from low to high may be.

    `numbers`: all numbers that are wanted, where they can be listed. `only_true`: nothing but true is. `key` tells goals apart;
    two with the same key are equal.
    """

    allows: Callable[[Value], bool]
    between: Between
    numbers: tuple[int, ...] | None
    key: Hashable
    only_true: bool = False


@dataclass(frozen=True, slots=True)
class Numbers:
    """What is known of the numbers that a condition is true of: whether some lie between two others, and all that can be listed.

    >>> some = listed([9, 4])
    >>> some.between(5, 8), some.between(5, 9), some.numbers
    (False, True, (4, 9))
    """

    between: Between
    numbers: tuple[int, ...] | None = None


def listed(numbers: Iterable[int]) -> Numbers:
    """A few numbers."""
    wanted = tuple(sorted(set(numbers)))
    return Numbers(lambda low, high: bisect.bisect_left(wanted, low) < bisect.bisect_right(wanted, high), wanted)


ANY_NUMBERS = Numbers(lambda low, high: True)


def filter_by(allows: Callable[[Value], bool], among: Numbers | None, key: Hashable, *, only_true: bool = False) -> ResultFilter:
    """What a condition holds for; `among` where more is known of the numbers that it holds for."""
    found = among or ANY_NUMBERS
    return ResultFilter(allows, found.between, found.numbers, key, only_true)


ANYTHING = filter_by(lambda value: True, None, "anything")
TRUE = filter_by(lambda value: value is True, None, "true", only_true=True)
