"""Numbers on one line that are compared with those on another: "no number here is a number there", however it is written.

A machine reads one run, so `m != n` has none if m and n stand for any number of two lines. But "all differ" is what `distinct`
says between two lists. So it is kept which lists are compared, and which of them `all` or `any` has gone through, and when both
are, `distinct_members` states it. The pairs of numbers on one line, of `combinations(numbers(line), 2)`, are kept apart as the
first and the later one, and are compared in the same way. "All differ" and "some are equal" are each other's negation at every
step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...values import Value
from ..not_lowered import NotLowered
from ..reasons import RUNS
from .aggregates import MembershipCondition, RunsOf
from .machine import DigitSource, Machine, RunSource

Runs = frozenset[RunSource]
NONE: Runs = frozenset()


class ComparedRuns(NotLowered):
    """What says that a number of one line equals one of another, or not `are_equal`, differs from it; else like any opaque value.

    `looped`: lists each of whose members it stands for, as a member of a generator. `quantified`: lists that `all` or `any` has
    gone through: it means all of their members if it says that they differ, some if it says that they are equal.
    """

    __slots__ = ("are_equal", "looped", "quantified", "sources")

    def __init__(
        self, sources: tuple[RunSource, RunSource], *, are_equal: bool, looped: Runs = NONE, quantified: Runs = NONE
    ) -> None:
        super().__init__(RUNS, is_truth=True)
        self.sources = sources
        self.are_equal = are_equal
        self.looped = looped
        self.quantified = quantified

    @property
    def is_complete(self) -> bool:
        """Check whether it says something of all numbers of both lines."""
        return self.quantified.issuperset(self.sources)

    def negate(self) -> ComparedRuns:
        """Return `not` of it; of what stands for each member of lists, member by member."""
        return ComparedRuns(self.sources, are_equal=not self.are_equal, looped=self.looped, quantified=self.quantified)

    def for_each(self, lists: Iterable[Any]) -> NotLowered:
        """Return it as the member of a generator that loops over lists; opaque if it does not compare each of them once."""
        looped = [source for source_list in lists for source in _sources_of(source_list)]
        is_fit = not self.looped and len({*looped}) == len(looped) and self.quantified.isdisjoint(looped)
        if not is_fit or not looped or not {*looped} <= {*self.sources}:
            return NotLowered(RUNS, is_truth=True)
        return ComparedRuns(self.sources, are_equal=self.are_equal, looped=frozenset(looped), quantified=self.quantified)

    def aggregate(self, function: str) -> ComparedRuns | None:
        """Return `all` or `any` of what it stands for; None if that mixes "for all" and "for some"."""
        if not self.looped or function != ("any" if self.are_equal else "all"):
            return None
        return ComparedRuns(self.sources, are_equal=self.are_equal, quantified=self.quantified | self.looped)


class PairsOfNumbers(NotLowered):
    """All pairs of the numbers on one line: `pair` stands for each of them, the first number and the later one."""

    __slots__ = ("pair", "sources")

    def __init__(self, sources: tuple[RunSource, RunSource], pair: tuple[Machine, Machine]) -> None:
        super().__init__(RUNS)
        self.sources = sources
        self.pair = pair


def _sources_of(of: Any) -> tuple[RunSource, ...]:
    """Return the runs that the members of a list are read from; none of a list that cannot be compared."""
    if isinstance(of, PairsOfNumbers):
        return of.sources
    return (RunSource(of.line, of.same),) if isinstance(of, RunsOf) else ()


class SeveralMemberships(NotLowered):
    """The condition that members of several lists are there; else like any opaque value."""

    __slots__ = ("lists",)

    def __init__(self, present: Sequence[MembershipCondition]) -> None:
        super().__init__(RUNS, is_truth=True)
        self.lists = tuple(membership.of for membership in present)


def compared_runs(one: Value, other: Value) -> ComparedRuns | None:
    """Return "two numbers are equal" if they are any numbers of two lines; None for other values."""
    if not (is_number_of_run(one) and is_number_of_run(other)) or one.source == other.source:
        return None
    return ComparedRuns((one.source, other.source), are_equal=True)


def is_number_of_run(value: Value) -> bool:
    """Check whether a value is the number that the digits of any run read as."""
    if not isinstance(value, Machine) or not value.digits:
        return False
    source = value.source
    return isinstance(source, RunSource) and not isinstance(source, DigitSource) and not source.same
