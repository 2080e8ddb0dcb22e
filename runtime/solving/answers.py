"""Answering: the answers of the solutions that a search has found, evaluated once, when it has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Code, SpecError

from ..judging.answer import Answer, answers
from .endings import ENDINGS, reason_of
from .hidden_answers import check_hidden, may_read_hidden
from .outcome import Outcome, Solution
from .progress import Progress

LATE_STEPS = 100_000  # of an answer when the time is over: a quick one is reported all the same
LATE = 3  # for so many solutions


def with_answers(
    spec: Spec, outcome: Outcome, search: Callable[[Spec], Outcome], deadline: Deadline, progress: Progress
) -> Outcome:
    """Return an outcome with the answers of its solutions; those that were not evaluated in time are None.

    `search` looks for one solution of a spec. `SpecError` if an answer is wrong, or depends on hidden layers.
    """
    progress.enter("answering")
    answers_so_far: list[Answer] = []
    try:
        for answer in _answers(spec, outcome, search, deadline):
            answers_so_far.append(answer)
    except ENDINGS as problem:
        if not outcome.reason:
            outcome = replace(outcome, reason=reason_of(problem, progress), during=progress.during)
        answers_so_far.extend(_late(spec, outcome, len(answers_so_far)))
    progress.enter("")
    rest = [None] * (len(outcome.solutions) - len(answers_so_far))
    solutions = tuple(
        replace(solution, answer=of) for solution, of in zip(outcome.solutions, [*answers_so_far, *rest], strict=True)
    )
    statistics = replace(outcome.statistics, seconds=dict(progress.seconds))
    return replace(outcome, solutions=solutions, statistics=statistics)


def _answers(spec: Spec, outcome: Outcome, search: Callable[[Spec], Outcome], deadline: Deadline) -> Iterator[Answer]:
    is_whole = outcome.complete and len(outcome.solutions) == outcome.count
    checked = may_read_hidden(spec)
    grids = [solution.grid for solution in outcome.solutions]
    for grid, answer in zip(grids, answers(spec, grids, deadline, complete=is_whole), strict=True):
        if checked:
            check_hidden(spec, grid, search, deadline)
        yield answer


def _late(spec: Spec, outcome: Outcome, start: int) -> Iterator[Answer]:
    """Yield the answers of some further solutions that take few steps, although the time is over."""
    if may_read_hidden(spec):
        return
    quick = replace(spec, limits=replace(spec.limits, answer_steps=min(LATE_STEPS, spec.limits.answer_steps)))
    some: tuple[Solution, ...] = outcome.solutions[start : start + LATE]
    try:
        yield from answers(quick, [solution.grid for solution in some], NO_DEADLINE)
    except SpecError as problem:
        if any(diagnostic.code is not Code.TOO_MUCH for diagnostic in problem.diagnostics):
            raise
