"""What aggregates are if some members are open. Other functions are evaluated for all values of these, if they are few."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gridwright.compiler.functions.distinct import distinct
from gridwright.compiler.values import BLANK, Number, Value, is_known

from .open_values import TRUTHS, Open, Undetermined, between, bounds, may_be_blank, may_be_fraction


def _truths(members: Iterable[Value]) -> Iterable[tuple[bool, bool]]:
    """Yield for each member whether it may be false, and whether it may be true; blank is neither."""
    for member in members:
        values = member.known_values() if isinstance(member, Open) else (member,)
        if not all(value is BLANK or isinstance(value, bool) for value in values):
            raise Undetermined
        yield any(value is False for value in values), any(value is True for value in values)


def _all(members: Iterable[Value]) -> Value:
    may_be_false = False
    for member in members:
        ((is_false, is_true),) = _truths([member])
        if is_false and not is_true and not may_be_blank(member):
            return False
        may_be_false |= is_false
    return TRUTHS if may_be_false else True


def _any(members: Iterable[Value]) -> Value:
    may_be_true = False
    for member in members:
        ((is_false, is_true),) = _truths([member])
        if is_true and not is_false and not may_be_blank(member):
            return True
        may_be_true |= is_true
    return TRUTHS if may_be_true else False


def _count(members: Iterable[Value]) -> Value:
    low = high = 0
    for member in members:
        ((is_false, is_true),) = _truths([member])
        low += is_true and not is_false and not may_be_blank(member)
        high += is_true
    return between(low, high)


def _len(members: Iterable[Value]) -> Value:
    present = list(members)
    certain = sum(not may_be_blank(member) for member in present)
    return between(certain, sum(member is not BLANK for member in present))


def _sum(members: Iterable[Value]) -> Value:
    low: Number = 0
    high: Number = 0
    fractions = False
    for member in members:
        if member is BLANK:
            continue
        fractions |= may_be_fraction(member)
        ends = bounds(member)
        if ends is None:
            raise Undetermined
        least, most, or_blank = ends
        low += min(0, least) if or_blank else least
        high += max(0, most) if or_blank else most
    return between(low, high, fractions=fractions)


def _extreme(members: Iterable[Value], better: Callable[..., Number]) -> Value:
    ranges = []
    fractions = False
    for member in members:
        fractions |= may_be_fraction(member)
        if member is not BLANK:
            ends = None if isinstance(member, bool) else bounds(member)
            if ends is None:
                raise Undetermined
            ranges.append(ends)
    if not ranges:
        return BLANK
    certain = [(low, high) for low, high, or_blank in ranges if not or_blank]
    low, high = min(low for low, _, _ in ranges), max(high for _, high, _ in ranges)
    if certain and better is min:
        high = min(high for _, high in certain)
    elif certain:
        low = max(low for low, _ in certain)
    return between(low, high, or_blank=not certain, fractions=fractions)


def _distinct(members: Iterable[Value]) -> Value:
    listed = list(members)
    known = [member for member in listed if is_known(member)]
    if not distinct.evaluate(known):
        return False
    return True if len(known) == len(listed) else TRUTHS


AGGREGATES: Mapping[str, Callable[[Iterable[Value]], Value]] = {
    "all": _all,
    "any": _any,
    "count": _count,
    "distinct": _distinct,
    "len": _len,
    "max": lambda members: _extreme(members, max),
    "min": lambda members: _extreme(members, min),
    "sum": _sum,
}
