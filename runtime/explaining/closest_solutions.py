"""Why a solution is not the only one: two solutions that differ at as few visible places as can be found.

Independent parts are solved apart, so two solutions that are as close as possible differ in one part only.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import BLANK

from ..judging.judge import Assignment, Report, Violation, judge
from ..judging.objective import worth
from ..solving.optimum import as_good_as_best
from ..solving.outcome import Outcome
from ..solving.progress import Progress
from ..solving.session import ENDINGS, Session, reason_of
from ..solving.solve import AUTO, JudgeRejects, make_engine
from .two_copies import Pair, TwoCopies


@dataclass(frozen=True, eq=False)
class Difference:
    """Two solutions, and the visible places at which they have different values.

    No two solutions differ at fewer than `least` places. `reason`: why no more is known; empty where these are the closest.
    """

    first: Assignment
    second: Assignment
    places: tuple[Variable, ...]
    least: int
    reason: str = ""

    @property
    def closest(self) -> bool:
        """Whether no two solutions differ at fewer places."""
        return self.least >= len(self.places)


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
    """Two solutions as close to each other as can be found by the deadline; the outcome has two or more of them."""
    search = _PairSearch(spec, outcome, engine, seed, deadline, progress or Progress())
    try:
        search.run(lazy)
    except ENDINGS as problem:
        return search.found(reason_of(problem))
    finally:
        search.progress.note = ""
    return search.found()


class _PairSearch:
    """One search, with the closest solutions so far."""

    def __init__(self, spec: Spec, outcome: Outcome, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.spec = spec
        self.outcome = outcome
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self.visible = [layer for layer in spec.layers if not layer.hidden]
        grids = [solution.grid for solution in outcome.solutions]
        self.best = min(itertools.combinations(grids, 2), key=lambda pair: len(self.places(*pair)))
        self.least = 1

    def places(self, first: Assignment, second: Assignment) -> tuple[Variable, ...]:
        """The visible places at which two grids have different values."""
        return tuple(
            Variable(layer, at)
            for layer in self.visible
            for at, (one, other) in enumerate(zip(first[layer.grid, layer.name], second[layer.grid, layer.name], strict=True))
            if one is not other and one != other
        )

    def found(self, reason: str = "") -> Difference:
        """What is known. The solution that has the earlier value at the first place comes first, whichever was found first."""
        places = self.places(*self.best)
        pair = self.best
        if _rank(places[0], pair[0]) > _rank(places[0], pair[1]):
            pair = pair[::-1]
        return Difference(*pair, places, min(self.least, len(places)), "" if self.least >= len(places) else reason)

    def run(self, lazy: bool) -> None:
        """Look for closer ones, part by part; the least that is known is that of all parts."""
        if self.outcome.complete:  # all solutions have been compared
            self.least = len(self.places(*self.best))
            return
        puzzle = compile_spec(self.spec, lazy=lazy, deadline=self.deadline, enter=self.progress.enter)
        self.progress.enter("comparing")
        if any(problem.target and not problem.worth for problem in puzzle.parts):
            raise GaveUp("only plain evaluation can tell which solutions are the best")
        least = []
        for problem in puzzle.parts:
            twins = self._twins(problem)
            for pair in twins.pairs(len(self.places(*self.best))):
                self.best = self._judged(pair)
                self.progress.note = f"{len(self.places(*self.best))} places"
            least.append(twins.least)
        self.least = min(least)

    def _twins(self, problem: Problem) -> TwoCopies:
        stated = True
        if problem.target:
            stated = as_good_as_best(Session(problem, make_engine(self.engine, self.seed), self.deadline, self.progress))
        twins = TwoCopies(problem, make_engine(self.engine, self.seed), self.deadline, self.progress)
        twins.session.state(stated)
        return twins

    def _judged(self, pair: Pair) -> tuple[Assignment, Assignment]:
        """The grids of two solutions of a part: all other values are those of a known solution. The judge has to accept both."""
        known = self.outcome.solutions[0]
        grids = []
        for part in pair:
            grid = {key: list(values) for key, values in known.grid.items()}
            for variable, value in part.items():
                grid[variable.layer.grid, variable.layer.name][variable.position] = value
            finished = {key: tuple(values) for key, values in grid.items()}
            report = judge(self.spec, finished, self.deadline)
            if report.accepted and worth(self.spec, finished, self.deadline) != known.worth:
                assert self.spec.objective is not None
                report = Report((Violation("this grid is not as good as the best", self.spec.objective.expression.span),))
            if not report.accepted:
                raise JudgeRejects(self.spec, finished, report)
            grids.append(finished)
        return grids[0], grids[1]


def _rank(place: Variable, grid: Assignment) -> int:
    """Where a value stands among those of its layer; blank is last."""
    layer = place.layer
    value = grid[layer.grid, layer.name][place.position]
    return len(layer.values) if value is BLANK else layer.values.index(value)
