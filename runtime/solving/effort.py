"""Counted work instead of seconds: what is found within it is the same on every machine, however busy that is."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.language.budget import Clock, Deadline, GaveUp
from gridwright.compiler.records import dataclass

from ..engines.engine import Engine, Status

# A unit is about 25 microseconds: a conflict in a small problem. What follows is measured with clasp on the specs.
UNITS_PER_CALL = (
    60  # conflicts that a call of the solver counts as: even the shortest takes 1.5 ms, in 60,000 clauses ten times as long
)
ASSUMPTIONS_PER_UNIT = 100  # which all have to be handed over at each call
CLAUSES_PER_EXTRA_UNIT = 15_000  # of a problem: so many more make each conflict count as one unit more
OUT_OF_EFFORT = "the usual work is done; --improve SECONDS allows more"
CLAUSES_PER_UNIT = 5  # lemmas, because making them takes time as well


class OutOfEffort(GaveUp):
    """A search ended after the work that it was allowed."""


class EffortDeadline(Deadline):
    """A deadline that also ends after some work: `effort` units of about a conflict. What is sooner shares the work."""

    def __init__(self, deadline: Deadline, effort: int) -> None:
        super().__init__(None, whole=deadline)
        self._left = [effort]

    @property
    def effort(self) -> int:
        """Return the units of work that are left; below 0 if the last step took more."""
        return self._left[0]

    def sooner(self, seconds: float | None, clock: Clock | None = None) -> Deadline:
        """Return the earlier of this deadline and one in `seconds`; the work is that of both."""
        left = super().sooner(seconds, clock)
        if left is self:
            return self
        sooner = EffortDeadline(left, 0)
        sooner._left = self._left
        return sooner

    def check(self, units: int = 0) -> None:
        """Count work; raise `OutOfTime` where the deadline has passed, `OutOfEffort` where the work is done."""
        super().check()
        self.spend(units)
        if self._left[0] <= 0:
            raise OutOfEffort(OUT_OF_EFFORT)

    def spend(self, units: int) -> None:
        """Count work."""
        self._left[0] -= units

    def solve(self, engine: Engine, assumptions: Sequence[int], conflicts: int | None, units: int) -> Status:
        """Let an engine search within both limits, where a conflict counts as `units`; raise `OutOfEffort` if the work ends the
        search.
        """
        self.check()
        left = -(-self._left[0] // units)
        before = engine.conflicts
        status = engine.solve(assumptions, self.seconds_left(), left if conflicts is None else min(left, conflicts))
        conflicts_counted = max(0, engine.conflicts - before) + UNITS_PER_CALL
        self.spend(units * conflicts_counted + len(assumptions) // ASSUMPTIONS_PER_UNIT)
        if status is Status.OUT_OF_CONFLICTS and (conflicts is None or left < conflicts):
            raise OutOfEffort(OUT_OF_EFFORT)
        return status


@dataclass(frozen=True, slots=True)
class Improving:
    """How long to go on after a first result: for some seconds, for some units of work, or with neither until the deadline."""

    seconds: float | None = None
    effort: int | None = None

    def begins(self, deadline: Deadline) -> Deadline:
        """Return the deadline of work that begins now."""
        soon = deadline.sooner(self.seconds)
        return soon if self.effort is None else EffortDeadline(soon, self.effort)


def search(
    engine: Engine, assumptions: Sequence[int], deadline: Deadline, conflicts: int | None = None, *, clauses: int = 0
) -> Status:
    """Let an engine look for a model until the deadline, which may count work too; in many `clauses` a conflict is more work."""
    if isinstance(deadline, EffortDeadline):
        return deadline.solve(engine, assumptions, conflicts, 1 + clauses // CLAUSES_PER_EXTRA_UNIT)
    return engine.solve(assumptions, deadline.seconds_left(), conflicts)


def spend(deadline: Deadline, units: int) -> None:
    """Count further work, if the deadline counts any."""
    if isinstance(deadline, EffortDeadline):
        deadline.spend(units)
