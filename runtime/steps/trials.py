"""Trials: suppose that a place has a value, and take rounds of the simplest steps; if they end in a contradiction, it has not.

All open values are tried with one round, then with two, and so on, so that short trials come first. A trial that shows nothing is
tried again only when something has become known of a place that it looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwright.compiler.ir.term import Variable

from .backward import Trial, nested_steps
from .group_solver import Target
from .knowledge import Knowledge
from .propagation import Looked, Propagation, Solvers

MOST_ROUNDS = 6  # of one trial
QUESTIONS = 100_000  # to all trials of a path
FOUND = 8  # trials of the fewest rounds, the shortest of which is taken


class Trials:
    """The trials of a puzzle. `ended`: why no more are made."""

    def __init__(self, solvers: Solvers, propagation: Propagation) -> None:
        self.solvers = solvers
        self.propagation = propagation
        self.ended = ""
        self._tried: dict[tuple[Target, int], tuple[int, frozenset[Variable]]] = {}
        self._asked = 0

    def shortest(
        self, knowledge: Knowledge, looked: Looked, targets: Sequence[Target], most: int | None
    ) -> tuple[int, Trial] | None:
        """Return a trial with few steps that excludes one of the targets, and its cost, which is at most `most`."""
        for rounds in range(1, MOST_ROUNDS + 1):
            if most is not None and rounds + 1 > most:
                return None
            found: list[tuple[int, Trial]] = []
            for target in targets:
                if self._asked > QUESTIONS:
                    self.ended = f"{QUESTIONS:,} steps of trials"
                    break
                trial = self._try(knowledge, looked, target, rounds)
                if trial is not None:
                    cost = 1 + len(nested_steps(self.solvers, trial)[0])
                    if most is None or cost <= most:
                        found.append((cost, trial))
                if len(found) >= FOUND:
                    break
            if found:
                return min(found, key=lambda pair: pair[0])
        return None

    def _try(self, knowledge: Knowledge, looked: Looked, target: Target, rounds: int) -> Trial | None:
        tried = self._tried.get((target, rounds))
        if tried is not None and all(knowledge.changed.get(variable, -1) < tried[0] for variable in tried[1]):
            return None
        variable, at = target
        supposed = knowledge.copy()
        start = len(supposed.batches)
        batch = supposed.begin(None)
        supposed.settle(batch, variable, at)
        at_first = dict(looked.at)
        again = Looked(at_first)
        contradicted = self.propagation.run(supposed, again, rounds=rounds)
        seen = {other for group, since in again.at.items() if since > start for other in group[0].variables}
        self._asked += 1 + len(seen)
        if contradicted is None:
            self._tried[target, rounds] = (start, frozenset({*seen, variable}))
            return None
        return Trial(batch.facts[0], supposed, start, contradicted)


def targets_of(knowledge: Knowledge, impossible: Iterable[Target]) -> list[Target]:
    """Return the targets that are still possible, first those of places with few values left."""
    found = [(variable, at) for variable, at in impossible if knowledge.possible[variable] >> at & 1]
    return sorted(found, key=lambda target: knowledge.possible[target[0]].bit_count())
