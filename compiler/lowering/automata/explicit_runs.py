"""Runs spelled out: every stretch of a line with the condition that it is a run.

A machine reads one line, and one run at a time. What is said of two runs at once, of one run and of an unknown elsewhere, or of
some runs by their position, is said of every stretch of the line that may be a run: n * (n + 1) / 2 on a line of n cells.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from ...ir.term import Operand, Term
from ...language.operators import LISTS
from ...records import dataclass, replace
from ...values import BLANK, FixedTuple, Value
from ..algebra import Algebra
from ..not_lowered import PartialList, is_single, not_lowered_inside
from ..reasons import RUNS
from .aggregates import MappedRuns, RunsOf
from .machine import LineSource, Machine


@dataclass(frozen=True, slots=True)
class Stretch:
    """The values from one position of a line to another, both included, with the condition that they are a run."""

    line: tuple[Term, ...]
    same: bool
    first: int
    last: int
    present: Operand
    value: Value

    def excludes(self, other: Stretch) -> bool:
        """Check whether only one of two can be a run, as they overlap, or lie side by side where a run ends with a blank."""
        if self.line != other.line or self.same != other.same or (self.first, self.last) == (other.first, other.last):
            return False
        apart = 0 if self.same else 1
        return self.first <= other.last + apart and other.first <= self.last + apart


class ExplicitList(PartialList):
    """A list that has every possible member as an item, each with the condition that it is present."""

    __slots__ = ()
    reason = RUNS


class SpelledDigits(ExplicitList):
    """The digits of a number that is read, without zeros in front, or the same list backwards."""

    __slots__ = ("digits_of",)

    def __init__(self, members: Sequence[tuple[Operand, Operand]], digits_of: tuple[Machine, bool]) -> None:
        super().__init__(members)
        self.digits_of = digits_of


class ExplicitRuns(ExplicitList):
    """All stretches of a line that can be runs, or those from the run number `skipped` on.

    `streamed`: the same list for machines, which read single runs by their position; None of a part.
    """

    __slots__ = ("algebra", "line", "same", "skipped", "streamed", "stretches")

    def __init__(
        self,
        algebra: Algebra,
        line: tuple[Term, ...],
        same: bool,
        stretches: Sequence[Stretch],
        skipped: int | None = 0,
        streamed: MappedRuns | None = None,
    ) -> None:
        super().__init__([(stretch.present, stretch.value) for stretch in stretches])
        self.algebra = algebra
        self.line = line
        self.same = same
        self.stretches = stretches
        self.skipped = skipped
        self.streamed = streamed
        for stretch in stretches:
            if isinstance(stretch.present, Term):
                algebra.stretches[stretch.present] = stretch
            if isinstance(stretch.value, Machine) and isinstance(stretch.value.source, LineSource):
                algebra.stretches_of.setdefault(stretch.value.source.members, {})[stretch.present] = stretch
            algebra.stretch_with[id(stretch.value)] = stretch

    def slice_runs(self, cut: slice) -> Value:
        """Return the runs of a slice without a step; None if it has one."""
        if cut.step not in (None, 1) or not all(end is None or type(end) is int for end in (cut.start, cut.stop)):
            return None
        start, stop = cut.start or 0, cut.stop
        terms = self.algebra.terms
        kept = []
        for stretch in self.stretches:
            before, after = self._count_starts(0, stretch.first), self._count_starts(stretch.last + 1, len(self.line))
            conditions = [
                stretch.present,
                _at_least(self.algebra, before, start) if start >= 0 else _at_most(self.algebra, after, -start - 1),
            ]
            if stop is not None:
                conditions.append(
                    _at_most(self.algebra, before, stop - 1) if stop >= 0 else _at_least(self.algebra, after, -stop)
                )
            kept.append(replace(stretch, present=terms.conjunction(conditions)))
        if self.skipped is None or self.skipped or start < 0:
            return None if self.skipped != 0 else ExplicitRuns(self.algebra, self.line, self.same, kept, None)
        return ExplicitRuns(self.algebra, self.line, self.same, kept, start)

    def index_of(self, stretch: Stretch) -> Value:
        """Return how many runs come before one, without those that are skipped; None if that is not known."""
        if self.skipped is None:
            return None
        return self.algebra.add_up([self._count_starts(0, stretch.first), -self.skipped])

    def _count_starts(self, first: int, end: int) -> Operand:
        """Return the number of runs that begin from one position on, before another."""
        return self.algebra.terms.count([_begins(self.algebra, self.line, at, self.same) for at in range(first, end)])

    def follows(self, one: Stretch, other: Stretch, by: int) -> Operand:
        """Return the term "one run is so many after the other", where both are runs."""
        if by < 0:
            return self.follows(other, one, -by)
        if by == 0:
            return one.first == other.first and one.last == other.last
        if other.first <= one.last:
            return False
        terms = self.algebra.terms
        if by == 1:
            return terms.conjunction(
                [terms.negation(_is_in_run(self.algebra, self.line[at], self.same)) for at in range(one.last + 1, other.first)]
            )
        return self.algebra.equal(self._count_starts(one.last + 1, other.first + 1), by)


def _at_least(algebra: Algebra, number: Operand, least: int) -> Operand:
    return algebra.terms.less(least, number, gap=0)


def _at_most(algebra: Algebra, number: Operand, most: int) -> Operand:
    return algebra.terms.less(number, most, gap=0)


def _is_in_run(algebra: Algebra, value: Term, same: bool) -> Operand:
    filled = algebra.terms.filled(value)
    return filled if same else algebra.terms.conjunction([filled, algebra.terms.negation(algebra.terms.equals(value, False))])


def _begins(algebra: Algebra, line: Sequence[Term], at: int, same: bool) -> Operand:
    """Return the term "a run begins at this position"."""
    terms = algebra.terms
    here = _is_in_run(algebra, line[at], same)
    if at == 0:
        return here
    before = terms.negation(_is_in_run(algebra, line[at - 1], same))
    if same:
        before = terms.disjunction([before, terms.negation(terms.same(line[at - 1], line[at]))])
    return terms.conjunction([here, before])


def stretches_of(algebra: Algebra, streamed: MappedRuns, read: Callable[[Sequence[Term]], Value]) -> ExplicitRuns:
    """Return all stretches of a line instead of its runs, with `read` of their values."""
    of = streamed.of
    assert isinstance(of, RunsOf)
    line, same = of.line.members, of.same
    return ExplicitRuns(algebra, line, same, [*_stretches(algebra, line, same, read)], streamed=streamed)


def _stretches(
    algebra: Algebra, line: tuple[Term, ...], same: bool, read: Callable[[Sequence[Term]], Value]
) -> Iterator[Stretch]:
    terms = algebra.terms
    is_in = [_is_in_run(algebra, value, same) for value in line]
    goes_on = [
        terms.conjunction([is_in[at], is_in[at + 1], *([terms.same(line[at], line[at + 1])] if same else [])])
        for at in range(len(line) - 1)
    ]
    for first, last in itertools.combinations_with_replacement(range(len(line)), 2):
        inside = goes_on[first:last] if same else is_in[first : last + 1]
        ends = [goes_on[at] if same else is_in[at + (at >= last)] for at in (first - 1, last) if 0 <= at < len(line) - 1]
        present = terms.conjunction([is_in[first], *inside, *map(terms.negation, ends)])
        if present is not False:
            yield Stretch(line, same, first, last, present, read(line[first : last + 1]))


def zip_runs(algebra: Algebra, one: Value, other: Value) -> Value | None:
    """Return pairs of runs, or of a run and a member of a list of known length, by their positions; None if it is neither."""
    if isinstance(one, ExplicitRuns) and isinstance(other, ExplicitRuns):
        if one.skipped is None or other.skipped is None:
            return None
        pairs = []
        for a, b in itertools.product(one.stretches, other.stretches):
            if a.excludes(b):
                continue
            if one.line == other.line and one.same == other.same:
                condition = one.follows(a, b, other.skipped - one.skipped)
            else:
                condition = algebra.equal(one.index_of(a), other.index_of(b))
            present = algebra.terms.conjunction([a.present, b.present, condition])
            if present is not False:
                pairs.append((present, FixedTuple((a.value, b.value))))
        return ExplicitList(pairs)
    runs, known = (one, other) if isinstance(one, ExplicitRuns) else (other, one)
    if not isinstance(runs, ExplicitRuns) or runs.skipped is None or not isinstance(known, LISTS):
        return None
    return ExplicitList(
        [
            (
                algebra.terms.conjunction([run.present, algebra.equal(runs.index_of(run), at)]),
                FixedTuple((run.value, member) if runs is one else (member, run.value)),
            )
            for run in runs.stretches
            for at, member in enumerate(known)
        ]
    )


def number_runs(values: Value, start: int) -> Value | None:
    """Return pairs of the number of each run, counted from `start`, and the run; None if it is not known."""
    if not isinstance(values, ExplicitRuns) or values.skipped is None:
        return None
    return ExplicitList(
        [
            (stretch.present, FixedTuple((values.algebra.add_up([values.index_of(stretch), start]), stretch.value)))
            for stretch in values.stretches
        ]
    )


def pairs(values: Value, k: int) -> Value | None:
    """Return all pairs of runs, the first before the second; None if it is no list of runs, or no pairs are asked for."""
    if not isinstance(values, ExplicitRuns) or k != 2:
        return None
    return ExplicitList(
        [
            (values.algebra.terms.conjunction([a.present, b.present]), FixedTuple((a.value, b.value)))
            for a, b in itertools.combinations(values.stretches, 2)
            if a.first < b.first and not a.excludes(b)
        ]
    )


def exclude(algebra: Algebra, conditions: Sequence[Value]) -> bool:
    """Check whether two of the conditions say that stretches are runs that cannot both be runs."""
    stretches = [
        algebra.stretches[condition] for condition in conditions if isinstance(condition, Term) and condition in algebra.stretches
    ]
    return any(a.excludes(b) for a, b in itertools.combinations(stretches, 2))


def holds(algebra: Algebra, values: PartialList, value: Value) -> Operand:
    """Return the term "a value is one of those that are there"."""
    return algebra.disjoin([algebra.conjoin([present, algebra.equal(member, value)]) for present, member in values.members])


def end(algebra: Algebra, values: PartialList, index: int) -> Value | None:
    """Return the first member that is there, or with index -1 the last one; None if it is a list."""
    members = [(present, algebra.automata.to_term(value)) for present, value in values.members]
    if any(not_lowered_inside(value) or not is_single(value) for _, value in members):
        return None
    return algebra.terms.cases(members if index == 0 else members[::-1], BLANK)


def filled_in(algebra: Algebra, value: Term) -> Value:
    """Return a value that is 0 where it is blank."""
    if not value.domain.blank:
        return value
    return algebra.apply("blank as 0", _zero_for_blank, [value], "blank as 0")


def _zero_for_blank(value: Value) -> Value:
    """Return the value, or 0 for blank; with a name, so that it is sent to other processes."""
    return 0 if value is BLANK else value
