"""Result filters: which results of a machine are wanted, so that exploring it can stop early.

A filter may accept too much, but never too little: the explorer follows what it accepts, and drops what it refuses for good.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable, Hashable, Iterable

from ...records import dataclass
from ...values import Number, Value

INFINITE = 1 << 5_000  # above every number that the language computes with (operators.MAX_BITS)

Between = Callable[[Number, Number], bool]


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """The results that are wanted. `allows(value)` is exact. `between(low, high)`: whether one from low to high may be wanted.

    `numbers`: all wanted numbers, if they can be listed. `ceiling`: from this number on, all numbers are wanted or none is.
    `only_true`: nothing but true is wanted. Two filters with the same `key` are equal.
    """

    allows: Callable[[Value], bool]
    between: Between
    numbers: tuple[Number, ...] | None
    key: Hashable
    only_true: bool = False
    ceiling: int | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers for which a condition holds: whether some lie between two others, and all of them if they can be listed.

    `ceiling`: the condition is the same for all numbers from this one on; None if no such number is known.

    >>> some = set_of([9, 4])
    >>> some.between(5, 8), some.between(5, 9), some.numbers
    (False, True, (4, 9))
    """

    between: Between
    numbers: tuple[Number, ...] | None = None
    ceiling: int | None = None


def set_of(numbers: Iterable[Number]) -> Numbers:
    """Return the set of a few numbers."""
    wanted = tuple(sorted(set(numbers)))
    return Numbers(
        lambda low, high: bisect.bisect_left(wanted, low) < bisect.bisect_right(wanted, high),
        wanted,
        math.floor(wanted[-1]) + 1 if wanted else 0,
    )


ANY_NUMBERS = Numbers(lambda low, high: True)


def filter_by(
    allows: Callable[[Value], bool],
    among: Numbers | None,
    key: Hashable,
    *,
    only_true: bool = False,
    ceiling: int | None = None,
) -> ResultFilter:
    """Return the filter of a condition; `among`: the numbers for which it holds, if more is known of them.

    `ceiling`: the one of the condition, if it is not that of `among`.
    """
    wanted_numbers = among or ANY_NUMBERS
    return ResultFilter(
        allows,
        wanted_numbers.between,
        wanted_numbers.numbers,
        key,
        only_true,
        wanted_numbers.ceiling if ceiling is None else ceiling,
    )


ANYTHING = filter_by(lambda value: True, None, "anything")
TRUE = filter_by(lambda value: value is True, None, "true", only_true=True)
