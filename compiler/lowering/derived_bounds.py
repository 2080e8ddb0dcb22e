"""Bounds of unknown numbers that follow from the rules: `x*x + y*y == 325` leaves x from -18 to 18.

Intervals are narrowed to a fixed point, or for a counted number of rounds: each product of a comparison lies where the rest of it
leaves room, and each factor where the product and the other factors do. Of an `or`, what all members leave. Ends are exact
numbers, of integers rounded inwards. So what is derived holds in every solution, however early this ends.

What a rule says for one colour of a cell bounds its number for that colour: where "red is the number of its neighbours, and blue
adds up the red ones beside it", no number is bounded before those of red cells are. So what follows under the condition that an
unknown with few values has one of them is kept beside what follows always.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from ..ir.evaluation import evaluate, topological_order
from ..ir.module import Module, Origin
from ..ir.operands import operand
from ..ir.operations.polynomial import Polynomial, add, is_whole, polynomial_in, polynomial_of
from ..ir.term import Operand, Term, Variable, branches
from ..ir.term_store import NO_BOUNDS, DerivedBounds, TermStore
from ..ir.walk import conjuncts
from ..records import dataclass
from ..values import BLANK, Number, Value, exact

ROUNDS = 100
MAX_WORK = 200_000  # factors of products, and products, that are looked at
MAX_VALUES = 100_000  # of an unknown that becomes a range
MAX_OPTIMIZED = 10**9  # of one on which an objective depends, which has to have bounds
MAX_BITS = 256  # of an end
MAX_CONDITIONS = 16  # values of an unknown under whose conditions bounds are looked for
MAX_UNKNOWNS = 2  # of a condition that is looked into
MAX_TERMS = 8  # of it
CONDITIONS = ("constant", "is", "within", "less", "same", "map", "linear")  # operations that it may have


class Contradictory(Exception):
    """No value is left."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Numbers from `low` to `high`; None: there is no such end."""

    low: Number | None = None
    high: Number | None = None

    @property
    def is_finite(self) -> bool:
        """Check whether it has both ends."""
        return self.low is not None and self.high is not None

    @property
    def excludes_zero(self) -> bool:
        """Check whether 0 lies outside."""
        return (self.low is not None and self.low > 0) or (self.high is not None and self.high < 0)

    @property
    def largest(self) -> Number | None:
        """Return the largest distance from 0, None if there is none."""
        return None if self.low is None or self.high is None else max(self.high, -self.low)

    @property
    def least(self) -> Number:
        """Return the smallest distance from 0."""
        if self.low is not None and self.low > 0:
            return self.low
        return -self.high if self.high is not None and self.high < 0 else 0

    def times(self, other: Interval) -> Interval:
        """Return where products lie."""
        products = [_product(a, b) for a in self._ends() for b in other._ends()]
        low, high = min(products), max(products)
        return Interval(None if low == -math.inf else low, None if high == math.inf else high)  # type: ignore[arg-type]

    def plus(self, other: Interval) -> Interval:
        """Return where sums lie."""
        low = None if self.low is None or other.low is None else exact(self.low + other.low)
        high = None if self.high is None or other.high is None else exact(self.high + other.high)
        return Interval(low, high)

    def _ends(self) -> tuple[float | Number, float | Number]:
        return -math.inf if self.low is None else self.low, math.inf if self.high is None else self.high

    def scale(self, factor: Number) -> Interval:
        """Return where multiples lie; the factor is not 0."""
        low, high = (None if end is None else exact(end * factor) for end in (self.low, self.high))
        return Interval(low, high) if factor > 0 else Interval(high, low)

    def power(self, exponent: int) -> Interval:
        """Return where powers lie."""
        if exponent % 2:
            return Interval(*(None if end is None else end**exponent for end in (self.low, self.high)))
        largest = None if self.largest is None else self.largest**exponent
        return Interval(self.least**exponent, largest)

    def meet(self, other: Interval) -> Interval:
        """Return the intersection; raise `Contradictory` if it is empty."""
        low = max((end for end in (self.low, other.low) if end is not None), default=None)
        high = min((end for end in (self.high, other.high) if end is not None), default=None)
        if low is not None and high is not None and low > high:
            raise Contradictory
        return Interval(low, high)

    def meet_or_self(self, other: Interval) -> Interval:
        """Return the intersection; this interval if it is empty."""
        try:
            return self.meet(other)
        except Contradictory:
            return self

    def hull(self, other: Interval) -> Interval:
        """Return an interval that holds both."""
        return Interval(
            None if self.low is None or other.low is None else min(self.low, other.low),
            None if self.high is None or other.high is None else max(self.high, other.high),
        )


