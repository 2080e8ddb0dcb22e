"""What linear reasoning says of a target: a bound, and a price for each value and each rule (Lagrange, 1797; Geoffrion 1974).

"Each number at most seven times" and "the smallest sum of products" are far apart for clauses: each way to break the first is a
core of its own. So every rule that compares a sum is multiplied by a number and added to the target. Whatever the multipliers, a
solution is worth exactly

    the bound + for each unknown the price of its value + for each rule its multiplier times what it leaves unused

with no price below 0. The best multipliers are those of the linear programme's dual; they are looked for elsewhere, and nothing
here rests on how they were found. Numbers are exact, and are multiplied by a common denominator.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..ir.evaluation import evaluate, topological_order
from ..ir.module import Module
from ..ir.operation import all_operations
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import WIDE
from ..ir.walk import conjuncts
from ..records import dataclass
from ..values import BLANK, Value

MAX_ENTRIES = 300_000

Factors = Mapping[Term, Sequence[int]]  # of a base: a number for each value of its domain, in that order


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """`low <= term <= high`; the term is a constant, which is in `low` and `high` already, and what each base adds to it."""

    term: Term
    shift: int  # the constant
    low: int
    high: int
    factors: Factors


Chain = Iterator[tuple[int, Operand]]


@dataclass(frozen=True, slots=True, eq=False)
class Priced:
    """The target as a bound and what is paid beyond, all of it `scale` times.

    `prices` has one for each value of a base, `unused` for rows a price, and whether it is the distance from `low` that is paid.
    """

    scale: int
    bound: int
    prices: Factors
    unused: Sequence[tuple[Row, int, bool]]

    def chains(self, terms: TermFactory, allowed: Mapping[Term, Sequence[bool]]) -> Iterator[Chain]:
        """Yield a chain of weighted soft terms for each base and row; in a chain, each term implies the next one."""
        for base, prices in self.prices.items():
            if any(prices):
                yield _cheaper(terms, base, dict(itertools.compress(zip(base.domain, prices, strict=True), allowed[base])))
        for row, price, from_low in self.unused:
            yield _nearer(terms, row, price, from_low)


def _cheaper(terms: TermFactory, base: Term, prices: Mapping[Value, int]) -> Chain:
    """Yield weighted terms that exclude ever fewer of the dearest values of a base."""
    for price, dearer in itertools.pairwise(sorted(set(prices.values()))):
        refused = [terms.negation(terms.equals(base, value)) for value, paid in prices.items() if paid > price]
        yield dearer - price, terms.conjunction(refused)


def _nearer(terms: TermFactory, row: Row, price: int, from_low: bool) -> Chain:
    """Yield weighted terms that a row is near one of its ends, at ever larger distances."""
    low, high = row.low + row.shift, row.high + row.shift
    for distance in range(min(high, row.term.domain.high) - max(low, row.term.domain.low)):
        yield price, terms.within(row.term, *((low, low + distance) if from_low else (high - distance, high)))


@dataclass(frozen=True, slots=True, eq=False)
class Relaxation:
    """The least `constant` plus costs, if each base has one of its values and every row holds; more is not asked.

    A base is a term of few values, on which what is added up depends: an unknown as a rule. `allowed` has for each of its values
    whether the rules that speak of it alone allow it, for one at least. Where the target is to be large, costs are what it falls
    short of 0.
    """

    constant: int
    costs: Factors
    rows: tuple[Row, ...]
    allowed: Mapping[Term, Sequence[bool]]

    def with_prices(self, multipliers: Sequence[Fraction]) -> Priced:
        """Return the target priced by multipliers, one for each row. The result is correct for any multipliers."""
        scale = math.lcm(*(multiplier.denominator for multiplier in multipliers)) if multipliers else 1
        whole = [int(multiplier * scale) for multiplier in multipliers]
        left = {base: [scale * cost for cost in self.costs.get(base, [0] * base.domain.size)] for base in self.allowed}
        bound = scale * self.constant
        for multiplier, row in zip(whole, self.rows, strict=True):
            if multiplier:
                bound += multiplier * (row.low if multiplier > 0 else row.high)
                for base, factors in row.factors.items():
                    left[base] = [cost - multiplier * factor for cost, factor in zip(left[base], factors, strict=True)]
        least = {base: min(itertools.compress(costs, self.allowed[base])) for base, costs in left.items()}
        return Priced(
            scale,
            bound + sum(least.values()),
            {base: [max(0, cost - least[base]) for cost in costs] for base, costs in left.items()},
            [
                (row, abs(multiplier), multiplier > 0)
                for multiplier, row in zip(whole, self.rows, strict=True)
                if multiplier and row.low < row.high
            ],
        )


class Unrelaxed(Exception):
    """A term has too many values to go through one by one."""


def relaxation_of(module: Module) -> Relaxation | None:
    """Return the linear relaxation of a module with a target; None if it would be very large or has no rows.

    Rows are the comparisons of sums, equalities of numbers, and of `distinct` "at most once" for each value, as far as they are
    joined with the target by what they depend on.
    """
    if module.target is None or module.target.term is None or module.target.term.domain.blank:
        return None
    sign = -1 if module.target.maximize else 1
    reader = Reader()
    try:
        constant, costs = reader.factors(module.target.term)
    except Unrelaxed:
        return None
    rows = [row for row in _dependent_rows(set(costs), _comparisons(module), reader) if len(row.factors) > 1]
    if not rows or sum(len(factors) for row in rows for factors in row.factors.values()) > MAX_ENTRIES:
        return None
    bases = dict.fromkeys([*costs, *(base for row in rows for base in row.factors)])
    allowed = reader.allowed_values(bases, _conjuncts(module))
    if not all(any(flags) for flags in allowed.values()):
        return None  # there is no solution, which is soon found
    return Relaxation(
        sign * constant, {base: [sign * cost for cost in numbers] for base, numbers in costs.items()}, tuple(rows), allowed
    )


def _dependent_rows(bases: set[Term], comparisons: Iterable[tuple[Term, int, int]], reader: Reader) -> Iterator[Row]:
    """Yield the rows that depend on these bases, or on one that such a row depends on, and so on."""
    waiting = [(compared, reader.depends(compared[0])) for compared in comparisons]
    is_growing = True
    while is_growing:
        is_growing, others = False, []
        for compared, depends in waiting:
            if bases.isdisjoint(depends):
                others.append((compared, depends))
                continue
            is_growing = True
            bases |= depends
            try:
                yield reader.row(*compared)
            except Unrelaxed:
                continue
        waiting = others


def _conjuncts(module: Module) -> Iterator[Term]:
    return conjuncts([assertion.term for assertion in module.assertions])


def _comparisons(module: Module) -> Iterator[tuple[Term, int, int]]:
    for term in _conjuncts(module):
        yield from compared_sums(module.terms, term)


def compared_sums(terms: TermFactory, term: Term) -> Iterator[tuple[Term, int, int]]:
    """Yield the sums that a truth compares, with their bounds."""
    rows = all_operations()[term.op].rows
    return rows(terms, term) if rows else iter(())


def rows_of(terms: TermFactory, truth: Operand, reader: Reader) -> Iterator[Row]:
    """Yield the rows of a truth about sums, or about the values of single bases."""
    for conjunct in conjuncts([truth]):
        rows = list(compared_sums(terms, conjunct)) or [(conjunct, 1, 1)]
        for total, low, high in rows:
            with contextlib.suppress(Unrelaxed):
                row = reader.row(total, low, high)
                is_about_itself = total is conjunct and conjunct in row.factors and conjunct.op != "unknown"
                if not is_about_itself:
                    yield row


def _values(term: Term) -> list[Value]:
    if term.domain.size > WIDE:
        raise Unrelaxed
    return list(term.domain)


class Reader:
    """Finds what terms depend on."""

    def __init__(self) -> None:
        self._bases: dict[Term, Term | None] = {}
        self._tables: dict[Term, list[Value]] = {}

    def depends(self, total: Term) -> set[Term]:
        """Return the bases of a sum."""
        return {base for _, arg in _members(total) if (base := self._base(arg)) is not None}

    def factors(self, total: Term) -> tuple[int, dict[Term, list[int]]]:
        """Return a sum as a constant, and what each base adds for each of its values; blank adds 0."""
        constant = total.detail[0] if total.op == "linear" else 0
        summands: dict[Term, list[int]] = {}
        for factor, arg in _members(total):
            base = self._base(arg)
            results = [0 if result is BLANK else factor * int(result) for result in self._table(arg)]
            if base is None:
                constant += results[0]
            elif base in summands:
                summands[base] = [one + other for one, other in zip(summands[base], results, strict=True)]
            else:
                summands[base] = results
        return constant, summands

    def row(self, total: Term, low: int, high: int) -> Row:
        """Return a sum that is compared as a row; raise `Unrelaxed` if a base has too many values."""
        constant, factors = self.factors(total)
        return Row(total, constant, low - constant, high - constant, factors)

    def allowed_values(self, bases: Iterable[Term], truths: Iterable[Term]) -> dict[Term, list[bool]]:
        """Return for each value of each base whether the truths that it decides alone are true."""
        allowed = {base: [True] * base.domain.size for base in bases}
        for truth in truths:
            base = self._base(truth)
            if base is not None and base in allowed:
                allowed[base] = [was and value is True for was, value in zip(allowed[base], self._table(truth), strict=True)]
        return allowed

    def _base(self, term: Term) -> Term | None:
        """Return the one term whose value decides that of this one: itself if there is no other, None if it is known."""
        if term not in self._bases:
            operations = all_operations()
            for below in topological_order([term]):
                if below in self._bases:
                    continue
                under = {self._bases[arg] for arg in below.args} - {None} if operations[below.op].is_tabulated else set()
                self._bases[below] = None if below.is_ground else next(iter(under)) if len(under) == 1 else below
        return self._bases[term]

    def _table(self, term: Term) -> list[Value]:
        """Return the value of a term for each value of its base; only one if it is known."""
        stack = [term]
        while stack:
            last = stack[-1]
            own = self._base(last)
            missing = [] if own in (None, last) else [arg for arg in last.args if arg not in self._tables]
            stack += missing
            if not missing:
                self._tables[stack.pop()] = self._values_of(last, own)
        return self._tables[term]

    def _values_of(self, term: Term, base: Term | None) -> list[Value]:
        if base is None:
            return [evaluate(term, {})]
        values = _values(base)
        if term is base:
            return values
        tables = [self._tables[arg] if self._base(arg) else self._tables[arg] * len(values) for arg in term.args]
        operation = all_operations()[term.op]
        return [operation.evaluate(term, given) for given in zip(*tables, strict=True)]


def _members(total: Term) -> Iterator[tuple[int, Term]]:
    return zip(total.detail[1:], total.args, strict=True) if total.op == "linear" else iter([(1, total)])
