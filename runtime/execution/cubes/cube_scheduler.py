"""A hard part of a puzzle, shared out: cut into cases, which are answered somewhere else and merged into one verdict.

A part is first searched here for so many conflicts, after which most are done with. What is then still open is cut, and the
cases are dealt out, those first that leave least open. Their solutions are taken in the order of the cases, so the result does
not depend on which answer comes first; there are no other solutions only if every case has said so.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import GaveUp

from ...solving.part import Part
from ...solving.session import OutOfConflicts, PartSolution, Session
from ..query import Query
from ..serialize import NotAnOutcome, Plain
from ..wire_format import CaseAnswer, number_of, unpack_case
from .split import Cube, cubes

ALONE = 5_000  # conflicts before a part is cut; a second or a few

# Answers questions somewhere: by their index, with the answer, or with what kept it from coming.
Answers = Generator[tuple[int, Plain | str], None, None]
Elsewhere = Callable[[Iterable[Plain]], Answers]


@dataclass(frozen=True)
class CubeScheduler:
    """How a search is shared out: into how many cases, and who answers them. `at_once`: without a search here before."""

    cases: int
    elsewhere: Elsewhere
    at_once: bool = False


@dataclass(frozen=True, eq=False)
class ScheduledPuzzle:
    """A search that is shared out."""

    sharing: CubeScheduler
    question: Query

    def part(self, number: int, problem: Problem, start: Callable[[Problem], Session]) -> Part:
        """What searches a part. What is optimised is searched here, since no case alone says what is best."""
        return Part(problem, start) if self.question.spec.objective else ScheduledPart(self, number, problem, start)


class ScheduledPart(Part):
    """A part that is cut where it is hard."""

    def __init__(self, shared: ScheduledPuzzle, number: int, problem: Problem, start: Callable[[Problem], Session]) -> None:
        super().__init__(problem, start)
        self.shared = shared
        self.number = number
        self._others: Generator[PartSolution, None, None] | None = None  # from the cases
        self._gave_up: GaveUp | None = None

    def load(self) -> Session:
        """The session, with the problem in it, where the part is searched here at all."""
        assert self._others is None
        return super().load()

    def close(self) -> None:
        """Let go of whatever searches, here and elsewhere."""
        super().close()
        if self._others is not None:
            self._others.close()

    def more(self, conflicts: int | None = None) -> bool:
        """Look for one more solution, here at first; whether there was one."""
        if self._gave_up is not None:
            raise self._gave_up  # a second question does not make the cases answer that have not
        if self._others is None and not (self.shared.sharing.at_once and conflicts is None):
            try:
                return super().more(ALONE if conflicts is None else conflicts)
            except OutOfConflicts:
                if conflicts is not None:
                    raise
        if self._others is None:
            self._session = None
            self._others = self._from_cases()
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

    def _from_cases(self) -> Generator[PartSolution, None, None]:
        """All solutions but those that were found here before, in the order of the cases. `GaveUp` at the end if one did."""
        known = {self._seen(solution) for solution in self.found}
        question = self.shared.question
        question.progress.enter("cutting")
        cut = cubes(self.problem, self.shared.sharing.cases, question.deadline)
        question.progress.enter("proving" if self.found else "solving")
        reasons = dict.fromkeys(range(len(cut)), "no answer")  # why cases have not ended
        with contextlib.closing(self._in_order(cut, reasons)) as in_order:
            for solution in itertools.chain.from_iterable(in_order):
                if self._seen(solution) not in known:
                    yield solution
        if reasons:
            raise GaveUp(f"{reasons[min(reasons)]} in {len(reasons):,} of {len(cut):,} cubes")

    def _in_order(self, cut: Sequence[Cube], reasons: dict[int, str]) -> Generator[Sequence[PartSolution], None, None]:
        """The solutions of each case, in the order of the cases; of a case that has ended nothing stays in `reasons`."""
        question, progress = self.shared.question, self.shared.question.progress
        answers = self.shared.sharing.elsewhere([question.packed_case(self.number, cube) for cube in cut])
        waiting: dict[int, CaseAnswer] = {}
        at = 0
        progress.note = f"0 of {len(cut):,} cubes done"
        try:
            for done, (index, answer) in enumerate(answers, 1):
                case = waiting[index] = self._taken(cut[index], answer)
                if case.reason:
                    reasons[index] = case.reason
                else:
                    del reasons[index]
                progress.note = f"{done:,} of {len(cut):,} cubes done"
                while at in waiting:
                    yield self._counted(waiting.pop(at))
                    at += 1
            for late in sorted(waiting):  # behind a case without an answer
                yield self._counted(waiting[late])
        finally:
            answers.close()
            progress.note = ""

    def _taken(self, cube: Cube, answer: Plain | str) -> CaseAnswer:
        """What an answer says of a case, or that it says nothing."""
        if isinstance(answer, str):
            return CaseAnswer(reason=answer)
        if isinstance(answer, dict) and "failed" in answer:
            return CaseAnswer(reason=str(answer["failed"]))
        try:
            case = unpack_case(self.problem, answer)
            self._ensure_in(cube, case.solutions)
        except NotAnOutcome as problem:
            return CaseAnswer(reason=f"the answer is not valid ({problem})")
        return case

    def _counted(self, case: CaseAnswer) -> Sequence[PartSolution]:
        """The solutions of a case, with what it took counted: when its turn comes, so the sums do not depend on who is first."""
        self.shared.question.progress.rounds += case.rounds
        for kind, number in case.lemmas.items():
            self.shared.question.progress.learned(kind, number)
        return case.solutions

    def _ensure_in(self, cube: Cube, solutions: Sequence[PartSolution]) -> None:
        """`NotAnOutcome` where a solution is not of the case, or comes twice; so none is counted twice, whoever says it."""
        wanted = [(variable, number_of(variable, value)) for variable, value in cube.values]
        if any(number_of(variable, solution[variable]) != number for solution in solutions for variable, number in wanted):
            raise NotAnOutcome("a solution belongs to another cube")
        if len({self._seen(solution) for solution in solutions}) < len(solutions):
            raise NotAnOutcome("a solution appears twice")

    def _seen(self, solution: PartSolution) -> tuple[int | None, ...]:
        """What is visible of a solution."""
        return tuple(number_of(variable, solution[variable]) for variable in self.problem.places if not variable.layer.hidden)
