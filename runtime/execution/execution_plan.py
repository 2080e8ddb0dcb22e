"""Plan where work is done: several specs, or the cubes of one, in this process, on processes of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click
from gridwright.compiler.records import dataclass, replace

from .options import Options

if TYPE_CHECKING:
    from .jobs import Backend

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
    from . import back_ends  # noqa: PLC0415 (slow to import, and only for several processes)

    if cubes is None and cluster is None and jobs is not None:
        return ExecutionPlan(replace(options, portfolio=back_ends.two_engines(jobs, options)), 1)
    start = cluster or back_ends.processes(jobs or 1)
    scheduler = back_ends.cube_scheduler(cubes or CUBES, start, options, at_once=cubes is not None)
    return ExecutionPlan(replace(options, cubes=scheduler), 1)


def cluster_backend(jobs: int | None, address: str | None) -> Callable[[], Backend] | None:
    """Return a factory that connects to a cluster, if there is an address; raise `click.UsageError` if it cannot be used."""
    if address is None:
        return None
    if jobs is not None:
        raise click.UsageError("use either --jobs (processes on this machine) or --cluster (its own workers), not both")
    from .cluster import Cluster, ensure_usable  # noqa: PLC0415 (slow to import, and only for this option)

    ensure_usable(address)
    return lambda: Cluster(address)
