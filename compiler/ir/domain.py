"""Domains: which values a term can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache

from ..language.number_sets import INTEGERS, RATIONALS, NumberSet
from ..language.operators import is_number
from ..records import dataclass
from ..values import BLANK, NUMBERS, Value, describe


class TableTooLarge(Exception):
    """A function cannot be tabulated: there are too many combinations, or a result is a list."""


class Endless(TableTooLarge):
    """The values of a term were asked for, but it is a number without bounds."""


@dataclass(frozen=True)
class Domain:
    """The values a term can have, and whether it can be blank. It is `endless` if they are all integers, or all rational numbers.

    >>> str(Domain(range(1, 8), True)), Domain((False, True)).is_truth
    ('1..7 or blank', True)
    """

    values: Sequence[Value]
    blank: bool = False

    def __post_init__(self) -> None:
        if type(self.values) in _PLAIN:  # as of each sum, so that what is plain need not be found out
            self.__dict__.update(is_truth=False, has_truths=False, has_numbers=True, has_fractions=False, is_numeric=True)

    @cached_property
    def is_truth(self) -> bool:
        """Check whether all values are truth values, and none is blank."""
        return not self.blank and self.has_truths and bool(self.values)

    @cached_property
    def has_truths(self) -> bool:
        """Check whether the values are truth values."""
        return any(isinstance(value, bool) for value in self.values)

    @cached_property
    def has_numbers(self) -> bool:
        """Check whether some value is a number."""
        return any(is_number(value) for value in self.values)

    @cached_property
    def has_fractions(self) -> bool:
        """Check whether some value is a number that is not whole."""
        return any(type(value) is Fraction for value in self.values)

    @cached_property
    def is_numeric(self) -> bool:
        """Check whether every value is a whole number or a truth value, so that operations may calculate with it."""
        return all(isinstance(value, int) for value in self.values)

    @cached_property
    def is_range(self) -> bool:
        """Check whether the values are all numbers from the smallest to the largest."""
        return isinstance(self.values, range) and self.values.step == 1 and bool(self.values)

    @cached_property
    def endless(self) -> bool:
        """Check whether the numbers have no bounds."""
        return type(self.values) is NumberSet

    @property
    def has_only_integers(self) -> bool:
        """Check whether all numbers are integers."""
        if type(self.values) is NumberSet:
            return self.values.whole
        return isinstance(self.values, range) or all(isinstance(value, int) for value in self.values)

    @property
    def examples(self) -> Sequence[Value]:
        """Return values that show which kinds there are: all, or one of a range."""
        return self.values[:1] if type(self.values) in _PLAIN else self.values

    @cached_property
    def size(self) -> int:
        """Return the number of values, blank included."""
        values = self.values
        if isinstance(values, range) and values:  # which may be longer than `len` can say
            return (values[-1] - values[0]) // values.step + 1 + self.blank
        return len(values) if type(values) is NumberSet else len(values) + self.blank

    @cached_property
    def low(self) -> int:
        """Return the smallest number, 0 if there is none."""
        self._require_bounds()
        return int(min(self.values, default=0)) if not isinstance(self.values, range) else min(self.values[0], self.values[-1])

    @cached_property
    def high(self) -> int:
        """Return the largest number, 0 if there is none."""
        self._require_bounds()
        return int(max(self.values, default=0)) if not isinstance(self.values, range) else max(self.values[0], self.values[-1])

    def _require_bounds(self) -> None:
        if type(self.values) is NumberSet:
            raise Endless

    def between(self, low: int, high: int) -> int:
        """Return how many of the values, which are numbers, lie from `low` to `high`."""
        if isinstance(self.values, range) and self.values.step == 1:
            return max(0, min(high, self.values[-1]) - max(low, self.values[0]) + 1)
        return sum(low <= value <= high for value in self.values)

    def multiples(self, factor: int) -> tuple[int, int]:
        """Return the smallest and the largest multiple of a value; blank counts 0."""
        if self is TRUTH:
            return (0, factor) if factor > 0 else (factor, 0)
        ends = [factor * self.low, factor * self.high] if self.values else []
        if self.blank:
            ends.append(0)
        return min(ends), max(ends)

    def overlaps(self, other: Domain) -> bool:
        """Check whether some value, which may be blank, belongs to both."""
        if self.endless or other.endless:
            have_numbers = self.has_numbers and other.has_numbers and not self.has_truths and not other.has_truths
            return have_numbers or (self.blank and other.blank)
        if self.is_range and other.is_range and not (self.blank and other.blank):
            return self.low <= other.high and other.low <= self.high
        smaller, larger = (self, other) if self.size <= other.size else (other, self)
        return any(value in larger for value in smaller)

    def __reduce__(self) -> str | tuple[type[Domain], tuple[Sequence[Value], bool]]:
        return "TRUTH" if self is TRUTH else (Domain, (self.values, self.blank))

    def __contains__(self, value: object) -> bool:
        if value is BLANK:
            return self.blank
        if isinstance(value, bool) != self.has_truths and isinstance(value, int):
            return False
        if type(self.values) is NumberSet:
            return value in self.values
        if type(value) is Fraction and not self.has_fractions:
            return False  # Python would compare it with each number of a range
        try:
            return value in (self.values if isinstance(self.values, range) else self._members)
        except TypeError:  # a list, which is never one of the values
            return False

    @cached_property
    def _members(self) -> frozenset[Value]:
        return frozenset(self.values)

    def __iter__(self) -> Iterator[Value]:
        self._require_bounds()
        yield from self.values
        if self.blank:
            yield BLANK

    def __str__(self) -> str:
        if self.is_truth:
            return "truth"
        if type(self.values) is NumberSet:
            shown = self.values.name
        elif isinstance(self.values, range):
            shown = describe(self.values)
        else:
            shown = "{" + ", ".join(describe(value) for value in self.values) + "}"
        return f"{shown} or blank" if self.blank else shown


_PLAIN = frozenset((range, NumberSet))  # looked up by type: `isinstance` of an abstract class takes five times as long
TRUTH = Domain((False, True))
_ORDERED = frozenset((bool, *NUMBERS))


@lru_cache(maxsize=4_096)
def numbers(low: int, high: int) -> Domain:
    """Return the domain of all whole numbers from `low` to `high`: one record for all of the thousands of sums that have it.

    >>> str(numbers(0, 4)), numbers(0, 4) is numbers(0, 4)
    ('0..4', True)
    """
    return Domain(range(low, high + 1))


def domain_of(values: Sequence[Value]) -> Domain:
    """Return the domain of the values in a sequence, each once: numbers in order, others as they come.

    >>> str(domain_of([3, 1, BLANK, 3]))
    '{1, 3} or blank'
    """
    members = dict.fromkeys(values)
    blank = BLANK in members
    if blank:
        del members[BLANK]
    ordered = sorted(members) if all(type(value) in _ORDERED for value in members) else list(members)
    return Domain(tuple(ordered), blank)


def union(domains: Sequence[Domain], wide: int) -> Domain:
    """Return the values of all domains; if a domain has more than `wide` numbers, the range that holds them all.

    >>> str(union([Domain((1, 3)), Domain((2,), True)], 9)), str(union([Domain(range(1, 20)), Domain((99,))], 9))
    ('{1, 2, 3} or blank', '1..99')
    """
    if any(domain.endless for domain in domains):
        if not all(domain.endless or all(map(is_number, domain.values)) for domain in domains):
            raise Endless
        whole = all(domain.has_only_integers for domain in domains)
        return Domain(INTEGERS if whole else RATIONALS, any(domain.blank for domain in domains))
    filled = [domain for domain in domains if domain.values]
    if all(domain.is_numeric and not domain.has_truths for domain in domains) and any(domain.size > wide for domain in domains):
        low, high = min(domain.low for domain in filled), max(domain.high for domain in filled)
        return Domain(range(low, high + 1), any(domain.blank for domain in domains))
    return domain_of([member for domain in domains for member in domain])
