"""A hard part of a puzzle, shared out: cut into cases, which are answered somewhere else and merged into one verdict.

A part is first searched here for so many conflicts, after which most are done with. What is then still open is cut, and the
cases are dealt out, those first that leave least open. Their solutions are taken in the order of the cases, so the result does
not depend on which answer comes first; there are no other solutions only if every case has said so.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from gridwright.compiler.budget import Deadline, GaveUp
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.spec import Spec

from .cubes import cubes
from .packed import number_of, pack, unpack
from .part import Part
from .portable import NotAnOutcome, Plain
from .progress import Progress
from .session import OutOfConflicts, PartSolution, Session

ALONE = 5_000  # conflicts before a part is cut; a second or a few

# Answers questions somewhere: by their index, with the answer, or with what kept it from coming.
Answers = Generator[tuple[int, Plain | str], None, None]
Elsewhere = Callable[[Sequence[Plain]], Answers]


@dataclass(frozen=True)
class Sharing:
    """How a search is shared out: into how many cases, and who answers them. `at_once`: without a search here before."""

    cases: int
    elsewhere: Elsewhere
    at_once: bool = False


@dataclass(frozen=True, eq=False)
class Shared:
    """A search that is shared out."""

    sharing: Sharing
    spec: Spec
    limit: int
    engine: str
    seed: int
    deadline: Deadline
    progress: Progress

    def part(self, number: int, problem: Problem, start: Callable[[Problem], Session]) -> Part:
        """What searches a part. What is optimised is searched here, since no case alone says what is best."""
        return Part(problem, start) if self.spec.objective else SharedPart(self, number, problem, start)


class SharedPart(Part):
    """A part that is cut where it is hard."""

    def __init__(self, shared: Shared, number: int, problem: Problem, start: Callable[[Problem], Session]) -> None:
        super().__init__(problem, start)
        self.shared = shared
        self.number = number
        self._others: Iterator[PartSolution] | None = None  # from the cases

    def load(self) -> Session:
        """The session, with the problem in it, where the part is searched here at all."""
        assert self._others is None
        return super().load()

    def more(self, conflicts: int | None = None) -> bool:
        """Look for one more solution, here at first; whether there was one."""
        if self._others is None and not (self.shared.sharing.at_once and conflicts is None):
            try:
                return super().more(ALONE if conflicts is None else conflicts)
            except OutOfConflicts:
                if conflicts is not None:
                    raise
        if self._others is None:
            self._session = None
            self._others = self._from_cases()
        solution = next(self._others, None)
        if solution is None:
            self.exhausted = True
        else:
            self.found.append(solution)
        return solution is not None

    def _from_cases(self) -> Iterator[PartSolution]:
        """All solutions but those that were found here before, in the order of the cases. `GaveUp` at the end if one did."""
        known = {self._seen(solution) for solution in self.found}
        shared = self.shared
        shared.progress.enter("cutting")
        cut = cubes(self.problem, shared.sharing.cases, shared.deadline)
        questions = [
            pack(
                shared.spec,
                self.number,
                cube,
                limit=shared.limit,
                engine=shared.engine,
                seed=shared.seed,
                deadline=shared.deadline,
            )
            for cube in cut
        ]
        shared.progress.enter("proving" if self.found else "solving")
        reasons: dict[int, str] = {}
        for solutions in self._in_order(questions, reasons):
            for solution in solutions:
                if self._seen(solution) not in known:
                    yield solution
        if reasons:
            first = reasons[min(reasons)]
            raise GaveUp(f"{first} in {len(reasons):,} of {len(cut):,} cases")

    def _in_order(self, questions: Sequence[Plain], reasons: dict[int, str]) -> Iterator[list[PartSolution]]:
        """The solutions of each case, in the order of the cases; why some did not end goes into `reasons`."""
        progress = self.shared.progress
        waiting: dict[int, list[PartSolution]] = {}
        answers = self.shared.sharing.elsewhere(questions)
        done = at = 0
        try:
            progress.note = f"0 of {len(questions):,} cases done"
            for index, answer in answers:
                waiting[index], reason = self._taken(answer)
                if reason:
                    reasons[index] = reason
                done += 1
                progress.note = f"{done:,} of {len(questions):,} cases done"
                while at in waiting:
                    yield waiting.pop(at)
                    at += 1
        finally:
            answers.close()
            progress.note = ""

    def _taken(self, answer: Plain | str) -> tuple[list[PartSolution], str]:
        """The solutions of an answer, and why they may not be all."""
        if isinstance(answer, str):
            return [], answer
        try:
            solutions, exhausted, reason = unpack(self.problem, answer)
        except NotAnOutcome as problem:
            return [], f"an answer that is none ({problem})"
        self.shared.progress.rounds += answer["rounds"]
        for kind, number in answer["lemmas"].items():
            self.shared.progress.learned(kind, number)
        return solutions, "" if exhausted else reason or "stopped at the limit"

    def _seen(self, solution: PartSolution) -> tuple[int | None, ...]:
        """What is visible of a solution."""
        return tuple(number_of(variable, solution[variable]) for variable in self.problem.places if not variable.layer.hidden)
