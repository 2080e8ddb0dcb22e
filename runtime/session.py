"""A session: one part of a puzzle in an engine of its own, and the loop that refines candidates into solutions of the part.

Candidate -> lemmas -> candidate, until one needs no lemma, or there is none. The loop neither knows nor cares what lemmas are
about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gridwright.compiler.budget import Deadline
from gridwright.compiler.encode.problem import Clause, Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.values import Value

from .engines.engine import Engine, Status
from .lemmas.general import not_again, value_of
from .lemmas.lemma import Candidate, Further, all_kinds
from .progress import Progress

MAX_ROUNDS = 100_000

PartSolution = dict[Variable, Value]


class GaveUp(Exception):
    """A search ended before it could say; the message says why."""


class Session:
    """Finds the solutions of one part, one after the other."""

    def __init__(self, problem: Problem, engine: Engine, deadline: Deadline, progress: Progress) -> None:
        self.problem = problem
        self.engine = engine
        self.deadline = deadline
        self.progress = progress
        engine.load(problem)

    def solutions(self, visible: Callable[[Variable], bool]) -> Iterator[PartSolution]:
        """The solutions of the part, each different from all before in something visible. `GaveUp` where more is not known."""
        while (solution := self.next_solution()) is not None:
            candidate = self._candidate()
            yield solution
            seen = [variable for variable in solution if visible(variable)]
            if not seen:
                return
            clause = [literal for variable in seen for literal in not_again(self.problem.places[variable], candidate)]
            self.engine.add([tuple(clause)])

    def next_solution(self, assumptions: Sequence[int] = ()) -> PartSolution | None:
        """A solution of the part under assumptions; none where there is none. `GaveUp` where that is not known."""
        for _ in range(MAX_ROUNDS):
            self.deadline.check()
            status = self.engine.solve(assumptions, self.deadline.left())
            if status is Status.UNSAT:
                return None
            if status is not Status.SAT:
                raise GaveUp(status.value)
            candidate = self._candidate()
            if not self._refine(candidate):
                return {variable: value_of(place, candidate) for variable, place in self.problem.places.items()}
        raise GaveUp(f"no end after {MAX_ROUNDS:,} rounds of refinement")

    def _candidate(self) -> Candidate:
        known: dict[int, bool] = {}
        value = self.engine.value

        def holds(literal: int) -> bool:
            variable = abs(literal)
            found = known.get(variable)
            if found is None:
                found = known[variable] = value(variable)
            return found == (literal > 0)

        return Candidate(self.problem, holds, self.deadline)

    def _refine(self, candidate: Candidate) -> bool:
        """Answer a candidate with lemmas; whether there were any."""
        self.progress.rounds += 1
        kinds = all_kinds()
        learned: list[Clause] = []
        for lazy in self.problem.lazy:
            lemmas = list(kinds[type(lazy)].lemmas(lazy, candidate))
            if lemmas:
                self.progress.learned(lazy.kind, len(lemmas))
            for lemma in lemmas:
                learned += self.problem.further(lemma.term, lemma.unless) if isinstance(lemma, Further) else [lemma]
        self.engine.add(learned)
        return bool(learned)
