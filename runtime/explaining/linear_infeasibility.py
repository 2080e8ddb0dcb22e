"""Members that contradict because of what their sums add up to, as rows of clues do whose total is not that of the columns, and
numbers of bridges that are odd together, although each bridge has two ends.

By clauses such a thing is found in no reasonable time (pigeonholes, Haken 1985); by adding up inequalities at once. Each sum that
a member compares is a row of a linear programme. If that has no solution, there are multipliers for rows (Farkas 1902) with which
they add up to something that is less than nothing, and the members whose rows have one contradict. The multipliers come from
floating-point numbers; that they show a contradiction is seen in exact ones.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from gridwright.compiler.encode.linear_relaxation import MAX_ENTRIES, Reader, Relaxation, Row, rows_of
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.values import BLANK

from ..solving.optimum import multipliers_of

ALWAYS = 0  # in place of the literal of a member: what nobody selects


@dataclass(frozen=True, slots=True)
class Totals:
    """A contradiction as two totals of the same thing: what members say it is at least, and at most, which is less.

    Both have for the number of a member what it adds, a multiple of what it compares a sum with. `rest` is what single places add
    by the values that they may have, also because of members that speak of one place alone: to `at_most`, or if negative to
    `at_least`.
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
    """A contradiction as a total that would have to be odd where it is even, or even where it is odd, whatever the values are.

    `amounts` has for the number of a member what it adds.
    """

    amounts: Mapping[int, int]

    @property
    def total(self) -> int:
        """Return the total, which is impossible because it is odd, or because it is even."""
        return sum(self.amounts.values())


class LinearInfeasibility:
    """Tells which selected members of a problem contradict by adding up what they say, with what is `always` true."""

    def __init__(self, problem: Problem, terms: TermFactory, always: Sequence[Term] = ()) -> None:
        self._meanings = problem.meanings
        self._terms = terms
        self._always = always
        self._reader = Reader()
        self._rows: dict[int, tuple[Row, ...]] = {}
        self._columns: dict[tuple[Term, int], int] = {}  # for parities: the bit of each value of a base
        self._in_vain: list[frozenset[int]] = []  # members of which nothing was shown, so nothing will be of some of them

    @property
    def asked(self) -> bool:
        """Check whether anything was added up so far."""
        return bool(self._rows)

    def core(self, literals: Sequence[int], deadline: Deadline) -> list[int] | None:
        """Return members whose linear constraints are infeasible, in their order, as few as adding up shows; None if it shows no
        conflict.
        """
        if any(known.issuperset(literals) for known in self._in_vain):
            return None
        core = None
        while (found := self._contradiction(literals, deadline)) and (core is None or len(found) < len(core)):
            used = {literal for literal, _, _ in found}
            core = literals = [literal for literal in literals if literal in used]
        odd = {literal for literal, _ in self._odd(literals)} if core is None else ()
        if odd:
            return [literal for literal in literals if literal in odd]
        if core is None:
            self._in_vain.append(frozenset(literals))
        return core

    def parity(self, literals: Sequence[int]) -> Parity | None:
        """Return why members contradict modulo 2, by their indices in `literals`; None if parity shows no conflict."""
        amounts: Counter[int] = Counter()
        for literal, row in self._odd(literals):
            amounts[literals.index(literal)] += abs(row.low - sum(itertools.starmap(_constant, row.factors.items())))
        return Parity(dict(amounts)) if amounts else None

    def totals(self, literals: Sequence[int], deadline: Deadline) -> Totals | None:
        """Return the total that contradicting members add up to, by their indices in `literals`; None if adding up shows no
        conflict.
        """
        found = self._contradiction(literals, deadline)
        if not found:
            return None
        rows, multipliers = [row for _, row, _ in found], [multiplier for _, _, multiplier in found]
        priced = _relaxed(rows).priced(multipliers)
        amounts: Counter[int] = Counter()  # of members: at least so much, or if negative at most
        for (literal, row, _), multiplier in zip(found, multipliers, strict=True):
            if len(row.factors) > 1:
                end = (row.low if multiplier > 0 else row.high) - sum(itertools.starmap(_constant, row.factors.items()))
                amounts[literals.index(literal)] += int(multiplier * priced.scale) * end
        rest = amounts.total() - priced.bound
        common = math.gcd(rest, *amounts.values())
        at_least = {member: amount // common for member, amount in amounts.items() if amount > 0}
        at_most = {member: -amount // common for member, amount in amounts.items() if amount < 0}
        return Totals(at_least, at_most, rest // common)

    def _contradiction(self, literals: Sequence[int], deadline: Deadline) -> list[tuple[int, Row, Fraction]]:
        """Return rows of members with multipliers that prove infeasibility (Farkas); empty if none are found."""
        owned = self._owned(literals)
        rows = [row for _, row in owned]
        if not rows or sum(len(factors) for row in rows for factors in row.factors.values()) > MAX_ENTRIES:
            return []
        relaxation = _relaxed(rows)
        multipliers = multipliers_of(relaxation, deadline.left(), elastic=True)
        if multipliers is None or relaxation.priced(multipliers).bound <= 0:
            return []
        return [(*each, multiplier) for each, multiplier in zip(owned, multipliers, strict=True) if multiplier]

    def _odd(self, literals: Sequence[int]) -> list[tuple[int, Row]]:
        """Return members whose equalities add up to something even on one side and odd on the other (Gauss, modulo 2); None if
        there are none.
        """
        owned = [(literal, row) for literal, row in self._owned(literals) if row.low == row.high]
        reduced: dict[int, tuple[int, int]] = {}  # of each column the equation that it leads, and of which rows that is the sum
        for at, (_, row) in enumerate(owned):
            equation, rows = self._modulo_2(row), 1 << at
            while equation > 1 and (lead := equation.bit_length()) in reduced:
                equation, rows = equation ^ reduced[lead][0], rows ^ reduced[lead][1]
            if equation == 1:
                return [each for number, each in enumerate(owned) if rows >> number & 1]
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

    def _owned(self, literals: Sequence[int]) -> list[tuple[int, Row]]:
        """Yield the linear rows of the members; what always holds has the literal `ALWAYS`."""
        return [(literal, row) for literal in (*literals, ALWAYS) for row in self._rows_of(literal)]

    def _rows_of(self, literal: int) -> tuple[Row, ...]:
        """Return the linear rows of a member; cached."""
        if literal not in self._rows:
            said = self._always if literal == ALWAYS else (self._meanings[literal - 1],)
            self._rows[literal] = tuple(row for term in said for row in rows_of(self._terms, term, self._reader))
        return self._rows[literal]


def _relaxed(rows: Sequence[Row]) -> Relaxation:
    """Return the relaxation of rows without an objective; each base may have all of its values."""
    return Relaxation(0, {}, tuple(rows), {base: (True,) * base.domain.size for row in rows for base in row.factors})


def _constant(base: Term, factors: Sequence[int]) -> int:
    """Return what a base adds whatever its value: the contribution of value 0 if the base is linear, otherwise the least
    contribution.

    So `a - 5 = -b` adds up as `a + b = 5`, which is how people write it.
    """
    if base.domain.is_numeric and len(factors) > 1:
        points = [(0 if value is BLANK else value, added) for value, added in zip(base.domain, factors, strict=True)]
        (x, y), (other, end) = points[0], points[-1]
        times = Fraction(end - y, other - x)
        if all(added == y + times * (value - x) for value, added in points) and (y - times * x).denominator == 1:
            return int(y - times * x)
    return min(factors)
