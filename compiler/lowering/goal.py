"""Goals: which results are wanted of something that is read value by value, so that reading can stop early.

A goal may only ever be too generous: what it lets pass is tried, what it refuses is never looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from ..operators import is_number
from ..values import Value

INFINITE = 1 << 5_000  # above every number that the language computes with (operators.MAX_BITS)

Between = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Goal:
    """`allows(value)`: exactly which results are wanted. `between(low, high)`: whether a number from low to high may be.

    `numbers`: all numbers that are wanted, where they can be listed. `only_true`: nothing but true is. `key` tells goals apart;
    two with the same key are equal.
    """

    allows: Callable[[Value], bool]
    between: Between
    numbers: tuple[int, ...] | None
    key: Hashable
    only_true: bool = False


def among(numbers: Iterable[int], key: Hashable = None) -> Goal:
    """One of some numbers.

    >>> goal = among([4, 9])
    >>> goal.between(5, 8), goal.between(5, 9), goal.allows(4)
    (False, True, True)
    """
    wanted = tuple(sorted(set(numbers)))
    return Goal(
        lambda value: is_number(value) and value in wanted,
        lambda low, high: any(low <= number <= high for number in wanted),
        wanted,
        ("among", wanted) if key is None else key,
    )


def that(allows: Callable[[Value], bool], between: Between | None, key: Hashable, *, only_true: bool = False) -> Goal:
    """What a condition holds for; `between` where more is known of the numbers that it holds for."""
    return Goal(allows, between or (lambda low, high: True), None, key, only_true)


ANYTHING = that(lambda value: True, None, "anything")
TRUE = that(lambda value: value is True, None, "true", only_true=True)
