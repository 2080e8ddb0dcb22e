"""Minimizing: which givens and clues can go while the solution stays the only one.

Items are tried in an order, first those that can only make more solutions. Each goes if the spec without it, and without all that
went before, still has one solution, the same. What comes out depends on the order alone, not on an engine or on the number of
processes.

Items that can only make more solutions when they go are tried in one solver (`selected.py`); where one has to stay, that finds
another solution without it. Other items may change what rules say, as a dot does where "no dot" means something too.

That solver works alone, whatever the number of processes. Asking first on all of them which items have to stay while all others
are there would settle few: of Four-in-One 5 of 43, in a second of more than thirty, the rest of which goes into a few proofs
near the end.

Nothing of this is believed in the end. The text that comes out is loaded and solved like any other; and of each item that is left
the judge accepts another solution of the text without it, or that text is solved too. What can still go then goes.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec

from ..execution.serialize import Portable, to_portable
from ..solving.outcome import Outcome, Result, Solution
from ..solving.progress import Progress
from ..solving.session import Session
from ..solving.solve import AUTO, make_engine, solve
from .printed_items import Unit, without
from .trial_removal import TrialRemoval
from .uniqueness_claims import Claim, Finding, KnownClaims, found_out

# Finds out about claims, and gives what it found in their order, each as soon as it is there.
Finder = Callable[[Sequence[Claim]], Iterable[Finding]]


class NotUnique(Exception):
    """A spec that has not exactly one solution, with what was found instead."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__("no solution" if outcome.result is Result.NO_SOLUTION else "several solutions")
        self.outcome = outcome


@dataclass(frozen=True, eq=False)
class Minimized:
    """What can go and what has to stay, each in the order of the file, and the text of the spec that is left."""

    dropped: tuple[Unit, ...]
    kept: tuple[Unit, ...]
    text: str


@dataclass(slots=True)
class Search:
    """One run: how it searches, and how far it has come. `find`: how claims are found out about, perhaps on several processes."""

    engine: str = AUTO
    seed: int = 0
    deadline: Deadline = NO_DEADLINE
    progress: Progress = field(default_factory=Progress)
    find: Finder = lambda claims: map(found_out, claims)

    def start(self, problem: Problem) -> Session:
        """A session of a problem."""
        return Session(problem, make_engine(self.engine, self.seed), self.deadline, self.progress)

    def minimize(self, spec: Spec, units: Sequence[Unit]) -> Minimized:
        """Try all units, in an order that the seed decides. `NotUnique`, `GaveUp`, `OutOfTime`; `SpecError` where it is wrong."""
        self.progress.enter("solving")
        outcome = solve(spec, engine=self.engine, seed=self.seed, deadline=self.deadline, progress=self.progress)
        if outcome.reason:
            raise GaveUp(outcome.reason)
        if not outcome.unique:
            raise NotUnique(outcome)
        self.progress.found = 0  # solutions are not what is counted from here on
        self.progress.enter("minimizing")
        order = list(units)
        random.Random(self.seed).shuffle(order)
        run = _MinimizeRun(self, spec, outcome.solutions[0])
        dropped = run.minimal(order)
        return Minimized(
            tuple(unit for unit in units if unit in dropped),
            tuple(unit for unit in units if unit not in dropped),
            run.text_without(dropped),
        )


class _MinimizeRun:
    """Which units of a spec can go."""

    def __init__(self, search: Search, spec: Spec, solution: Solution) -> None:
        self.search = search
        self.spec = spec
        self.grid = solution.grid
        self.text = spec.document.span.source.text
        self.known = KnownClaims(
            spec.path, to_portable(spec, solution.grid), solution.answer, search.engine, search.seed, spec.limits
        )
        left = search.deadline.left()
        self.until = None if left is None else time.time() + left
        self.witnesses: dict[Unit, Portable] = {}

    def text_without(self, dropped: Iterable[Unit]) -> str:
        """The spec without some units."""
        return without(self.text, (item for unit in dropped for item in unit))

    def minimal(self, order: Sequence[Unit]) -> set[Unit]:
        """What goes: first of what can only add solutions, then of all, until nothing more can go."""
        only_adding = [unit for unit in order if all(item.only_adds for item in unit)]
        dropped = self._select(only_adding) if only_adding and not self.spec.objective else set()
        if dropped and not found_out(self._claim(dropped)).holds:
            dropped = set()  # more depends on these items than was seen: each is tried by itself
        while gone := self._pass([unit for unit in order if unit not in dropped], dropped):
            dropped |= gone
        return dropped

    def _select(self, units: Sequence[Unit]) -> set[Unit]:
        """What of this can go, in a solver that stays."""
        selected = TrialRemoval(self.spec, self.grid, units, self.search.deadline, self.search.start)
        for at, unit in enumerate(units):
            self._tell(selected.gone, len(units) - at)
            other = selected.drop(unit)
            if other is not None:
                self.witnesses[unit] = to_portable(self.spec, other)
        return selected.gone

    def _pass(self, left: Sequence[Unit], before: Set[Unit]) -> set[Unit]:
        """What of all that is left can go, one after the other. What stays has another solution without it, for the next time."""
        gone: set[Unit] = set()
        while left:
            claims = [self._claim({*before, *gone, unit}, self.witnesses.get(unit)) for unit in left]
            at = 0
            for at, found in enumerate(self.search.find(claims), 1):
                self._tell(before | gone, len(left) - at)
                unit = left[at - 1]
                if found.reason:
                    raise GaveUp(found.reason)
                if found.holds:
                    gone.add(unit)
                    break
                if found.witness:
                    self.witnesses[unit] = found.witness
            left = left[at:]
        return gone

    def _claim(self, dropped: Set[Unit], witness: Portable | None = None) -> Claim:
        """That the spec without these has the same solution, and no other."""
        return Claim(self.known, self.text_without(dropped), self.until, witness)

    def _tell(self, dropped: Set[Unit], left: int) -> None:
        self.search.progress.note = f"can remove {sum(map(len, dropped))}, {left} left to try"
