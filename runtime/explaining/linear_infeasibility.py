"""Find cores by linear arithmetic: for example, the row clues add up to another total than the column clues; or the bridge counts
add up to an odd number, although each bridge has two ends.

Resolution needs exponentially many steps for such a contradiction (pigeonholes, Haken 1985); adding up inequalities shows it at
once. Each sum that a member compares is a row of a linear program. If that is infeasible, Farkas' lemma (1902) gives multipliers
with which the rows add up to a contradiction; the members whose rows have a multiplier are a core.
"""

from __future__ import annotations

import importlib
import itertools
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from gridwright.compiler.encode.linear_relaxation import MAX_ENTRIES, Reader, Relaxation, Row, rows_of
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK

from .. import engines
from ..solving.effort import spend

COEFFICIENTS_PER_UNIT = 6  # of work: a linear program of 12,000 takes 0.05 s
ALWAYS = 0  # instead of a member's literal: a constraint without a selector


@dataclass(frozen=True, slots=True)
class Totals:
    """A contradiction as two bounds on the same total: members force it to be at least one number, and at most a smaller one.

    Both map the index of a member to the amount that it adds, a multiple of the bound in its comparison. `rest` is what single
    places add because of their domains, and of members that restrict one place only: to `at_most`, or to `at_least` if negative.
    """

    at_least: Mapping[int, int]
    at_most: Mapping[int, int]
    rest: int

    @property
    def needed(self) -> int:
        """Return the least value of the total."""
        return sum(self.at_least.values()) + max(0, -self.rest)

    @property
    def allowed(self) -> int:
        """Return the greatest value of the total."""
        return sum(self.at_most.values()) + max(0, self.rest)


@dataclass(frozen=True, slots=True)
class Parity:
    """A contradiction by parity: members force a total to be odd that is even for all values, or the other way round.

    `amounts` maps the index of a member to the amount that it adds.
    """

    amounts: Mapping[int, int]

    @property
    def total(self) -> int:
        """Return the total, which is impossible because it is odd, or because it is even."""
        return sum(self.amounts.values())


