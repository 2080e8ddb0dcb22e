"""Solving: parts into sessions, their solutions into grids, grids before the judge, and the proof that there is no other.

Uniqueness is proved by excluding what was found, over every visible layer, and finding nothing more. Independent parts are solved
apart; their numbers of solutions multiply. Where something is optimised, solutions are those that are proved to be best.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections.abc import Callable, Collection, Sequence

from gridwright.compiler.compile import Puzzle, compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Objective, Spec
from gridwright.compiler.language.subexpression_cache import SubexpressionCache
from gridwright.compiler.values import BLANK, Number, Value, exact

from ..engines.engine_choice import chooser, engine_choice
from ..engines.engine_registry import AUTO, RUNNER_UP, engine_of, how_to_install, make_engine
from ..judging.judge import Assignment, Report, Violation, judge
from ..judging.objective import objective_value
from .answers import with_answers
from .endings import ENDINGS, JudgeRejects, reason_of
from .outcome import Best, Outcome, Solution, Statistics, engine_uses
from .part import Part
from .progress import Progress
from .rule_work import rule_work
from .session import OutOfConflicts, PartSolution, Session

# Makes what searches a part, from its number, the problem, and what makes a session of it.
PartMaker = Callable[[int, Problem, Callable[[Problem], Session]], Part]

AT_ONCE = 1_000  # conflicts for proving that a part has one solution, before the next part is solved


def _part(number: int, problem: Problem, start: Callable[[Problem], Session]) -> Part:
    return Part(problem, start)


def solve(
    spec: Spec,
    *,
    limit: int = 2,
    engine: str = AUTO,
    offered: Collection[str] | None = None,
    seed: int = 0,
    lazy: bool = True,
    passes: bool = True,
    deadline: Deadline = NO_DEADLINE,
    patience: float | None = None,
    progress: Progress | None = None,
    part_of: PartMaker = _part,
) -> Outcome:
    """Look for up to `limit` solutions of a spec. With 2 this decides uniqueness; with 1 it only solves.

    `offered`: the engines that `auto` chooses from, if not all that are installed. `patience`: seconds for the search if an
    engine that is better for some part is not installed; None for no limit. `part_of` makes what searches a part.
    `SpecError` where the spec is wrong. A search that ends early is told in the outcome, with what is known.
    """
    progress = progress or Progress()

    def search(spec: Spec, limit: int, progress: Progress, part_of: PartMaker) -> Outcome:
        run = _SolveRun(spec, limit, progress, deadline, part_of)
        try:
            run.search(engine, offered, seed, lazy, passes, patience)
        except ENDINGS as problem:
            run.reason = reason_of(problem, run.progress)
        finally:
            for part in run.parts:
                part.close()
        outcome = run.outcome()
        run.parts.clear()  # they lead back to the run, and engines in a cycle would keep their memory until it is collected
        return outcome

    def one(spec: Spec) -> Outcome:
        return search(spec, 1, Progress(), _part)

    outcome = search(spec, limit, progress, part_of)
    return with_answers(spec, outcome, one, deadline, progress) if spec.answers and outcome.solutions else outcome


class _SolveRun:
    """One search, with what it has found so far."""

    def __init__(self, spec: Spec, limit: int, progress: Progress, deadline: Deadline, part_of: PartMaker) -> None:
        self.spec = spec
        self.part_of = part_of
        self.limit = limit
        self.progress = progress
        self.deadline = deadline
        self.reason = ""
        self.puzzle: Puzzle | None = None
        self.parts: list[Part] = []
        self.judged: dict[tuple[int, ...], Solution] = {}
        self.best: Solution | None = None
        self.is_optimal = False
        self.once = SubexpressionCache()  # lowering and judging go through much that no layer changes

    def search(
        self, engine: str, offered: Collection[str] | None, seed: int, lazy: bool, passes: bool, patience: float | None
    ) -> None:
        """Compile, solve every part, optimise, then look for further solutions up to the limit."""
        self.progress.enter("starting")
        if engine not in (AUTO, RUNNER_UP):
            engine_of(engine)  # before anything is compiled for it
        self.puzzle = compile_spec(
            self.spec,
            lazy=lazy,
            passes=passes,
            choose=chooser(engine, offered),
            deadline=self.deadline,
            on_progress=self.progress.enter,
            once=self.once,
        )
        if self.puzzle.contradictions:
            return

        missing = {problem.engine.missing for problem in self.puzzle.parts if problem.engine and problem.engine.missing}
        if missing:
            self.progress.advice = "; ".join(map(how_to_install, sorted(missing)))
            self.deadline = self.deadline.sooner(patience)

        def start(problem: Problem) -> Session:
            return Session(problem, make_engine(engine_choice(problem, engine).name, seed), self.deadline, self.progress)

        self.parts = [self.part_of(number, problem, start) for number, problem in enumerate(self.puzzle.parts)]
        for part in self.parts:
            if not self._begin(part):
                return
        if self.spec.objective:
            self.progress.enter("optimizing")
            self._optimize(self.spec.objective)
        self._judge([0] * len(self.parts))
        self.progress.enter("proving")
        for at, part in enumerate(self.parts):
            while not part.exhausted and self.count < self.limit:
                if part.more():
                    self._judge([len(part.found) - 1 if at == other else 0 for other in range(len(self.parts))])
        for indices in itertools.islice(itertools.product(*(range(len(part.found)) for part in self.parts)), self.limit):
            self._judge(indices)

    def _begin(self, part: Part) -> bool:
        """Look for a first solution of a part; return whether there is one.

        If there are several parts, a second solution is looked for at once, for a few conflicts: without one, the part is
        complete, and its solver makes room for that of the next.
        """
        self.progress.enter("loading")
        part.load()
        self.progress.enter("solving")
        if not part.more():
            return False
        if len(self.parts) > 1 and self.limit > 1 and not self.spec.objective:
            self.progress.enter("proving")
            with contextlib.suppress(OutOfConflicts):
                part.more(AT_ONCE)
        return True

    @property
    def count(self) -> int:
        """Return how many solutions the parts make together, up to the limit."""
        return min(self.limit, math.prod(len(part.found) for part in self.parts)) if self.parts else 0

    def _optimize(self, objective: Objective) -> None:
        """Leave in each part the best solutions only."""
        self._note(self._solution([part.found[0] for part in self.parts]))
        for at, part in enumerate(self.parts):
            if part.has_target:
                part.optimize(objective, functools.partial(self._worth, at), self._tell)
        self.is_optimal = True

    def _worth(self, at: int, solution: PartSolution) -> Value:
        """Return the objective's value of a solution of one part with the first ones of the others.

        A solution that is worse than one that the judge has accepted is not judged: no claim rests on it.
        """
        parts = [solution if at == other else part.found[0] for other, part in enumerate(self.parts)]
        if self._is_worse(worth := objective_value(self.spec, _assemble(self.spec, parts), self.deadline)):
            return worth
        judged = self._solution(parts)
        self._note(judged)
        return judged.worth

    def _is_worse(self, worth: Value) -> bool:
        """Check whether the best solution so far is better."""
        assert self.spec.objective is not None
        return self.best is not None and self.spec.objective.is_better(self.best.worth, worth)

    def _note(self, solution: Solution) -> None:
        """Keep a solution if it is better than all before."""
        assert self.spec.objective is not None
        if self.best is None or self.spec.objective.is_better(solution.worth, self.best.worth):
            self.best = solution
        self.progress.best = self.best.worth
        self._tell()

    def _tell(self) -> None:
        """Update the bound that is displayed."""
        self.progress.bound = self._best_bound()

    def _best_bound(self) -> Number | None:
        """Return a value that no grid is better than, or None if none is known."""
        objectives = [part.problem.objective for part in self.parts if part.has_target]
        if self.best is None or self.best.worth is BLANK or None in objectives:
            return None
        bound = sum(
            part.optimum.bound if part.optimum else part.problem.objective.ideal for part in self.parts if part.problem.objective
        )
        return exact(bound, self._scale)

    @property
    def _scale(self) -> int:
        """Return how many times as large as the objective the numbers of the search are."""
        return next((part.problem.objective.target.scale for part in self.parts if part.problem.objective), 1)

    def _judge(self, indices: Sequence[int]) -> None:
        """Judge the grid made of one solution of each part."""
        key = tuple(indices)
        if key not in self.judged:
            self.judged[key] = self._solution([part.found[index] for part, index in zip(self.parts, indices, strict=True)])
            self.progress.found = len(self.judged)

    def _solution(self, parts: Sequence[PartSolution]) -> Solution:
        """Return the judged grid that solutions of the parts make, with the objective's value."""
        stage = self.progress.stage
        self.progress.enter("judging")
        grid = _assemble(self.spec, parts)
        report = judge(self.spec, grid, self.deadline, self.progress.enter, self.once)
        if not report.accepted:
            raise JudgeRejects(self.spec, grid, report)
        value = objective_value(self.spec, grid, self.deadline)
        self._compare(grid, value)
        solution = Solution(grid, None, value)
        self.progress.enter(stage)
        return solution

    def _compare(self, grid: Assignment, value: Value) -> None:
        """Compare the best value that the search found with plain evaluation, when all parts are optimised."""
        believed = [part.optimum.best for part in self.parts if part.optimum]
        if not self.is_optimal or not believed:
            return
        total = sum(believed) if len(believed) > 1 else believed[0]
        total = total if total is BLANK else exact(total, self._scale)
        if value is not total and value != total:
            assert self.spec.objective is not None
            message = f"the objective is {value}, but the search found {total}"
            raise JudgeRejects(self.spec, grid, Report((Violation(message, self.spec.objective.expression.span),)))

    def outcome(self) -> Outcome:
        """Return the outcome with all that is known at the end."""
        self.progress.enter("")
        contradictions = self.puzzle.contradictions if self.puzzle else ()
        impossible = bool(contradictions) or any(part.exhausted and not part.found for part in self.parts)
        open_optimum = self.spec.objective is not None and not self.is_optimal
        has_begun = self.puzzle is not None and len(self.parts) == len(self.puzzle.parts)  # a spec without unknowns has no parts
        exhausted = has_begun and all(part.exhausted for part in self.parts) and not open_optimum
        solutions = [] if impossible else [self.judged[indices] for indices in sorted(self.judged)][: self.limit]
        all_judged = len(solutions) == math.prod(len(part.found) for part in self.parts)  # otherwise the time ended before that
        best = self.best if self.spec.objective and not impossible else None
        if best and not solutions:
            solutions = [best]  # it is judged, and if it is known to be optimal, a solution
        return Outcome(
            solutions=tuple(solutions),
            count=0 if open_optimum else len(solutions),
            complete=impossible or (exhausted and all_judged),
            reason="" if impossible else self.reason,
            during=self.progress.during,
            contradictions=contradictions,
            statistics=self._statistics(),
            objective=Best(best.worth, self.is_optimal, None if self.is_optimal else self._best_bound()) if best else None,
            spec=self.spec,
        )

    def _statistics(self) -> Statistics:
        problems = self.puzzle.parts if self.puzzle else ()
        return Statistics(
            seconds=dict(self.progress.seconds),
            rounds=self.progress.rounds,
            lemmas=dict(self.progress.lemmas),
            variables=sum(problem.size for problem in problems),
            clauses=sum(problem.clause_count for problem in problems),
            sums=sum(sum(1 for _ in problem.sums()) for problem in problems),
            parts=len(problems),
            refined=sum(len(problem.lazy) for problem in problems),
            engines=engine_uses(problem.engine for problem in problems if problem.engine),
            rules=rule_work(problems, self.progress) if self.reason else (),
        )


def _assemble(spec: Spec, parts: Sequence[PartSolution]) -> Assignment:
    """Return the whole grid that solutions of the parts make."""
    values = {variable: value for part in parts for variable, value in part.items()}
    return {
        (layer.grid, layer.name): tuple(values[Variable(layer, position)] for position in range(len(layer.places)))
        for layer in spec.layers
    }
