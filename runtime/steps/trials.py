"""Trials: suppose that a place has a value, and take rounds of the simplest steps; if they end in a contradiction, it has not.

All open values are tried with one round, then with two, and so on, so that short trials come first. A trial that shows nothing is
tried again only when something has become known of a place that it looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.records import dataclass

from .backward import Trial, nested_steps
from .fact import Fact
from .group_solver import Target
from .knowledge import Knowledge
from .propagation import Looked, Propagation, Solvers

MOST_ROUNDS = 6  # of one trial
QUESTIONS = 4_000  # to instances, in the trials for one step
QUESTIONS_OF_HINT, NO_LIMIT = 1_500, 1_000_000_000  # in all trials
WHOLE_QUESTIONS = 30  # that an instance about how places hang together counts as
ARGUED = 2_000  # suppositions of arguments, in the trials for one step
FOUND = 8  # trials of the fewest rounds, the shortest of which is taken


@dataclass(eq=False)
class _Begun:
    """A trial so far. `seen`: the places that it looked at; `is_going_on`: whether its last round showed anything."""

    supposed: Fact
    knowledge: Knowledge
    looked: Looked
    start: int
    seen: set[Variable]
    is_going_on: bool = True


class Trials:
    """The trials of a puzzle. `left`: questions to instances, of all steps; those of one step are limited too.

    `ended`: why no more are made.
    """

    def __init__(self, solvers: Solvers, propagation: Propagation) -> None:
        self.solvers = solvers
        self.propagation = propagation
        self.ended = ""
        is_for_hint = solvers.shop.is_for_hint
        self.left, self._most = (QUESTIONS_OF_HINT, QUESTIONS_OF_HINT) if is_for_hint else (NO_LIMIT, QUESTIONS)
        self._tried: dict[bool, dict[Target, tuple[int, set[Variable]]]] = {False: {}, True: {}}

    def shortest(self, knowledge: Knowledge, looked: Looked, targets: Sequence[Target], most: int) -> tuple[int, Trial] | None:
        """Return a trial with few steps that excludes one of the targets, and its cost, which is at most `most`.

        At first, arguments about how places hang together only end trials, because to look for all of them takes long. If that
        gives no trial, they are steps of trials as well.
        """
        shortest = self._shortest(knowledge, looked, targets, most, argues=False)
        if shortest is None and self.propagation.arguing.instances:
            shortest = self._shortest(knowledge, looked, targets, most, argues=True)
        return shortest

    def _shortest(
        self, knowledge: Knowledge, looked: Looked, targets: Sequence[Target], most: int, *, argues: bool
    ) -> tuple[int, Trial] | None:
        begun: dict[Target, _Begun] = {}
        left = [target for target in targets if self._is_due(target, knowledge, argues=argues)]
        most_asked = min(QUESTIONS, self.left)
        asked = 0
        argued = self.propagation.arguing.asked
        for rounds in range(1, MOST_ROUNDS + 1):
            if rounds + 1 > most:
                return None
            candidates: list[tuple[int, Trial]] = []
            going_on: list[Target] = []
            for target in left:
                if asked > most_asked:
                    self.ended = f"{self._most:,} instances were looked at in trials"
                    break
                if self.propagation.arguing.asked - argued > ARGUED:
                    self.ended = f"{ARGUED:,} arguments were tried in trials"
                    break
                if target not in begun:
                    begun[target] = _begin(knowledge, looked, target)
                trial, steps = self._go_on(begun[target], argues=argues)
                asked += steps
                self.left -= steps
                if trial is not None:
                    cost = 1 + len(nested_steps(self.solvers, trial)[0])
                    if cost <= most:
                        candidates.append((cost, trial))
                elif begun[target].is_going_on:
                    going_on.append(target)
                if len(candidates) >= FOUND:
                    break
            if candidates:
                return min(candidates, key=lambda pair: pair[0])
            left = going_on
        for target, other in begun.items():
            self._tried[argues][target] = (other.start, other.seen)
        return None

    def _is_due(self, target: Target, knowledge: Knowledge, *, argues: bool) -> bool:
        tried = self._tried[argues].get(target)
        return tried is None or any(knowledge.changed.get(variable, -1) >= tried[0] for variable in tried[1])

    def _go_on(self, begun: _Begun, *, argues: bool) -> tuple[Trial | None, int]:
        """Take one more round; return the trial if it ends in a contradiction, and how many instances were looked at."""
        before = len(begun.knowledge.batches)
        contradicted = self.propagation.run(begun.knowledge, begun.looked, rounds=1, argues=argues, in_trial=True)
        new, begun.looked.new = begun.looked.new, []
        begun.seen.update(variable for group in new for variable in group[0].variables)
        asked = sum(WHOLE_QUESTIONS if group[0].is_whole else 1 for group in new)
        begun.is_going_on = len(begun.knowledge.batches) > before
        if contradicted is None:
            return None, asked
        return Trial(begun.supposed, begun.knowledge, begun.start, contradicted), asked


def _begin(knowledge: Knowledge, looked: Looked, target: Target) -> _Begun:
    """Suppose that a place has a value."""
    variable, at = target
    supposed = knowledge.copy()
    start = len(supposed.batches)
    batch = supposed.begin(None)
    supposed.settle(batch, variable, at)
    return _Begun(batch.facts[0], supposed, looked.copy(), start, {variable})


def targets_of(knowledge: Knowledge, impossible: Iterable[Target]) -> list[Target]:
    """Return the targets that are still possible, first those of places with few values left."""
    targets = [(variable, at) for variable, at in impossible if knowledge.possible[variable] >> at & 1]
    return sorted(targets, key=lambda target: knowledge.possible[target[0]].bit_count())
