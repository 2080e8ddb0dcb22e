"""Open values: what a value may be while some places of a grid are open. Each is a superset of what it can really be.

Plain evaluation is extended to them, not the compiler: the judge shares nothing with terms and clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from gridwright.compiler.language.number_sets import is_endless
from gridwright.compiler.language.operators import is_number
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK, Field, Number, Unknown, Value, exact, is_hashable, is_known, typed_key

LISTED = 256  # possible values that are kept one by one; of more numbers only the smallest and the largest are kept


class Undetermined(Exception):
    """Raised where nothing is known of a value; the interpreter then goes on with `ANYTHING` for the whole expression."""


@dataclass(frozen=True, slots=True)
class ClosedInterval:
    """All numbers from `low` to `high`, fractions too."""

    low: Number
    high: Number


@dataclass(frozen=True, slots=True, eq=False)
class Open(Unknown):
    """A value that depends on open places.

    `values`: all values that it may have; a range if it is a whole number of at least the first and at most the last, an interval
    if it is any number in that, or blank if `or_blank`; None if nothing is known.
    """

    values: tuple[Value, ...] | range | ClosedInterval | None
    or_blank: bool = False

    def __bool__(self) -> bool:
        """Refuse: what is open is neither true nor false."""
        raise Undetermined

    def __eq__(self, other: object) -> bool:
        """Refuse: two open values may be the same or not."""
        raise Undetermined

    def __hash__(self) -> int:
        """Refuse: an open value is no key."""
        raise Undetermined

    def known_values(self) -> tuple[Value, ...]:
        """Return all values that it may have, one by one; raise `Undetermined` if they are not known so."""
        if not isinstance(self.values, tuple):
            raise Undetermined
        return self.values


ANYTHING = Open(None)
TRUTHS = Open((False, True))


def one_of(values: Iterable[Value]) -> Value:
    """Return the open value with these possible values; a plain value if they are all the same.

    >>> one_of([2, 2]), one_of([True, 1]).values
    (2, (True, 1))
    """
    different: dict[Value, Value] = {}
    for value in values:
        if isinstance(value, Field) or not is_known(value) or not is_hashable(value):
            return ANYTHING
        different.setdefault(typed_key(value), value)
    if len(different) == 1:
        return next(iter(different.values()))
    if len(different) > LISTED:
        numbers = [value for value in different.values() if value is not BLANK]
        if not all(map(is_number, numbers)):
            return ANYTHING
        fractions = any(type(value) is Fraction for value in numbers)
        return between(min(numbers), max(numbers), or_blank=len(numbers) < len(different), fractions=fractions)
    return Open(tuple(different.values()))


def between(low: Number, high: Number, *, or_blank: bool = False, fractions: bool = False) -> Value:
    """Return a number from `low` to `high`, which is whole unless it may be one of the `fractions`; or blank if `or_blank`."""
    if low == high and not or_blank:
        return exact(low)
    if fractions:
        return Open(ClosedInterval(exact(low), exact(high)), or_blank)
    assert isinstance(low, int) and isinstance(high, int), "only fractions have a fraction for their end"
    if high - low < LISTED:
        return Open((*range(low, high + 1), *((BLANK,) if or_blank else ())))
    return Open(range(low, high + 1), or_blank)


def of_layer(layer: Layer) -> Value:
    """Return the value of an open place of a layer."""
    values = layer.values
    if is_endless(values):
        return ANYTHING
    if isinstance(values, range) and values.step == 1 and len(values) > LISTED:
        return between(values[0], values[-1], or_blank=layer.blank)
    return one_of((*values, *((BLANK,) if layer.blank else ())))


def bounds(value: Value) -> tuple[Number, Number, bool] | None:
    """Return the smallest and the largest number that a value may be, and whether it may be blank; None if it may be no number,
    or is blank.

    Truth values count as 1 and 0.
    """
    values = value.values if isinstance(value, Open) else (value,)
    if isinstance(values, range):
        return values[0], values[-1], value.or_blank
    if isinstance(values, ClosedInterval):
        return values.low, values.high, value.or_blank
    if values is None:
        return None
    numbers = [
        int(possible) if isinstance(possible, bool) else possible for possible in values if isinstance(possible, (int, Fraction))
    ]
    if not numbers or not all(isinstance(possible, (int, Fraction)) or possible is BLANK for possible in values):
        return None
    return min(numbers), max(numbers), len(numbers) < len(values)


def may_be_fraction(value: Value) -> bool:
    """Check whether a value may be a number that is not whole."""
    values = value.values if isinstance(value, Open) else (value,)
    return isinstance(values, ClosedInterval) or (
        isinstance(values, tuple) and any(type(possible) is Fraction for possible in values)
    )


def may_be_blank(value: Value) -> bool:
    """Check whether a value may be blank."""
    if not isinstance(value, Open):
        return value is BLANK
    return (
        value.values is None
        or value.or_blank
        or (isinstance(value.values, tuple) and any(possible is BLANK for possible in value.values))
    )


def either(first: Value, second: Value) -> Value:
    """Return the open value that is one of two values, which may themselves be open."""
    if first is second:
        return first
    sides = [value if isinstance(value, Open) else Open((value,)) for value in (first, second)]
    if any(side.values is None for side in sides):
        return ANYTHING
    if all(isinstance(side.values, tuple) for side in sides):
        return one_of(value for side in sides for value in side.known_values())
    ranges = [bounds(value) for value in (first, second) if value is not BLANK]
    if None in ranges:
        return ANYTHING
    ends = [interval for interval in ranges if interval is not None]
    blank = may_be_blank(first) or may_be_blank(second)
    fractions = may_be_fraction(first) or may_be_fraction(second)
    return between(min(low for low, _, _ in ends), max(high for _, high, _ in ends), or_blank=blank, fractions=fractions)


def open_inside(value: Value) -> Iterator[Open]:
    """Yield the open values in a value."""
    if isinstance(value, Open):
        yield value
    elif isinstance(value, (list, tuple, Field)):
        for member in value:
            yield from open_inside(member)


def fill(value: Value, chosen: Iterator[Value]) -> Value:
    """Return a value with the chosen ones instead of the open ones in it, in the order of `open_inside`."""
    if isinstance(value, Open):
        return next(chosen)
    if isinstance(value, Field):
        values: Sequence[Value] = [fill(member, chosen) for member in value]
        return Field(value.places, values.__getitem__, value.positions, value.name)
    if isinstance(value, (list, tuple)):
        return type(value)(fill(member, chosen) for member in value)
    return value
