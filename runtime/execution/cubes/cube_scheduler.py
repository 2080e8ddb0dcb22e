"""Cut a hard part of a puzzle into cubes, have them solved in other processes, and merge the results into one verdict.

A part is first searched here for so many conflicts; most end within these. What is then still open is cut, and the cubes that
leave least open start first. Their solutions are taken in the order of the cubes, so the result does not depend on which answer
arrives first. There are no other solutions only if every cube is exhausted.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Generator, Iterable, Sequence

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import GaveUp
from gridwright.compiler.records import dataclass

from ...solving.part import Part
from ...solving.session import OutOfConflicts, PartSolution, Session
from ..packed_query import packed_cube
from ..query import Query
from ..serialize import NotAnOutcome, Plain
from ..wire_format import CubeResult, number_of, unpack_cube
from .split import Cube, cubes

ALONE = 5_000  # conflicts before a part is cut; a second or a few

# Solves packed cubes in other processes: the index of each, with its answer, or with the reason why there is none.
Answers = Generator[tuple[int, Plain | str], None, None]
SolveCubes = Callable[[Iterable[Plain]], Answers]


@dataclass(frozen=True)
class CubeScheduler:
    """Into how many cubes a search is cut, and what solves them. `at_once`: without a search here before."""

    cubes: int
    solve: SolveCubes
    at_once: bool = False

    def schedule(self, query: Query) -> ScheduledPuzzle:
        """Return a search whose hard parts are cut."""
        return ScheduledPuzzle(self, query)


@dataclass(frozen=True, eq=False)
class ScheduledPuzzle:
    """A search whose hard parts are cut into cubes."""

    scheduler: CubeScheduler
    query: Query

    def part(self, number: int, problem: Problem, start: Callable[[Problem], Session]) -> Part:
        """Return the search of a part. An objective is optimised here, since no cube alone decides which solution is best."""
        return Part(problem, start) if self.query.spec.objective else ScheduledPart(self, number, problem, start)


class ScheduledPart(Part):
    """A part that is cut into cubes if it is hard."""

    def __init__(self, shared: ScheduledPuzzle, number: int, problem: Problem, start: Callable[[Problem], Session]) -> None:
        super().__init__(problem, start)
        self.shared = shared
        self.number = number
        self._others: Generator[PartSolution, None, None] | None = None  # from the cubes
        self._gave_up: GaveUp | None = None

    def load(self) -> Session:
        """Return the session, with the problem loaded, if the part is searched here at all."""
        assert self._others is None
        return super().load()

    def close(self) -> None:
        """Stop searching, here and in other processes."""
        super().close()
        if self._others is not None:
            self._others.close()

    def more(self, conflicts: int | None = None) -> bool:
        """Search for one more solution, here at first; return whether there was one."""
        if self._gave_up is not None:
            raise self._gave_up  # a second call does not finish the cubes that have given up
        if self._others is None and not (self.shared.scheduler.at_once and conflicts is None):
            try:
                return super().more(ALONE if conflicts is None else conflicts)
            except OutOfConflicts:
                if conflicts is not None:
                    raise
        if self._others is None:
            self._session = None
            self._others = self._from_cubes()
        try:
            solution = next(self._others, None)
        except GaveUp as problem:
            self._gave_up = problem
            raise
        if solution is None:
            self.exhausted = True
        else:
            self.found.append(solution)
        return solution is not None

    def _from_cubes(self) -> Generator[PartSolution, None, None]:
        """Yield all solutions but those found here before, in the order of the cubes; raise `GaveUp` at the end if a cube did."""
        known = {self._visible(solution) for solution in self.found}
        query = self.shared.query
        query.progress.enter("cutting")
        cut = cubes(self.problem, self.shared.scheduler.cubes, query.deadline)
        query.progress.enter("proving" if self.found else "solving")
        reasons = dict.fromkeys(range(len(cut)), "no answer")  # why cubes have not ended
        with contextlib.closing(self._in_order(cut, reasons)) as in_order:
            for solution in itertools.chain.from_iterable(in_order):
                if self._visible(solution) not in known:
                    yield solution
        if reasons:
            raise GaveUp(f"{reasons[min(reasons)]} in {len(reasons):,} of {len(cut):,} cubes")

    def _in_order(self, cut: Sequence[Cube], reasons: dict[int, str]) -> Generator[Sequence[PartSolution], None, None]:
        """Yield the solutions of each cube, in the order of the cubes; remove the cubes that have ended from `reasons`."""
        query, progress = self.shared.query, self.shared.query.progress
        answers = self.shared.scheduler.solve([packed_cube(query, self.number, cube) for cube in cut])
        waiting: dict[int, CubeResult] = {}
        at = 0
        progress.note = f"0 of {len(cut):,} cubes done"
        try:
            for done, (index, answer) in enumerate(answers, 1):
                case = waiting[index] = self._result(cut[index], answer)
                if case.reason:
                    reasons[index] = case.reason
                else:
                    del reasons[index]
                progress.note = f"{done:,} of {len(cut):,} cubes done"
                while at in waiting:
                    yield self._add_statistics(waiting.pop(at))
                    at += 1
            for late in sorted(waiting):  # behind a cube without an answer
                yield self._add_statistics(waiting[late])
        finally:
            answers.close()
            progress.note = ""

    def _result(self, cube: Cube, answer: Plain | str) -> CubeResult:
        """Return the result of a cube; if the answer is malformed, one with the reason."""
        if isinstance(answer, str):
            return CubeResult(reason=answer.removeprefix("gave up: ").partition(" while ")[0])
        if isinstance(answer, dict) and "failed" in answer:
            return CubeResult(reason=str(answer["failed"]))
        try:
            case = unpack_cube(self.problem, answer)
            self._ensure_of_cube(cube, case.solutions)
        except NotAnOutcome as problem:
            return CubeResult(reason=f"the answer is not valid ({problem})")
        return case

    def _add_statistics(self, case: CubeResult) -> Sequence[PartSolution]:
        """Return the solutions of a cube; add its statistics in its turn, so that the sums do not depend on which is first."""
        self.shared.query.progress.rounds += case.rounds
        for kind, number in case.lemmas.items():
            self.shared.query.progress.count_lemmas(kind, number)
        return case.solutions

    def _ensure_of_cube(self, cube: Cube, solutions: Sequence[PartSolution]) -> None:
        """Raise `NotAnOutcome` if a solution is not of the cube, or occurs twice; so none is counted twice."""
        wanted = [(variable, number_of(variable, value)) for variable, value in cube.values]
        if any(number_of(variable, solution[variable]) != number for solution in solutions for variable, number in wanted):
            raise NotAnOutcome("a solution belongs to another cube")
        if len({self._visible(solution) for solution in solutions}) < len(solutions):
            raise NotAnOutcome("a solution appears twice")

    def _visible(self, solution: PartSolution) -> tuple[int | None, ...]:
        """Return the visible values of a solution."""
        return tuple(number_of(variable, solution[variable]) for variable in self.problem.places if not variable.layer.hidden)
