"""How long a path takes on paper: what has to be looked for between one value and the next.

Whoever solves on paper writes values down, and seldom what a place is not. So we go through the puzzle in passes: all that is
known are values, and in a pass those values are found that can be seen from them at a glance, each from one rule and what other
rules exclude at once. `n` values that can be seen at the same moment are found one after the other: the first takes 1/n, the
next 1/(n - 1), and so on, for they are looked for side by side (after Pelanek 2011: what makes a sudoku long is that few next
steps are possible). Where nothing can be seen, the next step of the path is taken, which costs what it costs, and what it
excludes is remembered from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline

from ..solving.endings import ENDINGS
from .fact import Fact
from .glance import Glance
from .knowledge import Knowledge
from .step import Step

LOOKS = 2  # in a pass: what rules exclude, and what follows from that


def search_of(steps: Sequence[Step], start: Knowledge, glances: Sequence[Glance], deadline: Deadline) -> float:
    """Return how long it takes to find what some steps show, from what is known at the start.

    Where the deadline ends that, the steps that are left are counted by their costs.
    """
    passes = _Passes(steps, start, glances, deadline)
    found = 0.0
    try:
        for each in passes.costs():
            found += each
    except ENDINGS:
        found += sum(step.cost for step in passes.left())
    return round(found, 2)


class _Passes:
    """The passes through a puzzle. `possible`: what is written down, and what was remembered."""

    def __init__(self, steps: Sequence[Step], start: Knowledge, glances: Sequence[Glance], deadline: Deadline) -> None:
        self.steps = steps
        self.start = start
        self.glances = glances
        self.deadline = deadline
        self.possible = dict(start.possible)
        self.at = 0  # the first step that shows something which is not known

    def costs(self) -> Iterator[float]:
        """Yield what each pass, and each step that is taken, costs."""
        while self._is_left(self.possible):
            self.deadline.check()
            values, seen = self._pass()
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

    def left(self) -> Iterator[Step]:
        """Yield the steps that show something which is not known."""
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

    def _pass(self) -> tuple[dict[Variable, int], dict[Variable, int]]:
        """Return the values that are seen, and what is possible after what is excluded at a glance."""
        values: dict[Variable, int] = {}
        possible = dict(self.possible)
        for look in range(LOOKS):
            left: dict[Variable, int] = {}
            for glance in self.glances:
                for variable, mask in glance.seen(possible).items():
                    left[variable] = left.get(variable, possible[variable]) & mask
            for variable, mask in left.items():
                if mask and not mask & (mask - 1):
                    values[variable] = mask
                elif mask and look < LOOKS - 1:
                    possible[variable] = mask
        return values, possible