def _hull(intervals: Sequence[Interval]) -> Interval:
    """Return an interval that holds several."""
    hull = intervals[0]
    for interval in intervals[1:]:
        hull = hull.hull(interval)
    return hull


def _product(a: float | Number, b: float | Number) -> float | Number:
    """Return the product of two ends, which may be infinite; exactly, if they are not."""
    if not a or not b:
        return 0
    if isinstance(a, float) or isinstance(b, float):
        return math.inf if (a > 0) == (b > 0) else -math.inf
    return exact(a * b)


ALL = Interval()
ZERO = Interval(0, 0)
ONE = Interval(1, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A truth that tells something of one or two unknowns with few values: for which of their values it is true, and false."""

    unknowns: tuple[Term, ...]
    true: tuple[tuple[Value, ...], ...]
    false: tuple[tuple[Value, ...], ...]

    @classmethod
    def of(cls, truth: Term) -> Condition | None:
        """Return the condition that a truth is; None if it tells of something else."""
        unknowns: list[Term] = []
        stack = [truth]
        for term in stack:
            if term.op == "unknown":
                if term.domain.endless or term.domain.size > MAX_CONDITIONS:
                    return None
                unknowns += [] if term in unknowns else [term]
            elif term.op not in CONDITIONS or len(stack) > MAX_TERMS:
                return None
            stack += term.args
        if not 0 < len(unknowns) <= MAX_UNKNOWNS:
            return None
        rows: dict[Value, list[tuple[Value, ...]]] = {True: [], False: []}
        for values in itertools.product(*(unknown.domain for unknown in unknowns)):
            rows[evaluate(truth, dict(zip(unknowns, values, strict=True)))].append(values)
        return cls(tuple(unknowns), tuple(rows[True]), tuple(rows[False]))


Conditions = dict[Term, Condition | None]


class Known:
    """What is known: where numbers without bounds lie, and which values are left to unknowns with few values, if not all are."""

    __slots__ = ("conditions", "intervals", "left")

    def __init__(self, intervals: dict[Term, Interval], left: dict[Term, tuple[Value, ...]], conditions: Conditions) -> None:
        self.intervals = intervals
        self.left = left
        self.conditions = conditions  # what truths tell of single unknowns, looked into once

    def copy(self) -> Known:
        """Return the same, to be narrowed by a condition."""
        return Known(dict(self.intervals), dict(self.left), self.conditions)

    def assume(self, truth: Operand, positive: bool) -> bool:
        """Narrow what is left to unknowns by a condition, as far as it speaks of single values; False if it cannot hold."""
        if not isinstance(truth, Term) or truth.op == "constant":
            return (truth.detail if isinstance(truth, Term) else truth) is positive
        if truth.op == "not":
            return self.assume(truth.args[0], not positive)
        if truth.op in ("and", "or") and (truth.op == "and") is positive:
            return all(self.assume(arg, positive) for arg in truth.args)
        if truth.op in ("and", "or"):
            return any(self.copy().assume(arg, positive) for arg in truth.args)
        if truth not in self.conditions:
            self.conditions[truth] = Condition.of(truth)
        condition = self.conditions[truth]
        if condition is None:
            return True
        left = [self.values_of(unknown) for unknown in condition.unknowns]
        holding = [
            values
            for values in (condition.true if positive else condition.false)
            if all(_holds(members, value) for members, value in zip(left, values, strict=True))
        ]
        for at, unknown in enumerate(condition.unknowns):
            self.left[unknown] = tuple(member for member in left[at] if _holds([values[at] for values in holding], member))
        return bool(holding)

    def values_of(self, unknown: Term) -> Sequence[Value]:
        """Return the values that are left to an unknown with few values."""
        return self.left.get(unknown) or tuple(unknown.domain)


def _same(value: Value, other: Value) -> bool:
    return value is other if value is BLANK or other is BLANK else type(value) is type(other) and bool(value == other)


def derived_bounds(module: Module, most: int = MAX_VALUES) -> DerivedBounds:
    """Return the range of each unknown integer without bounds for which the assertions leave at most so many values."""
    unknowns = [term for term in map(module.terms.unknown, module.variables) if term.domain.endless]
    if not unknowns:
        return NO_BOUNDS
    asserted = [assertion.term for assertion in module.assertions]
    relevant = [term for term in dict.fromkeys(conjuncts(asserted)) if _has_comparison(term)]
    try:
        if False in asserted:
            raise Contradictory
        search = _IntervalSearch(module.terms)
        known, under = search.fixed_point(relevant), search.under
    except Contradictory:
        known, under = Known(dict.fromkeys(unknowns, ZERO), {}, {}), {}  # no solution has any value; the rules stay, and say so
    whole = [term for term in unknowns if is_whole(term)]
    ranges = {term.detail: values for term in whole if (values := _range(known.intervals.get(term, ALL), most))}
    conditional = {
        (number.detail, unknown.detail, value): values
        for number, unknowns_with_values in under.items()
        if number.op == "unknown" and number.detail in ranges
        for unknown, by_value in unknowns_with_values.items()
        for value, interval in by_value.items()
        if (values := _range(interval.meet_or_self(known.intervals[number]), most)) and len(values) < len(ranges[number.detail])
    }
    return DerivedBounds(ranges, conditional)


def left_without_bounds(module: Module) -> tuple[Variable, Origin | None] | None:
    """Return the first unknown that is left without bounds, and where the first rule that reads it comes from; None if all have
    bounds.
    """
    for term in map(module.terms.unknown, module.variables):
        if term.domain.endless:
            asserted = ((assertion.origin, assertion.term) for assertion in module.assertions if isinstance(assertion.term, Term))
            return term.detail, next(
                (origin for origin, term_asserted in asserted if term in topological_order([term_asserted])), None
            )
    return None


def _has_comparison(term: Term) -> bool:
    return any(below.op == "compared" for below in topological_order([term]))


def _compares(terms: TermStore, term: Term) -> bool:
    """Check whether a truth value is made of a comparison of numbers without bounds."""
    return term.op == "compared" or any(terms.once(_compares, arg) for arg in term.args if arg.domain.is_truth)


def _range(interval: Interval, most: int) -> range | None:
    if interval.low is None or interval.high is None:
        return None
    numbers = range(math.ceil(interval.low), math.floor(interval.high) + 1)
    return numbers if 0 < numbers.stop - numbers.start <= most else None


class _IntervalSearch:
    """What is known of each number without bounds, narrowed by assertions."""

    def __init__(self, terms: TermStore) -> None:
        self._terms = terms
        self._work = MAX_WORK
        self._polynomials: dict[Term, Polynomial] = {}
        self._conditions: Conditions = {}
        self.under: dict[Term, dict[Term, dict[Value, Interval]]] = {}  # of a number where an unknown has a value

    def fixed_point(self, asserted: Iterable[Term]) -> Known:
        """Return the values and intervals that all assertions leave; raise `Contradictory` if nothing is left."""
        known = Known({}, {}, self._conditions)
        listed = ((term, _unknowns_in(term), self._conditions_in(term)) for term in asserted)
        waiting: deque[tuple[Term, Collection[Term], Sequence[Term]]] = deque(listed)
        unchanged: deque[tuple[Term, Collection[Term], Sequence[Term]]] = deque()
        left = ROUNDS * len(waiting)
        while waiting and left > 0 and self._work > 0:
            left -= 1
            assertion = waiting.popleft()
            term, unknowns, conditions = assertion
            before = known.copy(), self._conditional(unknowns)
            self._narrow(known, term, True)
            for unknown in conditions:
                self._narrow_under(known, term, unknown)
            changed = {number for number in known.intervals if known.intervals[number] != before[0].intervals.get(number)}
            changed |= {unknown for unknown in known.left if known.left[unknown] != before[0].left.get(unknown)}
            after = self._conditional(unknowns)
            changed |= {number for number in unknowns if after.get(number) != before[1].get(number)}
            unchanged.append(assertion)
            for _ in range(len(unchanged) if changed else 0):  # what reads something that was narrowed is looked at again
                other = unchanged.popleft()
                (unchanged if changed.isdisjoint(other[1]) else waiting).append(other)
        return known

    def _conditions_in(self, term: Term) -> list[Term]:
        """Return the unknowns that the outermost conditions of an assertion are about; without any, the one read most."""
        layer = [term]
        while layer:
            unknowns = [unknown for truth in layer for unknown in self._of_condition(truth)]
            if unknowns:
                return list(dict.fromkeys(unknowns))
            layer = [
                arg.args[0] if arg.op == "not" else arg
                for truth in layer
                for arg in truth.args
                if truth.op in ("and", "or", "not", "cases") and arg.domain.is_truth
            ]
        inside = [
            unknown for below in topological_order([term]) if below.domain.is_truth for unknown in self._of_condition(below)
        ]
        return [max(inside, key=lambda unknown: (inside.count(unknown), -unknown.id))] if inside else []

    def _of_condition(self, truth: Term) -> tuple[Term, ...]:
        if truth not in self._conditions:
            self._conditions[truth] = Condition.of(truth)
        condition = self._conditions[truth]
        return condition.unknowns if condition else ()

    def _conditional(self, numbers: Iterable[Term]) -> dict[Term, dict[Term, dict[Value, Interval]]]:
        """Return a copy of the conditional intervals of these numbers."""
        return {
            number: {unknown: dict(by_value) for unknown, by_value in self.under[number].items()}
            for number in numbers
            if number in self.under
        }

    def _narrow_under(self, known: Known, term: Term, unknown: Term) -> None:
        """Narrow numbers by an assertion for each value of an unknown, and keep the interval that covers all cases."""
        cases: list[Known] = []
        for value in known.values_of(unknown):
            if self._work <= 0:
                return
            inside = known.copy()
            inside.left[unknown] = (value,)
            try:
                self._narrow(inside, term, True)
                for number, interval in inside.intervals.items():
                    if interval != known.intervals.get(number, ALL):
                        of_number = self.under.setdefault(number, {}).setdefault(unknown, {})
                        of_number[value] = of_number.get(value, ALL).meet(interval)
            except Contradictory:
                known.left[unknown] = tuple(other for other in known.values_of(unknown) if not _same(other, value))
                if not known.left[unknown]:
                    raise
                continue
            cases.append(inside)
        for number in dict.fromkeys(number for inside in cases for number in inside.intervals):
            hull = self._where(number, unknown, known)
            if hull != ALL:
                self._state(known, number, hull)

    def _where(self, number: Term, unknown: Term, known: Known) -> Interval:
        """Return where a number lies by what is known for the values that are left to an unknown."""
        by_value = self.under.get(number, {}).get(unknown, {})
        return _hull([by_value.get(value, ALL) for value in known.values_of(unknown)])

    def _narrow(self, known: Known, term: Operand, positive: bool) -> None:
        """Narrow what is known by a term that is true, or false."""
        if not isinstance(term, Term) or term.op == "constant":
            if (term.detail if isinstance(term, Term) else term) is not positive:
                raise Contradictory
        elif term.op == "not":
            self._narrow(known, term.args[0], not positive)
        elif term.op in ("and", "or") and (term.op == "and") is positive:
            for arg in sorted(term.args, key=self._has_comparison):  # conditions first
                self._narrow(known, arg, positive)
        elif term.op in ("and", "or"):
            self._any_of(known, [[(arg, positive)] for arg in term.args])
        elif term.op == "cases":
            self._any_of(known, _cases(term, positive))
        elif term.op == "compared":
            self._narrow_compared(known, term, positive)
        elif not known.assume(term, positive):
            raise Contradictory

    def _has_comparison(self, term: Term) -> bool:
        return self._terms.once(_compares, term)

    def _narrow_compared(self, known: Known, term: Term, positive: bool) -> None:
        relation, polynomial = term.detail[0], self._polynomial(term)
        if positive:
            self._compare(known, polynomial, relation)
        elif relation != "==":
            one = 1 if all(map(is_whole, term.args)) else 0
            self._compare(known, add([(-1, polynomial), (1, {(): one})]), "<=")

    def _any_of(self, known: Known, cases: list[list[tuple[Term, bool]]]) -> None:
        """Narrow the known values to the union over all cases."""
        outcomes: list[Known] = []
        for case in cases:
            if self._work <= 0:
                return
            inside = known.copy()
            try:
                for term, positive in case:
                    self._narrow(inside, term, positive)
            except Contradictory:
                continue
            outcomes.append(inside)
        if not outcomes:
            raise Contradictory
        if len(outcomes) == 1:
            known.intervals, known.left = outcomes[0].intervals, outcomes[0].left
            return
        narrowed = [
            number
            for inside in outcomes
            for number in inside.intervals
            if inside.intervals[number] != known.intervals.get(number)
        ]
        for number in dict.fromkeys(narrowed):
            intervals = [interval for inside in outcomes if (interval := self._factor_bounds(inside, number)) is not None]
            if not intervals:
                raise Contradictory
            known.intervals[number] = known.intervals.get(number, ALL).meet(_hull(intervals))
        for unknown in outcomes[0].left:
            if all(unknown in inside.left for inside in outcomes):
                values = [value for value in unknown.domain if any(_holds(inside.left[unknown], value) for inside in outcomes)]
                known.left[unknown] = tuple(values)

    def _factor_bounds(self, known: Known, factor: Term) -> Interval | None:
        """Return where a factor lies by what was found of it; None if that contradicts itself."""
        interval = known.intervals.get(factor, ALL)
        try:
            for unknown in self.under.get(factor, ()):
                interval = interval.meet(self._where(factor, unknown, known))
        except Contradictory:
            return None
        return interval

    # comparisons

    def _polynomial(self, term: Term) -> Polynomial:
        polynomial = self._polynomials.get(term)
        if polynomial is None:
            polynomial = self._polynomials[term] = polynomial_in(term)
        return polynomial

    def _of(self, known: Known, factor: Term) -> Interval:
        """Return where a factor lies."""
        if not factor.domain.endless:
            return Interval(*factor.domain.multiples(1))
        interval = known.intervals.get(factor, ALL)
        if factor.op == "floor":
            below = self._sum(known, polynomial_of(self._terms, factor.args[0]))
            interval = interval.meet(Interval(*(None if end is None else math.floor(end) for end in (below.low, below.high))))
        elif factor.op == "min_max":
            interval = interval.meet(self._extreme(known, factor))
        elif factor.op == "multiplied":
            interval = interval.meet(self._multiply(known, factor))
        for unknown in self.under.get(factor, ()):
            interval = interval.meet(self._where(factor, unknown, known))
        return interval

    def _extreme(self, known: Known, extreme: Term) -> Interval:
        """Return where the largest or smallest of numbers lies, 0 where there is none."""
        sure: list[Interval] = []
        every: list[Interval] = []
        for arg in extreme.args:
            present, where = self._member(known, operand(arg))
            every += [where] if present is not False else []
            sure += [where] if present else []
        if not every:
            return ZERO
        interval = _hull(every)
        ends = [end for interval in sure if (end := interval.low if extreme.detail == "max" else interval.high) is not None]
        if ends and extreme.detail == "max":  # it is no smaller than any that is there
            interval = interval.meet(Interval(max(ends), None))
        elif ends:
            interval = interval.meet(Interval(None, min(ends)))
        return interval if sure else interval.hull(ZERO)

    def _multiply(self, known: Known, product: Term) -> Interval:
        """Return an interval of the product; a blank factor counts as 1."""
        interval = ONE
        for arg in product.args:
            present, where = self._member(known, operand(arg))
            if present is not False:
                interval = interval.times(where if present else where.hull(ONE))
        self._work -= len(product.args)
        return interval

    def _member(self, known: Known, number: Operand) -> tuple[bool | None, Interval]:
        """Return whether a number is not blank, if that is known, and where it lies then."""
        if not isinstance(number, Term):
            return (False, ZERO) if number is BLANK else (True, Interval(number, number))
        if number.op != "cases" or not number.domain.endless:
            present = None if number.domain.blank else True
            return present, self._sum(known, polynomial_of(self._terms, number))
        cases: list[tuple[bool | None, Interval]] = []
        inside = known.copy()
        for condition, value in [*branches(number), (None, number.args[-1])]:
            case = inside.copy()
            if condition is None or case.assume(condition, True):
                with contextlib.suppress(Contradictory):  # then the condition cannot hold
                    cases.append(self._member(case, operand(value)))
            if condition is not None and not inside.assume(condition, False):
                break
        there = [interval for present, interval in cases if present is not False]
        return (False if not there else True if all(present for present, _ in cases) else None), _hull(there or [ZERO])

    def _sum(self, known: Known, polynomial: Polynomial) -> Interval:
        total = Interval(0, 0)
        for factors, times in polynomial.items():
            total = total.plus(self._product(known, factors).scale(times))
        return total

    def _product(self, known: Known, factors: tuple[Term, ...], without: Term | None = None) -> Interval:
        """Return where a product lies: 0 unless all truth values in it are true, and under that condition what is known then."""
        self._work -= len(factors) + 1
        inside, can_be_zero = known, False
        for factor in factors:
            if factor.domain.is_truth and factor is not without:
                if not known.copy().assume(factor, False):
                    continue
                if inside is known:
                    inside = known.copy()
                if not inside.assume(factor, True):
                    return ZERO
                can_be_zero = True
        product = Interval(1, 1)
        try:
            for factor in dict.fromkeys(factors):
                if factor is not without and not factor.domain.is_truth:
                    product = product.times(self._of(inside, factor).power(factors.count(factor)))
        except Contradictory:
            if can_be_zero:
                return ZERO
            raise
        return product.hull(ZERO) if can_be_zero else product

    def _compare(self, known: Known, polynomial: Polynomial, relation: str) -> None:
        """Narrow what is known by a polynomial that is 0, or at most 0."""
        products = {factors: self._product(known, factors).scale(times) for factors, times in polynomial.items()}
        lows, highs = (
            _EndTotal(interval.low for interval in products.values()),
            _EndTotal(interval.high for interval in products.values()),
        )
        for factors, times in polynomial.items():
            if not any(factor.domain.endless for factor in factors):
                continue
            low, high = lows.without(products[factors].low), highs.without(products[factors].high)
            room = Interval(None if relation != "==" or high is None else -high, None if low is None else -low)
            room = room.scale(exact(1, times)).meet(self._product(known, factors))
            for factor in dict.fromkeys(factors):
                if factor.domain.endless:
                    self._narrow_factor(known, factor, factors, room)
        for factor in _factors(polynomial):
            if factor.op == "unknown" and factor.domain.endless:
                self._bound_roots(known, factor, polynomial, relation)
            elif factor.op == "floor" and relation == "==":
                self._round(known, factor)

    def _round(self, known: Known, floor: Term) -> None:
        """Narrow what is rounded down: it lies from the result to 1 above."""
        interval = self._of(known, floor)
        of = polynomial_of(self._terms, floor.args[0])
        if interval.high is not None:
            self._compare(known, {**of, (): of.get((), 0) - interval.high - 1}, "<=")
        if interval.low is not None:
            self._compare(known, {**{factors: -times for factors, times in of.items()}, (): interval.low - of.get((), 0)}, "<=")

    def _narrow_factor(self, known: Known, factor: Term, factors: tuple[Term, ...], room: Interval) -> None:
        others, exponent = self._product(known, factors, factor), factors.count(factor)
        if others.excludes_zero:
            room = room.times(_inverse(others))
        elif room.excludes_zero and room.largest is not None and all(map(is_whole, factors)):
            room = Interval(-room.largest, room.largest)  # the others are 1 at least, or -1 at most
        else:
            return
        self._state(known, factor, _roots(room, exponent, is_whole(factor)))

    def _bound_roots(self, known: Known, unknown: Term, polynomial: Polynomial, relation: str) -> None:
        """Bound the roots of a polynomial of one unknown (Cauchy): beyond, it has the sign of its highest power."""
        degree = max(factors.count(unknown) for factors in polynomial)
        of_power = [Interval(0, 0)] * (degree + 1)
        for factors, times in polynomial.items():
            at = factors.count(unknown)
            more = self._product(known, factors, unknown).scale(times)
            of_power[at] = of_power[at].plus(more)
        leading = of_power[-1]
        if degree < 2 or not leading.excludes_zero or not all(interval.is_finite for interval in of_power):
            return
        bound = 1 + exact(max(interval.largest or 0 for interval in of_power[:-1]), leading.least)
        rises, even = (leading.low or 0) > 0, degree % 2 == 0
        if relation == "==" or (rises and even):
            self._state(known, unknown, Interval(-bound, bound))
        elif not even:
            self._state(known, unknown, Interval(None, bound) if rises else Interval(-bound, None))

    def _state(self, known: Known, term: Term, interval: Interval) -> None:
        """Narrow what is known of a term; an end of too many digits is left out."""
        low, high = (None if end is None or _bits(end) > MAX_BITS else end for end in (interval.low, interval.high))
        if is_whole(term):
            low, high = None if low is None else math.ceil(low), None if high is None else math.floor(high)
        known.intervals[term] = known.intervals.get(term, ALL).meet(Interval(low, high))


def _holds(values: Sequence[Value], value: Value) -> bool:
    return any(_same(member, value) for member in values)


def _unknowns_in(term: Term) -> set[Term]:
    """Return the unknowns, and what else is known as a number by itself, below an assertion."""
    return {below for below in topological_order([term]) if below.op == "unknown" or below.domain.endless}


def _factors(polynomial: Polynomial) -> list[Term]:
    """Return all factors of a polynomial, each once."""
    return list(dict.fromkeys(factor for factors in polynomial for factor in factors))


def _cases(term: Term, positive: bool) -> list[list[tuple[Term, bool]]]:
    """Return the cases of a truth (or of its negation), each as a conjunction of terms with their signs."""
    cases: list[list[tuple[Term, bool]]] = []
    before: list[tuple[Term, bool]] = []
    for condition, value in branches(term):
        cases.append([*before, (condition, True), (value, positive)])
        before = [*before, (condition, False)]
    return [*cases, [*before, (term.args[-1], positive)]]


class _EndTotal:
    """The sum of interval ends, where None stands for an infinite end."""

    def __init__(self, ends: Iterable[Number | None]) -> None:
        listed = list(ends)
        self._missing = listed.count(None)
        self._sum = exact(sum(end for end in listed if end is not None))

    def without(self, end: Number | None) -> Number | None:
        """Return the total of all others; None if one of them is not there."""
        if self._missing - (end is None):
            return None
        return exact(self._sum - (0 if end is None else end))


def _bits(number: Number) -> int:
    return number.numerator.bit_length() + number.denominator.bit_length()


def _inverse(interval: Interval) -> Interval:
    """Return where 1 divided by a number lies, 0 not being one of them."""
    low, high = interval.low, interval.high
    if low is not None and low > 0:
        return Interval(0 if high is None else exact(1, high), exact(1, low))
    assert high is not None
    return Interval(exact(1, high), 0 if low is None else exact(1, low))


def _roots(interval: Interval, exponent: int, whole: bool) -> Interval:
    """Return an interval of all numbers whose power lies in one; if `whole`, of all integers."""
    if exponent == 1:
        return interval
    if exponent % 2 == 0:
        if interval.high is None:
            return ALL
        if interval.high < 0:
            raise Contradictory
        root = _signed_root(interval.high, exponent, -1 if whole else 1)
        return Interval(-root, root)
    side = -1 if whole else 1  # inwards for integers, outwards for others
    high = None if interval.high is None else _signed_root(interval.high, exponent, side)
    low = None if interval.low is None else _signed_root(interval.low, exponent, -side)
    return Interval(low, high)


def _signed_root(number: Number, exponent: int, side: int) -> int:
    """Return an integer that is no nearer than an odd root on one side: above (1) or below (-1)."""
    size = -number if number < 0 else number
    root = _root_above(size, exponent)
    if (number > 0) == (side > 0):
        return root * side
    inner = root if root**exponent <= size else root - 1
    return -side * inner


def _root_above(number: Number, exponent: int) -> int:
    """Return the smallest integer whose power is no smaller than a number that is not negative."""
    target = math.ceil(Fraction(number))
    low, high = 0, 1 << (target.bit_length() // exponent + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**exponent < target:
            low = middle + 1
        else:
            high = middle
    return low
