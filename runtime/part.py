"""One part of a puzzle with what was found of it: its solutions, or where something is optimised its best ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.spec import Objective
from gridwright.compiler.values import Value

from .optimum import Optimum
from .session import GaveUp, PartSolution, Session

MAX_ENUMERATED = 100_000


def _is_visible(variable: Variable) -> bool:
    return not variable.layer.hidden


class Part:
    """The solutions of one session. `found`: those so far; `exhausted`: there are no others.

    Where the part has a target, these are first one solution, and after `optimize` the best ones.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.found: list[PartSolution] = []
        self.exhausted = False
        self.optimum: Optimum | None = None
        self._solutions: Iterator[PartSolution] = session.solutions(_is_visible)

    @property
    def has_target(self) -> bool:
        """Whether something is optimised here."""
        return self.session.problem.target is not None

    def more(self) -> bool:
        """Look for one more solution; whether there was one."""
        solution = next(self._solutions, None)
        if solution is None:
            self.exhausted = True
        else:
            self.found.append(solution)
        return solution is not None

    def optimize(self, objective: Objective, judged: Callable[[PartSolution], Value], tell: Callable[[], None]) -> None:
        """Look for the best solutions, and prove that there is none better. `judged` says what a solution is worth."""
        worth = self.session.problem.worth
        if worth is None:
            self._enumerate(objective, judged)
            return
        self.optimum = Optimum(self.session, worth, tell)
        for solution in self.optimum.improve(self.found[0]):
            self.found = [solution]
            judged(solution)
        self._solutions = self.optimum.others(self.found[0], _is_visible)

    def _enumerate(self, objective: Objective, judged: Callable[[PartSolution], Value]) -> None:
        """Look at every solution: only plain evaluation tells what it is worth."""
        (solution,) = self.found
        best = judged(solution)
        for _ in range(MAX_ENUMERATED):
            found = next(self._solutions, None)
            if found is None:
                self.exhausted = True
                return
            value = judged(found)
            if objective.is_better(value, best):
                self.found, best = [found], value
            elif value is best or value == best:
                self.found.append(found)
        raise GaveUp(f"the objective has to be evaluated solution by solution, and there are more than {MAX_ENUMERATED:,}")
