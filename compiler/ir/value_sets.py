"""What a term can be if only some values are known: a set of values, or a range of numbers that is too wide for a set."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from ..records import dataclass
from ..values import BLANK, Value

SMALL = 2048  # values of a set


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, and perhaps blank."""

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


def meet(first: Possible, second: Possible) -> Possible:
    """Return the values that both allow; raise `EmptyMeet` if there is none."""
    if isinstance(first, Range):
        first, second = second, first
    if isinstance(first, Range):
        assert isinstance(second, Range)
        low, high, blank = max(first.low, second.low), min(first.high, second.high), first.blank and second.blank
        if low > high and not blank:
            raise EmptyMeet
        return Range(low, high, blank) if high - low > SMALL else frozenset([*range(low, high + 1), *([BLANK] if blank else [])])
    found = frozenset(value for value in first if inside(value, second)) if isinstance(second, Range) else first & second
    if not found:
        raise EmptyMeet
    return found


def inside(value: Value, within: Range) -> bool:
    """Check whether a range has a value."""
    return within.blank if value is BLANK else isinstance(value, int) and within.low <= value <= within.high


def join(parts: Iterable[Possible]) -> Possible:
    """Return the values that at least one of several allows, or a range that holds them."""
    found = list(parts)
    if all(not isinstance(part, Range) for part in found):
        return frozenset().union(*found)  # type: ignore[arg-type]
    ends = [bounds(part) for part in found]
    return Range(min(low for low, _ in ends), max(high for _, high in ends), any(map(may_be_blank, found)))


def may_be_blank(possible: Possible) -> bool:
    """Check whether blank is allowed."""
    return possible.blank if isinstance(possible, Range) else BLANK in possible


@functools.lru_cache(1024)  # sets that are equal have the same bounds, though true is no 1
def bounds(possible: Possible) -> tuple[int, int]:
    """Return the smallest and the largest number that a term adds to a sum, blank 0; raise `TypeError` for other values."""
    if isinstance(possible, Range):
        ends = (possible.low, possible.high)
        return (min(0, ends[0]), max(0, ends[1])) if possible.blank else ends
    numbers = [as_number(value) for value in possible]
    return min(numbers), max(numbers)


def as_number(value: Value) -> int:
    """Return what a value adds to a sum: a truth value 0 or 1, blank 0; raise `TypeError` for texts and tuples."""
    if value is BLANK:
        return 0
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"{value!r} is not a number")


def single(possible: Possible) -> bool:
    """Check whether one value is left."""
    return not isinstance(possible, Range) and len(possible) == 1
