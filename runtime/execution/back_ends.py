"""Start what searches elsewhere: processes of this machine, or a cluster, which solve cubes or search with two engines."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator

from gridwright.compiler.records import replace

from ..solving.outcome import Outcome
from .cubes.cube_scheduler import Answers, CubeScheduler, SolveCubes
from .jobs import Backend, Job, run_jobs
from .options import Options
from .portfolio import Portfolio
from .query import Query
from .runner import Runner
from .serialize import Plain
from .wire_format import answer_task, seconds_left


def processes(jobs: int) -> Callable[[], Backend]:
    """Return a factory of a back end with this many processes."""
    return lambda: Runner(jobs)


def two_engines(jobs: int, options: Options) -> Callable[[Query], Outcome]:
    """Return a function that searches with two engines against each other."""
    return Portfolio(jobs, processes(jobs), options).search


def cube_scheduler(cubes: int, start: Callable[[], Backend], options: Options, *, at_once: bool) -> CubeScheduler:
    """Return a scheduler that splits a hard search into cubes, and lets a back end solve them."""
    return CubeScheduler(cubes, _on_backend(start, options), at_once)


def _on_backend(start: Callable[[], Backend], options: Options) -> SolveCubes:
    own = replace(options.for_process(), quiet=True, json=False, cache=None)

    def solve(questions: Iterable[Plain]) -> Answers:
        def jobs() -> Iterator[Job]:
            for question in questions:
                yield Job(answer_task, question, own, seconds_left(question), own.memory)

        with contextlib.closing(run_jobs(start(), jobs())) as finished:
            for index, done in finished:
                yield index, done.failed or done.result

    return solve
