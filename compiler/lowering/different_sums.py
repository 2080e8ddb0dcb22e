"""Sums that are impossible only because values under them must differ, such as a cage of three cells with the sum 4."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from ..ir.module import Assertion, Module, Origin
from ..ir.term import Term
from ..ir.walk import conjuncts
from ..records import dataclass
from ..values import Value

MOST_VALUES = 100  # that a member of a sum may have,
MOST_SPAN = 10_000  # and from the smallest sum to the largest: no sum above these limits is called impossible


@dataclass(frozen=True, slots=True)
class Sums:
    """A set of whole numbers: `low` more than the positions of the bits."""

    low: int
    bits: int

    def plus(self, other: Sums) -> Sums:
        """Return all sums of a number of this set and one of another."""
        fewer, more = sorted((self.bits, other.bits), key=int.bit_count)
        bits = 0
        for position in _positions(fewer):
            bits |= more << position
        return Sums(self.low + other.low, bits)

    @property
    def high(self) -> int:
        """Return the largest number."""
        return self.low + self.bits.bit_length() - 1

    def meets(self, low: int, high: int) -> bool:
        """Check whether some number is between these two."""
        low, high = max(low, self.low), min(high, self.high)
        return low <= high and bool(self.bits >> low - self.low & (1 << high - low + 1) - 1)


def impossible_sums(module: Module) -> Iterator[tuple[Origin, Origin, str]]:
    """Yield the origins of assertions of sums that different values never have.

    Each comes with the origin of a rule that makes the values different, and with the reason in words.
    """
    differing: dict[Term, list[tuple[Term, Assertion]]] = {}
    for assertion in module.assertions:
        for truth in conjuncts([assertion.term]):
            for arg in truth.args if truth.op == "distinct" else ():
                differing.setdefault(arg, []).append((truth, assertion))
    for assertion in module.assertions if differing else ():
        for truth in conjuncts([assertion.term]):
            demand = _demand(truth)
            if demand is None:
                continue
            members, low, high = demand
            sums_and_rule = _sums(members, differing)
            if sums_and_rule is not None and not sums_and_rule[0].meets(low, high):
                sums, because = sums_and_rule
                extent = f"{sums.low} to {sums.high}" if sums.low < sums.high else f"{sums.low}"
                is_between = sums.low <= low <= high <= sums.high
                words = f"values that must differ have a sum of {extent} here" + (f", and never {low}" if is_between else "")
                yield assertion.origin, because, words
                break


def _demand(truth: Term) -> tuple[list[tuple[int, Term]], int, int] | None:
    """Return the members of the sum that a truth bounds, with their factors, and the bounds; None for any other truth."""
    if truth.op in ("is", "within") and truth.args[0].op == "linear":
        total = truth.args[0]
        low, high = truth.detail if truth.op == "within" else (truth.detail, truth.detail)
        if type(low) is not int or type(high) is not int:
            return None
        constant, *factors = total.detail
        return list(zip(factors, total.args, strict=True)), low - constant, high - constant
    return _equal_pair(truth)


def _equal_pair(truth: Term) -> tuple[list[tuple[int, Term]], int, int] | None:
    """Return the same for two equal terms: a number minus an unknown equals another unknown if both add up to the number."""
    lines = [line for side in truth.args if (line := _straight(side))] if truth.op == "same" else []
    if len(lines) < 2:
        return None
    (factor, start, unknown), (other_factor, other_start, other_unknown) = lines
    if unknown is other_unknown:
        return None
    sign = 1 if factor > 0 else -1
    total = sign * (other_start - start)
    return [(sign * factor, unknown), (-sign * other_factor, other_unknown)], total, total


def _straight(term: Term) -> tuple[int, int, Term] | None:
    """Return a factor, a constant and an unknown such that a term is the factor times the unknown plus the constant."""
    if term.op == "unknown":
        return 1, 0, term
    if term.op != "map" or len(term.args) != 1 or term.args[0].op != "unknown" or term.args[0].domain.blank:
        return None
    unknown = term.args[0]
    values = _whole(unknown)
    if values is None or len(values) < 2:
        return None
    images = [term.detail.compute(value) for value in values]
    if any(type(image) is not int for image in images):
        return None
    factor, rest = divmod(images[1] - images[0], values[1] - values[0])
    start = images[0] - factor * values[0]
    is_straight = not rest and all(image == factor * value + start for value, image in zip(values, images, strict=True))
    return (factor, start, unknown) if is_straight and factor else None


def _whole(term: Term) -> Sequence[int] | None:
    """Return the values of a term if they are few whole numbers."""
    values: Sequence[Value] = term.domain.values
    return values if 0 < len(values) <= MOST_VALUES and all(type(value) is int for value in values) else None


def _sums(members: Sequence[tuple[int, Term]], differing: dict[Term, list[tuple[Term, Assertion]]]) -> tuple[Sums, Origin] | None:
    """Return all numbers that a sum may have, and a rule why members differ; None if none must, or above the limits."""
    total = Sums(0, 1)
    because: Origin | None = None
    rest = dict.fromkeys(members)
    while rest:
        factor, first = next(iter(rest))
        group, origin = [first], None
        for truth, assertion in differing.get(first, ()):
            different = [arg for arg in dict.fromkeys(truth.args) if (factor, arg) in rest]
            if len(different) > len(group):
                group, origin = different, assertion.origin
        because = because or origin
        domains = [_whole(member) for member in group]
        if None in domains:
            return None
        values = tuple(sorted({value for domain in domains for value in domain or ()}))
        part = _sums_of_different(values, len(group), factor, any(member.domain.blank for member in group))
        if part is None:
            return None
        total = total.plus(part)
        if total.high - total.low > MOST_SPAN:
            return None
        for member in group:
            del rest[factor, member]
    return (total, because) if because else None


@functools.lru_cache(maxsize=1_000)
def _sums_of_different(values: tuple[int, ...], number: int, factor: int, may_be_blank: bool) -> Sums | None:
    """Return the sums of so many different values, each times a factor; of fewer, too, if some may be blank, which counts 0.

    None if there are none, or if they may lie too far apart.
    """
    products = sorted(factor * value for value in values)
    fewest = 0 if may_be_blank else number
    low = min(fewest * products[0], number * products[0])
    if max(fewest * products[-1], number * products[-1]) - low > MOST_SPAN:  # before any set of bits is as long as that
        return None
    reached = [1] + [0] * number  # by number of values, above so many times the least product
    for product in products:
        for count in range(number, 0, -1):
            reached[count] |= reached[count - 1] << product - products[0]
    bits = 0
    for count in range(fewest, number + 1):
        bits |= reached[count] << count * products[0] - low
    if not bits:
        return None
    shift = (bits & -bits).bit_length() - 1
    return Sums(low + shift, bits >> shift)


def _positions(bits: int) -> Iterator[int]:
    """Yield the positions of the bits of a number that are 1."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
