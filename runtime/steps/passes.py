"""Measure how long a path takes on paper: how long somebody looks for each next value.

A person who solves on paper writes values down, but seldom notes what a place is not. So we go through the puzzle in passes. A
pass starts from the values that are written down. It finds the values that can be seen from these at a glance: each follows from
one rule, together with what other rules exclude at once. If a pass finds `n` values, the first takes 1/n, the next 1/(n - 1), and
so on, because a person looks for all of them at the same time (after Pelanek 2011: a sudoku takes long if few next steps are
possible). A pass that finds nothing takes the next step of the path instead. It counts by its cost, and what it excludes is
remembered from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline

from ..solving.endings import ENDINGS, reason_of
from .fact import Fact
from .glance import Glance
from .knowledge import Knowledge
from .step import Step

LOOKS = 2  # in a pass: what rules exclude, and what follows from that


def search_of(steps: Sequence[Step], start: Knowledge, glances: Iterable[Glance], deadline: Deadline) -> tuple[float, str]:
    """Return the search effort for the values of some steps, and the reason if it is only an estimate.

    It is one where the deadline ends the passes: then the steps that are left count by their costs.
    """
    passes = _Passes(steps, start, deadline)
    search, estimated = 0.0, ""
    try:
        for cost in passes.costs(tuple(glances)):
            search += cost
    except ENDINGS as problem:
        estimated = reason_of(problem)
        search += sum(step.cost for step in passes.remaining_steps())
    return round(search, 2), estimated


class _Passes:
    """The passes through a puzzle. `possible`: the values that are left for each place."""

    def __init__(self, steps: Sequence[Step], start: Knowledge, deadline: Deadline) -> None:
        self.steps = steps
        self.start = start
        self.deadline = deadline
        self.possible = dict(start.possible)
        self.at = 0  # the first step that shows something new

    def costs(self, glances: Sequence[Glance]) -> Iterator[float]:
        """Yield the cost of each pass, and of each step."""
        while self._is_left(self.possible):
            self.deadline.check()
            values, seen = self._pass(glances)
            if values:
                self.possible |= values
                yield sum(1 / number for number in range(1, len(values) + 1))
            elif self._is_left(seen):
                step = self.steps[self.at]
                for fact in step.conclusions:
                    self.possible[fact.variable] &= self._mask(fact)
                yield step.cost
            else:  # all that is left is excluded at a glance, and nobody needs it for a value
                return

    def remaining_steps(self) -> Iterator[Step]:
        """Yield the steps that show something new."""
        while self._is_left(self.possible):
            yield self.steps[self.at]
            self.at += 1

    def _is_left(self, possible: dict[Variable, int]) -> bool:
        """Check whether a step shows something beyond what is possible, and go on to the first that does."""
        for at in range(self.at, len(self.steps)):
            if any(possible[fact.variable] & ~self._mask(fact) for fact in self.steps[at].conclusions):
                self.at = at
                return True
        return False

    def _mask(self, fact: Fact) -> int:
        """Return the values that a fact leaves."""
        bit = 1 << self.start.number_of(fact.variable, fact.value)
        return bit if fact.holds else ~bit

    def _pass(self, glances: Sequence[Glance]) -> tuple[dict[Variable, int], dict[Variable, int]]:
        """Return the values that are seen, and the possible values after exclusions at a glance."""
        values: dict[Variable, int] = {}
        possible = dict(self.possible)
        for look in range(LOOKS):
            left: dict[Variable, int] = {}
            for glance in glances:
                for variable, mask in glance.seen_values(possible).items():
                    left[variable] = left.get(variable, possible[variable]) & mask
            for variable, mask in left.items():
                if mask and not mask & (mask - 1):
                    values[variable] = mask
                elif mask and look < LOOKS - 1:
                    possible[variable] = mask
        return values, possible
