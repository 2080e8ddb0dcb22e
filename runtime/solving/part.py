"""One part of a puzzle with what was found of it: its solutions, or where something is optimised its best ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import GaveUp
from gridwright.compiler.language.spec import Objective
from gridwright.compiler.values import Value

from .optimum import Optimum
from .session import PartSolution, Session


def _is_visible(variable: Variable) -> bool:
    return not variable.layer.hidden


class Part:
    """The solutions of one part. `found`: those so far; `exhausted`: there are no others.

    Where the part has a target, these are first one solution, and after `optimize` the best ones. `start` makes the session,
    which lives from `load` until there is no more to be found: a solver may take a hundred megabytes.
    """

    def __init__(self, problem: Problem, start: Callable[[Problem], Session]) -> None:
        self.problem = problem
        self.found: list[PartSolution] = []
        self.exhausted = False
        self.optimum: Optimum | None = None
        self._start = start
        self._session: Session | None = None
        self._last: PartSolution | None = None  # what was found last, as long as it is not excluded
        self._best: Iterator[PartSolution] | None = None

    @property
    def has_target(self) -> bool:
        """Check whether the part has an objective."""
        return self.problem.target is not None

    def load(self) -> Session:
        """Return the session, with the problem loaded."""
        if self._session is None:
            self._session = self._start(self.problem)
        return self._session

    def close(self) -> None:
        """Drop the session and its engine."""
        self._session = self._best = None

    def more(self, conflicts: int | None = None) -> bool:
        """Look for one more solution; return whether there was one. After `OutOfConflicts` it can be called again."""
        solution = self._another(conflicts) if self._best is None else next(self._best, None)
        if solution is None:
            self.exhausted = True
            self._session = self._best = None
        else:
            self.found.append(solution)
        return solution is not None

    def _another(self, conflicts: int | None = None) -> PartSolution | None:
        session = self.load()
        if self._last is not None:
            last, self._last = self._last, None
            if not session.exclude(last, _is_visible):
                return None
        self._last = session.next_solution(conflicts=conflicts)
        return self._last

    def optimize(self, objective: Objective, judged: Callable[[PartSolution], Value], on_progress: Callable[[], None]) -> None:
        """Look for the best solutions, and prove that none is better. `judged` returns the value of a solution."""
        encoding = self.problem.objective
        if encoding is None:
            self._enumerate(objective, judged)
            return
        self.optimum = Optimum(self.load(), encoding, on_progress)
        for solution in self.optimum.improve(self.found[0]):
            self.found = [solution]
            judged(solution)
        self._best = self.optimum.others(self.found[0], _is_visible)

    def _enumerate(self, objective: Objective, judged: Callable[[PartSolution], Value]) -> None:
        """Go through all solutions, because only plain evaluation finds their values."""
        (solution,) = self.found
        best = judged(solution)
        limits = self.problem.limits
        for _ in range(limits.enumerated):
            another = self._another()
            if another is None:
                self.exhausted = True
                self._session = None
                return
            value = judged(another)
            if objective.is_better(value, best):
                self.found, best = [another], value
            elif value is best or value == best:
                self.found.append(another)
        more = f"more than {limits.enumerated:,}; {limits.allows('enumerated')}"
        raise GaveUp(f"the objective must be evaluated for each solution, and there are {more}")
