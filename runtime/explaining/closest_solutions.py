"""Find two solutions that differ at as few visible places as possible, to show why a puzzle is not unique.

Independent parts are solved apart, so the two closest solutions differ in one part only.
"""

from __future__ import annotations

import itertools

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK, Value

from ..engines.engine_choice import engine_for
from ..engines.engine_registry import AUTO
from ..judging.judge import Assignment, Report, Violation, judge
from ..judging.objective import objective_value
from ..solving.endings import ENDINGS, JudgeRejects, reason_of
from ..solving.optimum import best_value, state_as_good
from ..solving.outcome import Outcome
from ..solving.progress import Progress
from ..solving.session import Session
from .self_composition import Pair, TwoCopies


@dataclass(frozen=True, eq=False)
class Difference:
    """Two solutions, and the visible places at which they have different values.

    No two solutions differ at fewer than `lower_bound` places. `reason`: why no more is known; empty if these are the closest.
    """

    first: Assignment
    second: Assignment
    places: tuple[Variable, ...]
    lower_bound: int
    reason: str = ""

    @property
    def closest(self) -> bool:
        """Check whether the pair is proved to be the closest."""
        return self.lower_bound >= len(self.places)

    @property
    def least(self) -> int:
        """Return `lower_bound`, which had this name before (deprecated)."""
        return self.lower_bound


def find_difference(
    spec: Spec,
    outcome: Outcome,
    *,
    engine: str = AUTO,
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> Difference:
    """Return two solutions as close to each other as the deadline allows; `outcome` must have two or more."""
    search = _PairSearch(spec, outcome, engine, seed, deadline, progress or Progress())
    try:
        search.run(lazy)
    except ENDINGS as problem:
        return search.result(reason_of(problem, search.progress))
    finally:
        search.progress.note = ""
    return search.result()


class _PairSearch:
    """A search for the closest solutions, with the closest so far."""

    def __init__(self, spec: Spec, outcome: Outcome, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.spec = spec
        self.outcome = outcome
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self.visible = [layer for layer in spec.layers if not layer.hidden]
        grids = [solution.grid for solution in outcome.solutions]
        self.best = min(itertools.combinations(grids, 2), key=lambda pair: len(self._differing_places(*pair)))
        self.lower_bound = 1

    def _differing_places(self, first: Assignment, second: Assignment) -> tuple[Variable, ...]:
        """Return the visible places at which two grids differ."""
        return tuple(
            Variable(layer, at)
            for layer in self.visible
            for at, (a, b) in enumerate(zip(first[layer.grid, layer.name], second[layer.grid, layer.name], strict=True))
            if a is not b and a != b
        )

    def result(self, reason: str = "") -> Difference:
        """Return the difference known so far. The solution with the earlier value at the first place comes first, whatever the
        order of the search.
        """
        places = self._differing_places(*self.best)
        pair = self.best
        if _rank(places[0], pair[0]) > _rank(places[0], pair[1]):
            pair = pair[::-1]
        return Difference(*pair, places, min(self.lower_bound, len(places)), "" if self.lower_bound >= len(places) else reason)

    def run(self, lazy: bool) -> None:
        """Look for closer solutions, part by part; the lower bound is the least of those of the parts."""
        if self.outcome.complete:  # these are all solutions, so the closest pair of them is `best`
            self.lower_bound = len(self._differing_places(*self.best))
            return
        puzzle = compile_spec(self.spec, lazy=lazy, deadline=self.deadline, on_progress=self.progress.enter)
        self.progress.enter("comparing")
        if any(problem.target and not problem.objective for problem in puzzle.parts):
            raise GaveUp("only plain evaluation can tell which solutions are the best")
        bounds = []
        for problem in puzzle.parts:
            copies = self._two_copies(problem)
            for pair in copies.pairs(len(self._differing_places(*self.best))):
                self.best = self._judge(pair)
                self.progress.note = f"{len(self._differing_places(*self.best))} places"
            bounds.append(copies.lower_bound)
        self.lower_bound = min(bounds)

    def _two_copies(self, problem: Problem) -> TwoCopies:
        best: Value = None
        if problem.target:
            best = best_value(Session(problem, engine_for(problem, self.engine, self.seed), self.deadline, self.progress))
        copies = TwoCopies(problem, engine_for(problem, self.engine, self.seed), self.deadline, self.progress)
        state_as_good(copies.session, best)
        return copies

    def _judge(self, pair: Pair) -> tuple[Assignment, Assignment]:
        """Return the grids of two solutions of a part, with the other values of a known solution. The judge must accept both."""
        solution = self.outcome.solutions[0]
        grids = []
        for part in pair:
            changed = {key: list(values) for key, values in solution.grid.items()}
            for variable, value in part.items():
                changed[variable.layer.grid, variable.layer.name][variable.position] = value
            grid = {key: tuple(values) for key, values in changed.items()}
            report = judge(self.spec, grid, self.deadline)
            if report.accepted and objective_value(self.spec, grid, self.deadline) != solution.worth:
                assert self.spec.objective is not None
                report = Report((Violation("this grid is not as good as the best", self.spec.objective.expression.span),))
            if not report.accepted:
                raise JudgeRejects(self.spec, grid, report)
            grids.append(grid)
        return grids[0], grids[1]


def _rank(place: Variable, grid: Assignment) -> int:
    """Return the position of a value among those of its layer; blank is last."""
    layer = place.layer
    value = grid[layer.grid, layer.name][place.position]
    return len(layer.values) if value is BLANK else layer.values.index(value)