class LinearInfeasibility:
    """Linear arithmetic over the members of a problem: it finds cores in the rows of the selected members and of `always`."""

    def __init__(self, problem: Problem, terms: TermFactory, always: Sequence[Term] = ()) -> None:
        self._meanings = problem.meanings
        self._terms = terms
        self._always = always
        self._reader = Reader()
        self._rows: dict[int, tuple[Row, ...]] = {}
        self._columns: dict[tuple[Term, int], int] = {}  # for parities: the bit of each value of a base
        self._without_contradiction: list[frozenset[int]] = []  # sets that, like their subsets, need no further test

    @property
    def was_used(self) -> bool:
        """Check whether linear arithmetic was used so far."""
        return bool(self._rows)

    def core(self, literals: Sequence[int], deadline: Deadline) -> list[int] | None:
        """Return members whose linear constraints are infeasible, in their order, as few as adding up shows; None if it shows no
        conflict.
        """
        if any(literal_set.issuperset(literals) for literal_set in self._without_contradiction):
            return None
        core = None
        while (contradiction := self._contradiction(literals, deadline)) and (core is None or len(contradiction) < len(core)):
            used = {literal for literal, _, _ in contradiction}
            core = literals = [literal for literal in literals if literal in used]
        odd = {literal for literal, _ in self._odd_rows(literals)} if core is None else ()
        if odd:
            return [literal for literal in literals if literal in odd]
        if core is None:
            self._without_contradiction.append(frozenset(literals))
        return core

    def parity(self, literals: Sequence[int]) -> Parity | None:
        """Return why members contradict modulo 2, by their indices in `literals`; None if parity shows no conflict."""
        amounts: Counter[int] = Counter()
        for literal, row in self._odd_rows(literals):
            amounts[literals.index(literal)] += abs(row.low - sum(itertools.starmap(_constant, row.factors.items())))
        return Parity(dict(amounts)) if amounts else None

    def totals(self, literals: Sequence[int], deadline: Deadline) -> Totals | None:
        """Return the total that contradicting members add up to, by their indices in `literals`; None if adding up shows no
        conflict.
        """
        contradiction = self._contradiction(literals, deadline)
        if not contradiction:
            return None
        rows, multipliers = [row for _, row, _ in contradiction], [multiplier for _, _, multiplier in contradiction]
        priced = _relaxation(rows).with_prices(multipliers)
        amounts: Counter[int] = Counter()  # of members: at least so much, or if negative at most
        factors: dict[int, list[int]] = {}  # of the bounds of members
        for (literal, row, _), multiplier in zip(contradiction, multipliers, strict=True):
            if len(row.factors) > 1:
                bound = (row.low if multiplier > 0 else row.high) - sum(itertools.starmap(_constant, row.factors.items()))
                factor = int(multiplier * priced.scale)
                factors.setdefault(literal, []).append(factor)
                amounts[literals.index(literal)] += factor * bound
        rest = amounts.total() - priced.bound
        common = _common_factor(factors.values(), [*amounts.values(), rest])
        at_least = {member: amount // common for member, amount in amounts.items() if amount > 0}
        at_most = {member: -amount // common for member, amount in amounts.items() if amount < 0}
        return Totals(at_least, at_most, rest // common)

    def _contradiction(self, literals: Sequence[int], deadline: Deadline) -> list[tuple[int, Row, Fraction]]:
        """Return rows of members with multipliers that prove infeasibility (Farkas); empty if none are found."""
        member_rows = self._member_rows(literals)
        rows = [row for _, row in member_rows]
        entries = sum(len(factors) for row in rows for factors in row.factors.values())
        if not rows or entries > MAX_ENTRIES:
            return []
        coefficients = sum(len(factors) - factors.count(0) for row in rows for factors in row.factors.values())
        spend(deadline, coefficients // COEFFICIENTS_PER_UNIT)
        simplex = importlib.import_module(f"{engines.__name__}.lp_multipliers")  # only now: it imports HiGHS, which takes 0.1 s
        relaxation = _relaxation(rows)
        multipliers: Sequence[Fraction] | None = simplex.refuting_multipliers(relaxation, deadline.seconds_left())
        if multipliers is None or relaxation.with_prices(multipliers).bound <= 0:
            return []
        return [(*member_row, multiplier) for member_row, multiplier in zip(member_rows, multipliers, strict=True) if multiplier]

    def _odd_rows(self, literals: Sequence[int]) -> list[tuple[int, Row]]:
        """Return members whose equalities add up to something even on one side and odd on the other (Gauss, modulo 2); empty if
        there are none.
        """
        equalities = [(literal, row) for literal, row in self._member_rows(literals) if row.low == row.high]
        reduced: dict[int, tuple[int, int]] = {}  # for each leading column its equation, and the rows that add up to it
        for at, (_, row) in enumerate(equalities):
            equation, rows = self._modulo_2(row), 1 << at
            while equation > 1 and (lead := equation.bit_length()) in reduced:
                equation, rows = equation ^ reduced[lead][0], rows ^ reduced[lead][1]
            if equation == 1:
                return [equality for number, equality in enumerate(equalities) if rows >> number & 1]
            if equation:
                reduced[equation.bit_length()] = equation, rows
        return []

    def _modulo_2(self, row: Row) -> int:
        """Convert an equality to bits: one for each value of a base with another parity than its first value; the lowest bit is
        the total.
        """
        equation = (row.low - sum(factors[0] for factors in row.factors.values())) & 1
        for base, factors in row.factors.items():
            for value, factor in enumerate(factors):
                if (factor - factors[0]) & 1:
                    equation |= 1 << self._columns.setdefault((base, value), len(self._columns) + 1)
        return equation

    def _member_rows(self, literals: Sequence[int]) -> list[tuple[int, Row]]:
        """Return the linear rows of the members, with their literals; rows without a selector have the literal `ALWAYS`."""
        return [(literal, row) for literal in (*literals, ALWAYS) for row in self._rows_of(literal)]

    def _rows_of(self, literal: int) -> tuple[Row, ...]:
        """Return the linear rows of a member; cached."""
        if literal not in self._rows:
            terms = self._always if literal == ALWAYS else (self._meanings[literal - 1],)
            self._rows[literal] = tuple(row for term in terms for row in rows_of(self._terms, term, self._reader))
        return self._rows[literal]


def _common_factor(factors: Iterable[Sequence[int]], amounts: Sequence[int]) -> int:
    """Return the divisor of the amounts that restores the numbers that the rules name; `factors` of each member's bounds.

    What divides all factors leaves all numbers as they are named. A rule with many bounds, such as `distinct`, names no number
    that anybody would know again; the factors of the others are enough if what is left are whole numbers.

    >>> _common_factor([[4], [-3, -1]], [88, -24, 60]), _common_factor([[3], [-2]], [9, -8, 1])
    (4, 1)
    """
    every = math.gcd(*itertools.chain(*factors), amounts[-1])
    named = math.gcd(*(own_factors[0] for own_factors in factors if len(own_factors) == 1))
    return named if named and not any(amount % named for amount in amounts) else every


def _relaxation(rows: Sequence[Row]) -> Relaxation:
    """Return the relaxation of rows without an objective; each base may have all of its values."""
    return Relaxation(0, {}, tuple(rows), {base: (True,) * base.domain.size for row in rows for base in row.factors})


def _constant(base: Term, factors: Sequence[int]) -> int:
    """Return what a base adds whatever its value: the contribution of value 0 if the base is linear, otherwise the least
    contribution.

    So `a - 5 = -b` adds up as `a + b = 5`, which is how people write it.
    """
    if base.domain.is_numeric and len(factors) > 1:
        points = [(0 if value is BLANK else value, amount) for value, amount in zip(base.domain, factors, strict=True)]
        (first, first_amount), (last, last_amount) = points[0], points[-1]
        slope = Fraction(last_amount - first_amount, last - first)
        if (
            all(amount == first_amount + slope * (value - first) for value, amount in points)
            and (first_amount - slope * first).denominator == 1
        ):
            return int(first_amount - slope * first)
    return min(factors)
