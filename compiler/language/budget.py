"""Limits on work: steps for what a spec unrolls into, a deadline for everything."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from ..limits import USUAL, Limits
from ..syntax import syntax_tree
from ..syntax.diagnostics import Code, Note, SpecError, error, shown_number
from ..syntax.span import Span

Clock = Callable[[], float]


class GaveUp(Exception):
    """Work ended before it could say; the message says why."""


class OutOfTime(Exception):
    """The deadline has passed. What was found so far stands; what was not found is not known."""


class Deadline:
    """A point in time that stages look at; without seconds there is none.

    `clock`: what tells the time; `time.process_time` makes it a limit on CPU seconds. `whole`: a deadline of other work, of which
    this is a part; it counts too.

    >>> Deadline(None).seconds_left() is None
    True
    """

    def __init__(self, seconds: float | None, clock: Clock = time.monotonic, whole: Deadline | None = None) -> None:
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._whole = whole

    def seconds_left(self) -> float | None:
        """Return the seconds left, at least 0; None if there is no limit."""
        late = self.late()
        return None if late == -math.inf else max(0.0, -late)

    def late(self) -> float:
        """Return how many seconds ago it passed: negative before it has, and always if there is none."""
        late = -math.inf if self._end is None else self._clock() - self._end
        return late if self._whole is None else max(late, self._whole.late())

    def sooner(self, seconds: float | None, clock: Clock | None = None) -> Deadline:
        """Return the earlier of this deadline and one in `seconds`; this one if `seconds` is None.

        `clock`: what tells these seconds, if it is not the clock of this deadline.
        """
        if seconds is None:
            return self
        if clock is not None and clock is not self._clock:
            return Deadline(seconds, clock, self)
        left = self.seconds_left()
        return Deadline(seconds if left is None else min(left, seconds), self._clock, self._whole)

    def check(self, units: int = 0) -> None:
        """Raise `OutOfTime` where the deadline has passed. `units`: the work since the last check, if that is counted."""
        if self.late() > 0:
            raise OutOfTime


NO_DEADLINE = Deadline(None)


class Enter(Protocol):
    """What stages call when they begin, and with the place of each rule or other part of a spec that they come to."""

    def __call__(self, stage: str, rule: Span | None = None) -> None:
        """Note it."""


def enter_nothing(stage: str, rule: Span | None = None) -> None:
    """Note nothing."""


def stages_only(enter: Callable[[str], None]) -> Enter:
    """Return a function that calls another one with each stage when it begins, and not with rules."""
    last = ""

    def enter_stage(stage: str, rule: Span | None = None) -> None:
        nonlocal last
        if stage != last:
            last = stage
            enter(stage)

    return enter_stage


LOOK = 4_096  # steps between two looks at the deadline
MEMBERS_A_STEP = 4  # members of a list that are gone through in the time of about one step
UNITS_PER_LOOK = 100  # of work, see `runtime/solving/effort.py`


class LoopProgress:
    """How far a loop is, inside another one or none. `turns`: how many turns it has in all, None if that is not known."""

    __slots__ = ("begun", "node", "outer", "turns")

    def __init__(self, node: syntax_tree.Loop, turns: int | None, outer: LoopProgress | None) -> None:
        self.node = node
        self.turns = turns
        self.outer = outer
        self.begun = 0

    def __str__(self) -> str:
        of = "" if self.turns is None else f" of {self.turns:,}"
        return (
            f"{self.begun:,}{of} for `{', '.join(self.node.pattern.names())} in {' '.join(self.node.values.span.text.split())}`"
        )


class Budget:
    """Counts the steps of one rule or answer; past the limit, which has a name, it is an error that names the rule.

    A step is what takes about a microsecond: an operation, a call, a turn of a loop, some members of a list that is gone through.
    `loop`: the innermost loop that is being gone through.
    """

    def __init__(
        self, what: str, span: Span | None, limits: Limits = USUAL, deadline: Deadline = NO_DEADLINE, *, name: str = "steps"
    ) -> None:
        self._what = what
        self._span = span
        self._name = name
        self._limit: int = getattr(limits, name)
        self.limits = limits
        self.deadline = deadline
        self.steps = 0
        self.next_look = 0
        self.loop: LoopProgress | None = None

    def another(self, name: str) -> Budget:
        """Return a separate budget for a part of the same work: the limit called `name`, the same deadline."""
        return Budget(self._what, self._span, self.limits, self.deadline, name=name)

    def spend(self, steps: int = 1) -> None:
        """Count steps."""
        self.steps += steps
        if self.steps >= self.next_look:
            self.look()

    @property
    def is_spent(self) -> bool:
        """Check whether there were too many steps; then the error that was raised is the one to report."""
        return self.steps > self._limit

    def look(self) -> None:
        """Raise where there are too many, or the deadline has passed."""
        if self.is_spent:
            raise self._too_many()
        self.deadline.check(UNITS_PER_LOOK)
        self.next_look = min(self.steps + LOOK, self._limit + 1)

    def begin(self, loop: syntax_tree.Loop, turns: int | None) -> LoopProgress:
        """Return the progress of a loop that begins, inside those that are being gone through."""
        self.loop = LoopProgress(loop, turns, self.loop)
        return self.loop

    def _too_many(self) -> SpecError:
        loops: list[LoopProgress] = []
        while self.loop is not None:
            loops.insert(0, self.loop)
            self.loop = self.loop.outer
        needed = self._estimate(loops)
        message = f"{self._what} takes more than {self._limit:,} steps"
        message += "" if needed is None else f"; it would take about {shown_number(needed)}"
        where = [Note(f"it stopped in its loops at turn {', '.join(map(str, loops))}")] if loops else []
        help = f"use smaller loops, or put an `if` before the inner loops; {self.limits.allows(self._name)}"
        return error(Code.TOO_MUCH, message, self._span, notes=where, help=help)

    def _estimate(self, loops: Sequence[LoopProgress]) -> int | None:
        """Return the steps for all turns of the loops, if the others take as many as those before; None if that is not known."""
        done, all_turns = 0, 1
        for loop in loops:
            if not loop.turns:
                break
            done = done * loop.turns + loop.begun - 1
            all_turns *= loop.turns
        return max(self.steps * all_turns // done, self._limit + 1) if done > 0 else None
