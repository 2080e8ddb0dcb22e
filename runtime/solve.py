"""Solving: parts into sessions, their solutions into grids, grids before the judge, and the proof that there is no other.

Uniqueness is proved by excluding what was found, over every visible layer, and finding nothing more. Independent parts are solved
apart; their numbers of solutions multiply.
"""

from __future__ import annotations

import importlib
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gridwright.compiler.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.compile import Puzzle, compile_spec
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.spec import Spec

from .answer import answer
from .engines.engine import Engine, Status
from .judge import Assignment, Report, judge
from .outcome import Outcome, Result, Solution, Statistics
from .progress import Progress
from .session import GaveUp, PartSolution, Session

ENGINES = {"z3": "Z3Engine", "cadical": "CadicalEngine"}


class JudgeRejects(Exception):
    """A finished candidate that the judge does not accept: a mistake of the program, with its evidence."""

    def __init__(self, spec: Spec, grid: Assignment, report: Report) -> None:
        super().__init__("; ".join(str(violation) for violation in report.violations[:3]))
        self.spec = spec
        self.grid = grid
        self.report = report


def make_engine(name: str, seed: int) -> Engine:
    """A new engine by name; its library is imported only now. `EngineMissing` where it is not installed."""
    module = importlib.import_module(f"{__package__}.engines.{name}")
    engine: Engine = getattr(module, ENGINES[name])(seed)
    return engine


def solve(
    spec: Spec,
    *,
    limit: int = 2,
    engine: str = "z3",
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> Outcome:
    """Look for up to `limit` solutions of a spec. With 2 this decides uniqueness; with 1 it only solves.

    `SpecError` where the spec is wrong. A search that ends early is told in the outcome, with what is known.
    """
    run = _Run(limit, progress or Progress())
    try:
        run.search(spec, engine, seed, lazy, deadline)
    except GaveUp as gave_up:
        run.reason = str(gave_up)
    except OutOfTime:
        run.reason = Status.OUT_OF_TIME.value
    except KeyboardInterrupt:
        run.reason = Status.INTERRUPTED.value
    except MemoryError:
        run.reason = Status.OUT_OF_MEMORY.value
    return run.outcome()


@dataclass(slots=True, eq=False)
class _Part:
    """A part with what was found of it; `exhausted`: there is nothing else."""

    session: Session
    solutions: Iterator[PartSolution]
    found: list[PartSolution] = field(default_factory=list)
    exhausted: bool = False

    def more(self) -> bool:
        """Look for one more solution; whether there was one."""
        solution = next(self.solutions, None)
        if solution is None:
            self.exhausted = True
        else:
            self.found.append(solution)
        return solution is not None


class _Run:
    """One search, with what it has found so far."""

    def __init__(self, limit: int, progress: Progress) -> None:
        self.limit = limit
        self.progress = progress
        self.reason = ""
        self.puzzle: Puzzle | None = None
        self.parts: list[_Part] = []
        self.judged: dict[tuple[int, ...], Solution] = {}

    def search(self, spec: Spec, engine: str, seed: int, lazy: bool, deadline: Deadline) -> None:
        """Compile, solve every part, then look for further solutions up to the limit."""
        self.puzzle = compile_spec(spec, lazy=lazy, deadline=deadline, enter=self.progress.enter)
        if self.puzzle.contradictions:
            return
        self.progress.enter("loading")
        for problem in self.puzzle.parts:
            session = Session(problem, make_engine(engine, seed), deadline, self.progress)
            self.parts.append(_Part(session, session.solutions(lambda variable: not variable.layer.hidden)))
        self.progress.enter("solving")
        if not all(part.more() for part in self.parts):
            return
        self._judge(spec, [0] * len(self.parts), deadline)
        self.progress.enter("proving")
        for at, part in enumerate(self.parts):
            while not part.exhausted and self.count < self.limit:
                if part.more():
                    self._judge(spec, [len(part.found) - 1 if at == other else 0 for other in range(len(self.parts))], deadline)
        for indices in itertools.islice(itertools.product(*(range(len(part.found)) for part in self.parts)), self.limit):
            self._judge(spec, indices, deadline)

    @property
    def count(self) -> int:
        """How many solutions the parts make together, up to the limit."""
        return min(self.limit, math.prod(len(part.found) for part in self.parts)) if self.parts else 0

    def _judge(self, spec: Spec, indices: Sequence[int], deadline: Deadline) -> None:
        """Put the grid made of one solution of each part before the judge, and compute its answer."""
        key = tuple(indices)
        if key in self.judged:
            return
        stage = self.progress.stage
        self.progress.enter("judging")
        grid = _assembled(spec, [part.found[index] for part, index in zip(self.parts, indices, strict=True)])
        report = judge(spec, grid, deadline)
        if not report.accepted:
            raise JudgeRejects(spec, grid, report)
        self.judged[key] = Solution(grid, answer(spec, grid, deadline))
        self.progress.found = len(self.judged)
        self.progress.enter(stage)

    def outcome(self) -> Outcome:
        """What is known at the end."""
        self.progress.enter("")
        contradictions = self.puzzle.contradictions if self.puzzle else ()
        impossible = bool(contradictions) or any(part.exhausted and not part.found for part in self.parts)
        exhausted = bool(self.parts) and all(part.exhausted for part in self.parts)
        within_limit = math.prod(len(part.found) for part in self.parts) <= self.limit
        complete = impossible or (exhausted and within_limit)
        solutions = [self.judged[indices] for indices in sorted(self.judged)][: self.limit]
        result = Result.SOLVED if solutions else Result.NO_SOLUTION if complete else Result.GAVE_UP
        return Outcome(
            result=result,
            solutions=tuple(solutions),
            count=0 if impossible else self.count,
            complete=complete,
            reason=self.reason,
            contradictions=contradictions,
            statistics=self._statistics(),
        )

    def _statistics(self) -> Statistics:
        problems = self.puzzle.parts if self.puzzle else ()
        return Statistics(
            seconds=dict(self.progress.seconds),
            rounds=self.progress.rounds,
            lemmas=dict(self.progress.lemmas),
            variables=sum(problem.size for problem in problems),
            clauses=sum(sum(1 for _ in problem.clauses()) for problem in problems),
            sums=sum(sum(1 for _ in problem.sums()) for problem in problems),
            parts=len(problems),
        )


def _assembled(spec: Spec, parts: Sequence[PartSolution]) -> Assignment:
    """The whole grid that solutions of the parts make."""
    values = {variable: value for part in parts for variable, value in part.items()}
    return {
        (layer.grid, layer.name): tuple(values[Variable(layer, position)] for position in range(len(layer.places)))
        for layer in spec.layers
    }
