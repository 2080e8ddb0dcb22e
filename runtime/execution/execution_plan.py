"""Plan where work is done: several specs, or the cubes of one, in this process, on processes of this machine, or on a cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click
from gridwright.compiler.records import dataclass, replace

from .cubes.cube_scheduler import Answers, CubeScheduler, SolveCubes
from .options import Options
from .serialize import Plain
from .wire_format import answer_task, seconds_left

if TYPE_CHECKING:
    from .jobs import Backend, Job

CUBES = 32  # into so many a hard spec is cut without --cubes

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes. They work on several specs at once; on a single one they run two engines against each other.",
)
cubes_option = click.option(
    "--cubes",
    type=click.IntRange(2, 100_000),
    metavar="N",
    help="Cut each spec into about N cubes, which the processes of --jobs share. On a cluster a single hard spec is cut anyway.",
)
cluster_option = click.option("--cluster", metavar="ADDRESS", help="Search on the workers of a Dask scheduler.")


@dataclass(frozen=True)
class ExecutionPlan:
    """How specs are worked on: on so many processes; with `cluster`, searches run there."""

    options: Options
    jobs: int
    cluster: Backend | None = None


def execution_plan(options: Options, specs: int, jobs: int | None, cubes: int | None, address: str | None) -> ExecutionPlan:
    """Plan the work on so many specs: several run at the same time, or each is cut into cubes, or two engines search one."""
    cluster = cluster_backend(jobs, address)
    if cubes is None and (specs != 1 or (cluster is None and (jobs or 1) == 1)):
        return ExecutionPlan(options, jobs or 1, cluster and cluster())
    if cubes is None and cluster is None and jobs is not None:
        from .portfolio import Portfolio  # noqa: PLC0415 (only for this)

        return ExecutionPlan(replace(options, portfolio=Portfolio(jobs, _processes(jobs), options).search), 1)
    solve = _on_backend(cluster or _processes(jobs or 1), options)
    return ExecutionPlan(replace(options, cubes=CubeScheduler(cubes or CUBES, solve, cubes is not None)), 1)


def cluster_backend(jobs: int | None, address: str | None) -> Callable[[], Backend] | None:
    """Return what connects to a cluster, if there is an address; raise `click.UsageError` if it cannot be used."""
    if address is None:
        return None
    if jobs is not None:
        raise click.UsageError("use either --jobs (processes on this machine) or --cluster (its own workers), not both")
    from .cluster import Cluster, ensure_usable  # noqa: PLC0415 (slow to import, and only for this option)

    ensure_usable(address)
    return lambda: Cluster(address)


def _processes(jobs: int) -> Callable[[], Backend]:
    def start() -> Backend:
        from .runner import Runner  # noqa: PLC0415 (slow to import, and only for several processes)

        return Runner(jobs)

    return start


def _on_backend(start: Callable[[], Backend], options: Options) -> SolveCubes:
    """Return a function that solves cubes on a back end."""
    own = replace(options.for_process(), quiet=True, json=False, cache=None)

    def solve(questions: Iterable[Plain]) -> Answers:
        from .jobs import Job, run_jobs  # noqa: PLC0415 (the same)

        def jobs() -> Iterator[Job]:
            for question in questions:
                yield Job(answer_task, question, own, seconds_left(question), own.memory)

        with contextlib.closing(run_jobs(start(), jobs())) as finished:
            for index, done in finished:
                yield index, done.failed or done.result

    return solve
