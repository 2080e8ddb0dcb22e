"""Comparisons of products of sums: of counts, areas, totals and numbers of groups. Case by case of one factor, a sum is left.

`count(x) * count(y) == 12` is "one count is 1 and the other 12, or 2 and 6, or ...": a comparison of two sums for each divisor,
and no literal for each value of a sum. In general one factor is chosen, and for each value that it can have the comparison is
stated of the rest. Where one factor is left, its values are known; where no product is left, the rest is compared as a sum.
Values with the same rest are one case. Several factors are tried as the first one, and what takes fewest literals is taken.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence

from ..ir.polynomial_automaton import Wanted
from ..ir.sum_size import literals_of_sum
from ..ir.term import SUMS, Operand, Term, when_made
from ..ir.term_factory import TermFactory
from ..records import dataclass
from .extremes import is_at_least, is_at_most, is_blank
from .groups.network import capped_size

FEW_SUMMANDS = 2  # of a sum that may as well be a table
MOST_CASES = 25_000  # values of factors that are gone through
MOST_VALUES = 4_000  # of one factor
MOST_PRODUCTS = 100  # of one polynomial
MOST_TRIED = 4  # factors that are tried as the first one
MANY_MORE = 4  # times as many values as another factor, with which one is not tried
SHORT = 2_000  # literals and clauses that are few enough

Monomial = tuple[Term, ...]  # factors in the order in which they were made, as often as they occur
Polynomial = tuple[tuple[Monomial, int], ...]  # each monomial once, in a fixed order, and no multiple of 0
Intervals = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Values:
    """A plan: a factor lies in one of some intervals."""

    factor: Term
    intervals: Intervals


@dataclass(frozen=True, slots=True)
class Total:
    """A plan: multiples of factors add up to a number in one of some intervals."""

    members: tuple[tuple[int, Term], ...]
    intervals: Intervals


@dataclass(frozen=True, slots=True)
class Cases:
    """A plan: in one of some cases, a factor lies in intervals and another plan holds. No value of the factor is in two cases."""

    factor: Term
    cases: tuple[tuple[Intervals, Plan], ...]


Plan = bool | Values | Total | Cases


class TooManyCases(Exception):
    """There are too many values of factors to go through."""


@dataclass(frozen=True, slots=True)
class ComparedProducts:
    """A comparison with a product of sums: how it is stated, and about how many literals and clauses that takes.

    `left`, `right`: the factors that make a side blank if they are.
    """

    plan: Plan
    cost: int
    left: frozenset[Term]
    right: frozenset[Term]
    equal_if_blank: bool

    def term(self, terms: TermFactory) -> Operand:
        """Return the term of the comparison."""
        sides = [[is_blank(terms, x) for x in sorted(side, key=when_made)] for side in (self.left, self.right)]
        blank = [terms.disjunction(side) for side in sides]
        held = terms.conjunction([*(terms.negation(condition) for condition in blank), _state(terms, self.plan)])
        return terms.disjunction([terms.conjunction(blank), held]) if self.equal_if_blank and all(sides) else held


def compared_products(terms: TermFactory, left: Operand, right: Operand, wanted: Wanted) -> ComparedProducts | None:
    """Return "the difference of two numbers is as wanted"; None if it has no product of large sums, or too many cases."""
    sides: list[dict[Monomial, int]] = []
    blanks: list[set[Term]] = [set(), set()]
    for side, may_be_blank in zip((left, right), blanks, strict=True):
        summed = _polynomial_of(terms, side, may_be_blank)
        if summed is None:
            return None
        sides.append(summed)
    polynomial = _add([(1, sides[0]), (-1, sides[1])])
    multiplied = sorted({factor for monomial, _ in polynomial if len(monomial) > 1 for factor in monomial}, key=_fewest_first)
    if not any(map(is_large_sum, multiplied)):
        return None
    best: tuple[int, Plan] | None = None
    for takes_apart in (False, True):
        for factor in multiplied[:MOST_TRIED]:
            if factor.domain.size > MANY_MORE * multiplied[0].domain.size or (takes_apart and best and best[0] < SHORT):
                continue
            with contextlib.suppress(TooManyCases):
                plan = _Planner(wanted, takes_apart=takes_apart).plan(polynomial, factor)
                cost = _cost(plan)
                best = (cost, plan) if best is None or cost < best[0] else best
    if best is None:
        return None
    return ComparedProducts(best[1], best[0], frozenset(blanks[0]), frozenset(blanks[1]), wanted.both_blank)


def is_large_sum(x: Operand) -> bool:
    """Check whether a value is a sum for whose values no literals should be made only because it is multiplied."""
    if not isinstance(x, Term):
        return False
    return x.op in ("size", "members", "min_max") or (x.op == "linear" and len(x.args) > FEW_SUMMANDS)


def literals_of_values(x: Term) -> int:
    """Return about how many clauses it takes to have a literal for each value of a large sum."""
    return x.domain.size * len(x.args) if is_large_sum(x) else 0


def _fewest_first(factor: Term) -> tuple[int, int]:
    return factor.domain.size, factor.id


# polynomials


def _polynomial_of(terms: TermFactory, x: Operand, may_be_blank: set[Term] | None) -> dict[Monomial, int] | None:
    """Return a number as a polynomial in what its products were made of; None if it is none.

    Factors that may be blank, and make the number blank then, are added to a set; without one there may be none.
    """
    if isinstance(x, Term) and x.op == "constant":
        x = x.detail
    if not isinstance(x, Term):
        return {(): int(x)} if isinstance(x, int) else None
    factors = terms.products.get(x)
    if factors is not None:
        first, second = (_polynomial_of(terms, factor, may_be_blank) for factor in factors)
        return None if first is None or second is None else _multiply(first, second)
    if x.op == "linear" and any(arg in terms.products for arg in x.args):
        return _polynomial_of_sum(terms, x)
    domain = x.domain
    if domain.endless or not domain.is_numeric or domain.size > MOST_VALUES or (domain.has_truths and domain.has_numbers):
        return None
    if x.domain.blank:
        if may_be_blank is None:
            return None
        may_be_blank.add(x)
    return {(x,): 1}


def _polynomial_of_sum(terms: TermFactory, x: Term) -> dict[Monomial, int] | None:
    """Return a sum with products in it; what is no product in it is one factor."""
    constant, *factors = x.detail
    parts: list[tuple[int, Mapping[Monomial, int]]] = [(constant, {(): 1})]
    rest: list[tuple[int, Operand]] = []
    for factor, arg in zip(factors, x.args, strict=True):
        if arg not in terms.products:
            rest.append((factor, arg))
            continue
        part = _polynomial_of(terms, arg, None)
        if part is None:
            return None
        parts.append((factor, part))
    part = _polynomial_of(terms, terms.linear(rest), None)
    return None if part is None else dict(_add([*parts, (1, part)]))


def _add(parts: Iterable[tuple[int, Mapping[Monomial, int]]]) -> Polynomial:
    total: dict[Monomial, int] = {}
    for factor, part in parts:
        for monomial, times in part.items():
            total[monomial] = total.get(monomial, 0) + factor * times
    return _order(total)


def _order(monomials: Mapping[Monomial, int]) -> Polynomial:
    listed = [(monomial, times) for monomial, times in monomials.items() if times]
    return tuple(sorted(listed, key=lambda pair: (len(pair[0]), [factor.id for factor in pair[0]])))


def _multiply(first: Mapping[Monomial, int], second: Mapping[Monomial, int]) -> dict[Monomial, int] | None:
    if len(first) * len(second) > MOST_PRODUCTS:
        return None
    product: dict[Monomial, int] = {}
    for (one, f), (other, g) in itertools.product(first.items(), second.items()):
        monomial = tuple(sorted((*one, *other), key=when_made))
        product[monomial] = product.get(monomial, 0) + f * g
    return product


def _with_value(polynomial: Polynomial, factor: Term, value: int) -> Polynomial:
    """Return the polynomial in which a factor has a value."""
    replaced: dict[Monomial, int] = {}
    for monomial, times in polynomial:
        rest = tuple([other for other in monomial if other is not factor])
        replaced[rest] = replaced.get(rest, 0) + times * value ** (len(monomial) - len(rest))
    return _order(replaced)


def _ends(polynomial: Polynomial) -> tuple[int, int]:
    """Return two numbers between which the polynomial lies."""
    least = most = 0
    for monomial, times in polynomial:
        low = high = times
        for factor in monomial:
            products = [end * other for end in (low, high) for other in _ends_of(factor)]
            low, high = min(products), max(products)
        least, most = least + low, most + high
    return least, most


def _ends_of(factor: Term) -> tuple[int, int]:
    return int(factor.domain.low), int(factor.domain.high)


def _values_of(factor: Term) -> Sequence[int]:
    """Return the numbers that a factor can be; of a sum those that its multiples can add up to."""
    values = sorted(map(int, factor.domain.values))
    if factor.op != "linear":
        return values
    constant, *factors = factor.detail
    by = math.gcd(*factors)
    return values if by == 1 else [value for value in values if (value - constant) % by == 0]


def _intervals(places: Iterable[int], possible: Sequence[int]) -> Intervals:
    """Return possible numbers, told by their places, as intervals; between the ends of one lies no other possible number."""
    intervals: list[tuple[int, int]] = []
    following = -1
    for place in places:
        number = possible[place]
        intervals[-1:] = [(intervals[-1][0], number)] if place == following else [*intervals[-1:], (number, number)]
        following = place + 1
    return tuple(intervals)


# plans


class _Planner:
    """Plans a comparison. With `takes_apart`, a sum of several factors with a large one among them is split by their values."""

    def __init__(self, wanted: Wanted, *, takes_apart: bool) -> None:
        self._wanted = wanted
        self._takes_apart = takes_apart
        self._left = MOST_CASES
        self._plans: dict[Polynomial, Plan] = {}

    def plan(self, polynomial: Polynomial, first: Term | None = None) -> Plan:
        """Return how "the polynomial is as wanted" is stated, with the cases of one factor first; raise `TooManyCases`."""
        plan = self._plans.get(polynomial)
        if plan is None:
            plan = self._plans[polynomial] = self._plan(polynomial, first)
        return plan

    def _plan(self, polynomial: Polynomial, first: Term | None) -> Plan:
        settled = self._wanted.settle(*_ends(polynomial))
        if settled is not None:
            return settled
        if not self._can_be_a_multiple(polynomial):
            return False
        factors = {factor for monomial, _ in polynomial for factor in monomial}
        if len(factors) == 1:
            return self._of_one(polynomial, *factors)
        multiplied = {factor for monomial, _ in polynomial if len(monomial) > 1 for factor in monomial}
        if not multiplied:
            if not self._takes_apart or not any(map(is_large_sum, factors)):
                return self._total(polynomial)
            multiplied = factors
        return self._cases(polynomial, first or min(multiplied, key=_fewest_first))

    def _can_be_a_multiple(self, polynomial: Polynomial) -> bool:
        """Check whether a wanted number can be what is known plus a multiple of the common divisor of the rest."""
        exactly = self._wanted.numbers
        if exactly is None and self._wanted.low is not None and self._wanted.low == self._wanted.high:
            exactly = frozenset((self._wanted.low,))
        if exactly is None:
            return True
        known = sum(times for monomial, times in polynomial if not monomial)
        by = math.gcd(*(times for monomial, times in polynomial if monomial))
        return any((number - known) % by == 0 for number in exactly)

    def _spend(self, values: Sequence[int]) -> Sequence[int]:
        self._left -= len(values)
        if self._left < 0:
            raise TooManyCases
        return values

    def _of_one(self, polynomial: Polynomial, factor: Term) -> Plan:
        values = self._spend(_values_of(factor))
        wanted = [place for place, value in enumerate(values) if self._is_wanted(polynomial, value)]
        if not wanted or len(wanted) == len(values):
            return bool(wanted)
        return Values(factor, _intervals(wanted, values))

    def _is_wanted(self, polynomial: Polynomial, value: int) -> bool:
        number = sum(times * value ** len(monomial) for monomial, times in polynomial)
        return self._wanted.settle(number, number) is True

    def _total(self, polynomial: Polynomial) -> Plan:
        """Return how a sum without products is stated: in its one form, divided by the common divisor of the multiples."""
        known = sum(times for monomial, times in polynomial if not monomial)
        members = [(times, monomial[0]) for monomial, times in polynomial if monomial]
        by = math.gcd(*(times for times, _ in members)) * (1 if members[0][0] > 0 else -1)
        low, high = _ends(tuple(((factor,), times // by) for times, factor in members))
        if self._wanted.numbers is not None:
            numbers = sorted(self._wanted.numbers)
            exact = [(number - known) // by for number in numbers if type(number) is int and (number - known) % by == 0]
            intervals = [(number, number) for number in sorted(exact) if low <= number <= high]
        else:
            ends = [None if end is None else end - known for end in (self._wanted.low, self._wanted.high)]
            if by < 0:
                ends.reverse()
            least = low if ends[0] is None else max(low, -(-ends[0] // by))
            most = high if ends[1] is None else min(high, ends[1] // by)
            intervals = [(least, most)] if least <= most else []
        return Total(tuple((times // by, factor) for times, factor in members), tuple(intervals)) if intervals else False

    def _cases(self, polynomial: Polynomial, factor: Term) -> Plan:
        values = self._spend(_values_of(factor))
        cases: dict[Plan, list[int]] = {}
        for place, value in enumerate(values):
            cases.setdefault(self.plan(_with_value(polynomial, factor, value)), []).append(place)
        for plan, at in cases.items():
            if len(at) == len(values):
                return plan
        cases.pop(False, None)
        if [*cases] == [True]:
            return Values(factor, _intervals(cases[True], values))
        return Cases(factor, tuple((_intervals(at, values), plan) for plan, at in cases.items()))


def _cost(plan: Plan) -> int:
    """Return about how many literals and clauses a plan takes; what is compared twice is counted once."""
    compared_once: dict[object, int] = {}
    _count(plan, compared_once)
    return sum(compared_once.values())


def _count(plan: Plan, counts: dict[object, int]) -> None:
    if isinstance(plan, bool) or plan in counts:
        return
    if isinstance(plan, Total):
        counts[plan] = len(plan.intervals) * literals_of_sum(plan.members)
        return
    counts[plan] = 1
    listed = [plan.intervals] if isinstance(plan, Values) else [intervals for intervals, _ in plan.cases]
    for interval in itertools.chain.from_iterable(listed):
        counts[plan.factor, interval] = _literals(plan.factor)
    if isinstance(plan, Cases):
        for _, inner in plan.cases:
            _count(inner, counts)


def _literals(factor: Term) -> int:
    """Return about how many literals a comparison of a factor takes."""
    if factor.op == "linear":
        return literals_of_sum([(1, factor)])
    return factor.domain.size if factor.op in SUMS or factor.op == "min_max" else 1


# plans as terms


def _state(terms: TermFactory, plan: Plan) -> Operand:
    if isinstance(plan, bool):
        return plan
    if isinstance(plan, Values):
        return _among(terms, plan.factor, plan.intervals)
    if isinstance(plan, Total):
        total = terms.linear(plan.members)
        return terms.disjunction([_between(terms, total, *interval) for interval in plan.intervals])
    steps = _steps(terms, plan)
    if steps is not None:
        return steps
    cases = [(_among(terms, plan.factor, intervals), _state(terms, inner)) for intervals, inner in plan.cases]
    return terms.disjunction([terms.conjunction(case) for case in cases])


def _steps(terms: TermFactory, plan: Cases) -> Operand | None:
    """Return cases in which one factor has less room the larger the other is, or the smaller; None if they are not so.

    `x * y <= 12` is `y <= 12 // k or x < k` for each k: each is a clause, and no case has to be chosen.
    """
    others = {inner.factor for _, inner in plan.cases if isinstance(inner, Values)}
    if len(others) != 1 or not all(inner is True or isinstance(inner, Values) for _, inner in plan.cases):
        return None
    (other,) = others
    everything = _values_of(other)
    by_value: dict[int, tuple[int, int] | None] = {}  # values of the factor with the room that they leave
    for intervals, inner in plan.cases:
        room = (everything[0], everything[-1]) if inner is True else inner.intervals[0] if isinstance(inner, Values) else None
        if isinstance(inner, Values) and len(inner.intervals) > 1:
            return None
        for value in _values_of(plan.factor):
            if any(low <= value <= high for low, high in intervals):
                by_value[value] = room
    rooms = [(value, by_value.get(value)) for value in _values_of(plan.factor)]
    for is_falling in (True, False):
        ordered = rooms if is_falling else rooms[::-1]
        if all(_lies_in(room, before) for (_, before), (_, room) in itertools.pairwise(ordered)):
            return _nest(terms, plan.factor, other, ordered, is_falling=is_falling)
    return None


def _lies_in(room: tuple[int, int] | None, other: tuple[int, int] | None) -> bool:
    return room is None or (other is not None and other[0] <= room[0] and room[1] <= other[1])


def _nest(
    terms: TermFactory, factor: Term, other: Term, rooms: Sequence[tuple[int, tuple[int, int] | None]], *, is_falling: bool
) -> Operand:
    """Return "from each of these values on, the other factor lies in this room"."""
    bounds: list[Operand] = []
    everything = _values_of(other)
    before: tuple[int, int] | None = (everything[0], everything[-1])
    for at, (_, room) in enumerate(rooms):
        if room == before:
            continue
        before = room
        inside = False if room is None else _between(terms, other, *room)
        if at == 0:
            bounds.append(inside)
            continue
        last = rooms[at - 1][0]
        least, most = _ends_of(factor)
        outside = _between(terms, factor, *((least, last) if is_falling else (last, most)))
        bounds.append(terms.disjunction([outside, inside]))
    return terms.conjunction(bounds)


def _among(terms: TermFactory, factor: Term, intervals: Intervals) -> Operand:
    return terms.disjunction([_between(terms, factor, *interval) for interval in intervals])


def _between(terms: TermFactory, x: Operand, low: int, high: int) -> Operand:
    """Return whether a number lies between two known ones; of a group, places are counted no further than that takes."""
    if not isinstance(x, Term) or x.domain.endless:
        return terms.within(x, low, high)
    if x.domain.has_truths:
        return terms.disjunction([terms.equals(x, value) for value in (False, True) if low <= value <= high])
    if x.op == "min_max" or x.op in ("size", "members"):
        if low == high and x.op != "min_max":
            return terms.equals(capped_size(terms, x, high), low)
        ends = [is_at_least(terms, x, low)] if low > x.domain.low else []
        ends += [is_at_most(terms, x, high)] if high < x.domain.high else []
        return terms.conjunction(ends) if ends else terms.negation(is_blank(terms, x))
    x = capped_size(terms, x, high)
    return terms.equals(x, low) if low == high else terms.within(x, low, high)
