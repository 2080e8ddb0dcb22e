"""What a term can be if only some values are known: a set of values, or a range of numbers that is too wide for a set.

Either may hold more than the term can be, and never less.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

from ..records import dataclass
from ..values import BLANK, Value
from .domain import Domain

SMALL = 2048  # values of a set


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from `low` to `high`, fractions too, and perhaps blank."""

    low: int
    high: int
    blank: bool


Set = frozenset[Value]
Possible = Set | Range

TRUE: Set = frozenset((True,))
FALSE: Set = frozenset((False,))
BOTH: Set = frozenset((False, True))


MOST = 1 << 100_000  # no number of the language is nearly as large
ENDLESS = Range(-MOST, MOST, False)  # what a number without bounds can be


class EmptyMeet(Exception):
    """No value is left for a term: the facts contradict each other."""


def of_domain(domain: Domain) -> Possible:
    """Return the values that a term of this domain can have if nothing is known of its arguments.

    >>> of_domain(Domain(range(1, 3), True)) == frozenset((1, 2, BLANK)), of_domain(Domain(range(9000)))
    (True, Range(low=0, high=8999, blank=False))
    """
    if domain.endless:
        return ENDLESS
    if domain.size > SMALL and domain.is_numeric:
        return Range(domain.low, domain.high, domain.blank)
    return frozenset(domain)


def meet(first: Possible, second: Possible) -> Possible:
    """Return the values that both allow; raise `EmptyMeet` if there is none."""
    if isinstance(first, Range):
        first, second = second, first
    if isinstance(first, Range):
        assert isinstance(second, Range)
        low, high, blank = max(first.low, second.low), min(first.high, second.high), first.blank and second.blank
        if low > high and not blank:
            raise EmptyMeet
        return frozenset((BLANK,)) if low > high else Range(low, high, blank)
    common = frozenset(value for value in first if inside(value, second)) if isinstance(second, Range) else first & second
    if not common:
        raise EmptyMeet
    return common


def inside(value: Value, within: Range) -> bool:
    """Check whether a range has a value."""
    return within.blank if value is BLANK else isinstance(value, (int, Fraction)) and within.low <= value <= within.high


def ends(possible: Possible) -> tuple[Any, Any] | None:
    """Return the smallest and the largest number, blank left out; None if there is no number."""
    if isinstance(possible, Range):
        return possible.low, possible.high
    numbers = [value for value in possible if value is not BLANK]
    return (min(numbers), max(numbers)) if numbers else None


def may_be_blank(possible: Possible) -> bool:
    """Check whether blank is allowed."""
    return possible.blank if isinstance(possible, Range) else BLANK in possible


@functools.lru_cache(1024)  # sets that are equal have the same bounds, though true is no 1
def bounds(possible: Possible) -> tuple[int, int]:
    """Return the smallest and the largest number that a term adds to a sum, blank 0; raise `TypeError` for other values."""
    if isinstance(possible, Range):
        low, high = possible.low, possible.high
        return (min(0, low), max(0, high)) if possible.blank else (low, high)
    numbers = [as_number(value) for value in possible]
    return min(numbers), max(numbers)


@functools.lru_cache(1024)
def interval(low: int, high: int) -> Possible:
    """Return all whole numbers between two ends, or a range where there are too many for a set."""
    return Range(low, high, False) if high - low > SMALL else frozenset(range(low, high + 1))


def as_number(value: Value) -> int:
    """Return the number that a value adds to a sum: a truth value 0 or 1, blank 0; raise `TypeError` for texts and tuples."""
    if value is BLANK:
        return 0
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is not a number")


def single(possible: Possible) -> bool:
    """Check whether one value is left."""
    return not isinstance(possible, Range) and len(possible) == 1
