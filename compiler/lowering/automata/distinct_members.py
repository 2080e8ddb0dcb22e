"""`distinct` of what is found along several lines, or along one that has too many states for it.

Two numbers are equal if their digits are, from the first one that is not 0 to the end of their runs. So for two places, "the rest
of both runs is the same" is said once, by "these two digits are the same" and the rest of both runs after them: for two lines of
eleven cells 121 times. Then no two places are the first of numbers whose rest is the same. Of numbers with a condition, as in
`n > 9`, a place counts only if its run fulfils the condition; the end of a run passes this on to its beginning. Other values are
compared by where their run ends.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from ...ir.term import Operand, Term
from ...records import dataclass
from ...values import Value
from ..algebra import Algebra
from ..not_lowered import not_lowered_inside
from .aggregates import KeptRuns, MappedRuns, RunsOf, run_ending
from .compared_runs import is_number_of_run
from .machine import Machine, RunSource

MOST_DIGITS = 6  # a line that is no longer is read by a machine


def numbers_differ(algebra: Algebra, lists: Sequence[MappedRuns]) -> Operand | None:
    """Return the term "no two of all the numbers are equal"; None if a list has anything but numbers read from digits."""
    kept = [_kept_numbers(algebra, run_list) for run_list in lists]
    if len(lists) == 1 and len(kept[0].line if kept[0] else ()) <= MOST_DIGITS:
        return None
    return None if None in kept else _Numbers(algebra, [numbers for numbers in kept if numbers]).all_differ()


def share_no_number(algebra: Algebra, one: RunSource, other: RunSource) -> Operand:
    """Return the term "no number of one line is a number of the other"."""
    return _Numbers(algebra, [_KeptNumbers(one.line.members), _KeptNumbers(other.line.members)]).lists_differ(0, 1)


@dataclass(frozen=True, slots=True)
class _KeptNumbers:
    """The numbers of a line. If not all of them count, `ends` says for each position whether one that counts ends there."""

    line: tuple[Term, ...]
    ends: tuple[Operand, ...] | None = None


def _kept_numbers(algebra: Algebra, values: MappedRuns) -> _KeptNumbers | None:
    """Return the numbers of a line that are among the members of a list; None if a member is anything else."""
    of = values.of
    if not isinstance(of, RunsOf) or not is_number_of_run(values.whole if isinstance(values, KeptRuns) else values.member):
        return None
    if not isinstance(values, KeptRuns):
        return _KeptNumbers(of.line.members)
    ends = [algebra.truth(run_ending(of, values.condition, at)) for at in range(len(of.line.members))]
    return None if any(map(not_lowered_inside, ends)) else _KeptNumbers(of.line.members, tuple(ends))


def ends_of_runs(algebra: Algebra, lists: Sequence[MappedRuns]) -> list[Value] | None:
    """Return for each place the member of a list whose run ends there, or blank; None if it is no machine on runs."""
    ends = []
    for run_list in lists:
        if not isinstance(run_list.of, RunsOf) or run_list.of.same or not isinstance(run_list.member, Machine):
            return None
        ends += [
            algebra.automata.to_term(run_ending(run_list.of, run_list.member, at)) for at in range(len(run_list.of.line.members))
        ]
    return ends


class _Numbers:
    """The numbers on several lines, each by its line and the position of its first digit."""

    def __init__(self, algebra: Algebra, kept: Sequence[_KeptNumbers]) -> None:
        self.terms = algebra.terms
        self.kept = kept
        self.lines = [numbers.line for numbers in kept]
        self._same_rest: dict[tuple[int, int, int, int], Operand] = {}

    def all_differ(self) -> Operand:
        """Return the term "no two numbers are equal"."""
        starts = [start for line in range(len(self.lines)) for start in self._numbered_starts(line)]
        return self._none_is_same(itertools.combinations(starts, 2))

    def lists_differ(self, line: int, other: int) -> Operand:
        """Return the term "no number of one line is a number of another"."""
        return self._none_is_same(itertools.product(self._numbered_starts(line), self._numbered_starts(other)))

    def _numbered_starts(self, line: int) -> list[tuple[int, int, Operand]]:
        """Return each position of a line with the term "a number that counts starts here"."""
        starts = self._starts(self.lines[line])
        ends = self.kept[line].ends
        if ends is not None:
            starts = [self.terms.conjunction(pair) for pair in zip(starts, self._counts(self.lines[line], ends), strict=True)]
        return [(line, at, start) for at, start in enumerate(starts)]

    def _counts(self, line: tuple[Term, ...], ends: Sequence[Operand]) -> list[Operand]:
        """Return for each position whether its run counts, if it is in one; known from `ends`, so from the last to the first."""
        terms = self.terms
        counts: list[Operand] = [ends[-1]]
        for value, end in zip(line[:0:-1], ends[-2::-1], strict=True):
            goes_on = self._is_filled(value)
            counts.append(
                terms.disjunction([terms.conjunction([terms.negation(goes_on), end]), terms.conjunction([goes_on, counts[-1]])])
            )
        return counts[::-1]

    def _none_is_same(self, pairs: Iterable[tuple[tuple[int, int, Operand], tuple[int, int, Operand]]]) -> Operand:
        """Return the term "no two numbers that start at these places are equal"."""
        return self.terms.conjunction(
            [
                self.terms.negation(
                    self.terms.conjunction([one_starts, other_starts, self._rest_is_same(line, at, other, at_other)])
                )
                for (line, at, one_starts), (other, at_other, other_starts) in pairs
            ]
        )

    def _is_filled(self, value: Term) -> Operand:
        terms = self.terms
        return terms.conjunction([terms.filled(value), terms.negation(terms.equals(value, False))])

    def _starts(self, line: tuple[Term, ...]) -> list[Operand]:
        """Return for each position whether it has the first digit of a number: the first of its run but for zeros in front."""
        terms = self.terms
        starts = []
        in_front: Operand = True  # no digit but zeros since the last run
        for at, value in enumerate(line):
            filled, is_zero = self._is_filled(value), terms.equals(value, 0)
            ends = terms.negation(self._is_filled(line[at + 1])) if at + 1 < len(line) else True
            starts.append(terms.conjunction([in_front, filled, terms.disjunction([terms.negation(is_zero), ends])]))
            in_front = terms.disjunction([terms.negation(filled), terms.conjunction([in_front, is_zero])])
        return starts

    def _rest_is_same(self, line: int, at: int, other: int, at_other: int) -> Operand:
        """Return the term "from two positions on, both runs are the same": they end at once, after the same digits."""
        one, two = self.lines[line], self.lines[other]
        terms = self.terms
        if at == len(one) or at_other == len(two):
            left = [self._is_filled(values[place]) for values, place in ((one, at), (two, at_other)) if place < len(values)]
            return terms.conjunction([terms.negation(filled) for filled in left])
        key = (line, at, other, at_other)
        if key not in self._same_rest:
            both = [self._is_filled(one[at]), self._is_filled(two[at_other])]
            after = self._rest_is_same(line, at + 1, other, at_other + 1)
            self._same_rest[key] = terms.disjunction(
                [
                    terms.conjunction([terms.negation(filled) for filled in both]),
                    terms.conjunction([*both, terms.same(one[at], two[at_other]), after]),
                ]
            )
        return self._same_rest[key]
