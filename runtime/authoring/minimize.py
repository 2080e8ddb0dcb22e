"""Minimize a puzzle: remove givens and clues while the solution stays the only one.

The search tries the items in a fixed order, first those whose removal can only add solutions. It removes an item if the spec
without it, and without all items removed before, still has the same single solution. The result depends on the order alone, not
on an engine or on the number of processes.

One solver tries the items whose removal can only add solutions (`trial_removal.py`); if one has to stay, the solver finds another
solution without it. Other items may change the meaning of rules, such as a dot if "no dot" has a meaning too.

That solver runs in one process. Testing first, in all processes, which items have to stay while all others are there would decide
few of them: for Four-in-One 5 of 43, in one second of more than thirty; a few proofs near the end take the rest of the time.

A final check trusts none of this. It loads and solves the resulting text like any other. For each item that is left, the judge
has to accept another solution of the text without it; otherwise that text is solved too. It removes items that still can go.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence, Set

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field

from ..engines.engine_choice import engine_for
from ..engines.engine_registry import AUTO
from ..execution.serialize import Portable, to_portable
from ..solving.outcome import Outcome, Result, Solution
from ..solving.progress import Progress
from ..solving.session import Session
from ..solving.solve import solve
from .printed_items import Unit, without
from .trial_removal import TrialRemoval
from .uniqueness_claims import Claim, Finding, KnownClaims, check_claim

# A function that checks claims and yields the results in their order, each as soon as it is known.
Finder = Callable[[Sequence[Claim]], Iterable[Finding]]


class NotUnique(Exception):
    """An error: the spec does not have exactly one solution. `outcome`: the result of the search."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(f"the puzzle has {'no solution' if outcome.result is Result.NO_SOLUTION else 'several solutions'}")
        self.outcome = outcome


@dataclass(frozen=True, eq=False, repr=False)
class Minimized:
    """The removed and the remaining items, in the order of the file, and the text of the minimized spec.

    `is_minimal`: nothing else can be removed; otherwise the run stopped at the number of items that it was to leave.
    """

    dropped: tuple[Unit, ...]
    kept: tuple[Unit, ...]
    text: str
    is_minimal: bool = True

    def __repr__(self) -> str:
        return f"<Minimized: {len(self.dropped)} removed, {len(self.kept)} kept>"  # each item has the text of its spec


@dataclass(slots=True)
class Search:
    """The settings of a run, and its progress. `find`: the function that checks claims, perhaps in several processes.

    `first`: `givens` or `clues`; they are tried before the others. `least`: how many items stay at least.
    """

    engine: str = AUTO
    seed: int = 0
    deadline: Deadline = NO_DEADLINE
    progress: Progress = field(default_factory=Progress)
    find: Finder = lambda claims: map(check_claim, claims)
    first: str = ""
    least: int = 0

    def start(self, problem: Problem) -> Session:
        """Start a session for a problem."""
        return Session(problem, engine_for(problem, self.engine, self.seed), self.deadline, self.progress)

    def minimize(self, spec: Spec, units: Sequence[Unit]) -> Minimized:
        """Try all units, in an order that the seed decides. Raise `NotUnique`, `GaveUp` or `OutOfTime`; `SpecError` if the spec
        is wrong.
        """
        self.progress.enter("solving")
        outcome = solve(spec, engine=self.engine, seed=self.seed, deadline=self.deadline, progress=self.progress)
        if outcome.reason:
            raise GaveUp(outcome.reason)
        if not outcome.unique:
            raise NotUnique(outcome)
        self.progress.found = 0  # from here on it counts no solutions
        self.progress.enter("minimizing")
        order = list(units)
        random.Random(self.seed).shuffle(order)
        if self.first:
            order.sort(key=lambda unit: unit[0].is_given != (self.first == "givens"))
        run = _MinimizeRun(self, spec, outcome.solutions[0], sum(map(len, units)))
        dropped = run.minimal(order)
        return Minimized(
            tuple(unit for unit in units if unit in dropped),
            tuple(unit for unit in units if unit not in dropped),
            run.text_without(dropped),
            is_minimal=not run.is_limited,
        )


class _MinimizeRun:
    """A run for one spec: it decides which units can go."""

    def __init__(self, search: Search, spec: Spec, solution: Solution, items: int) -> None:
        self.search = search
        self.items = items
        self.is_limited = False  # an item was not tried, because only `least` items are left
        self.spec = spec
        self.grid = solution.grid
        self.text = spec.document.span.source.text
        self.known = KnownClaims(
            spec.path,
            to_portable(spec, solution.grid),
            solution.answer,
            search.engine,
            search.seed,
            spec.limits,
            dict(spec.files),
        )
        left = search.deadline.seconds_left()
        self.until = None if left is None else time.time() + left
        self.witnesses: dict[Unit, Portable] = {}

    def text_without(self, dropped: Iterable[Unit]) -> str:
        """Return the spec without some units."""
        return without(self.text, (item for unit in dropped for item in unit))

    def minimal(self, order: Sequence[Unit]) -> set[Unit]:
        """Drop units until no more can go: first those whose removal can only add solutions, then all."""
        only_adding = [unit for unit in order if all(item.only_adds for item in unit)]
        dropped = self._select(only_adding) if only_adding and not self.spec.objective else set()
        if dropped and not check_claim(self._claim(dropped)).holds:
            dropped = set()  # removing these items does more than add solutions: test each by itself
        while newly_dropped := self._pass([unit for unit in order if unit not in dropped], dropped):
            dropped |= newly_dropped
        return dropped

    def _select(self, units: Sequence[Unit]) -> set[Unit]:
        """Drop units of these in one solver that keeps its clauses."""
        removal = TrialRemoval(self.spec, self.grid, units, self.search.deadline, self.search.start)
        for at, unit in enumerate(units):
            if not self._may_go(removal.dropped, unit):
                continue
            self._show_progress(removal.dropped, len(units) - at)
            other = removal.drop(unit)
            if other is not None:
                self.witnesses[unit] = to_portable(self.spec, other)
        return removal.dropped

    def _pass(self, remaining: Sequence[Unit], dropped_before: Set[Unit]) -> set[Unit]:
        """Try to drop each unit that is left, one after the other. One that stays has another solution without it, kept as a
        witness for the next pass.
        """
        dropped: set[Unit] = set()
        while remaining := [unit for unit in remaining if self._may_go(dropped_before | dropped, unit)]:
            claims = [self._claim({*dropped_before, *dropped, unit}, self.witnesses.get(unit)) for unit in remaining]
            at = 0
            for at, result in enumerate(self.search.find(claims), 1):
                self._show_progress(dropped_before | dropped, len(remaining) - at)
                unit = remaining[at - 1]
                if result.reason:
                    raise GaveUp(result.reason)
                if result.holds:
                    dropped.add(unit)
                    break
                if result.witness:
                    self.witnesses[unit] = result.witness
            remaining = remaining[at:]
        return dropped

    def _may_go(self, dropped: Set[Unit], unit: Unit) -> bool:
        """Check whether enough items are left without a unit."""
        is_enough = self.items - sum(map(len, dropped)) - len(unit) >= self.search.least
        self.is_limited = self.is_limited or not is_enough
        return is_enough

    def _claim(self, dropped: Set[Unit], witness: Portable | None = None) -> Claim:
        """Return the claim that the spec without these units has the same solution and no other."""
        return Claim(self.known, self.text_without(dropped), self.until, witness)

    def _show_progress(self, dropped: Set[Unit], left: int) -> None:
        self.search.progress.note = f"can remove {sum(map(len, dropped))}, {left} left to try"
