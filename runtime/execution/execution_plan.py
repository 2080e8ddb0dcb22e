"""Where work is done: several specs, or the cases of one, in this process, on processes of this machine, or on a cluster.

Commands say what is to be done, and hand on what they are given here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

import click

from ..exit_status import OK
from .cubes.cube_scheduler import Answers, CubeScheduler, Elsewhere
from .options import Options
from .serialize import Plain
from .wire_format import answered

CASES = 32  # into so many a hard spec is cut where nobody says into how many

jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Number of processes, for several specs at once or for cubes of one hard spec.",
)
cubes_option = click.option(
    "--cubes",
    type=click.IntRange(2, 100_000),
    metavar="N",
    help="Cut each spec into about N cubes from the start. By default only a single hard spec is cut, into 32.",
)
cluster_option = click.option("--cluster", metavar="ADDRESS", help="Search on the workers of a Dask scheduler.")


@dataclass(frozen=True)
class ExecutionPlan:
    """How work is dealt out: on so many processes; with `elsewhere`, all that is asked there."""

    options: Options
    jobs: int
    elsewhere: Elsewhere | None = None


def execution_plan(options: Options, specs: int, jobs: int | None, cubes: int | None, cluster: str | None) -> ExecutionPlan:
    """How so many specs are dealt out: either several are done at the same time, or each is shared out."""
    elsewhere = on_cluster(options, jobs, cluster)
    if cubes is None and (specs != 1 or (elsewhere is None and (jobs or 1) == 1)):
        return ExecutionPlan(options, jobs or 1, elsewhere)
    sharing = CubeScheduler(cubes or CASES, elsewhere or on_processes(options, jobs or 1), cubes is not None)
    return ExecutionPlan(replace(options, sharing=sharing), 1)


def on_cluster(options: Options, jobs: int | None, address: str | None) -> Elsewhere | None:
    """Answers questions on a cluster, if there is one. `click.UsageError` where it cannot be used."""
    if address is None:
        return None
    if jobs is not None:
        raise click.UsageError("use either --jobs (processes on this machine) or --cluster (its own workers), not both")
    from .cluster import answers_of  # noqa: PLC0415 (slow to import, and only for this option)

    answers = answers_of(address)
    return lambda questions: answers(question | {"memory": options.memory} for question in questions)


def on_processes(options: Options, jobs: int) -> Elsewhere:
    """Answers questions on processes of this machine."""
    from . import pool  # noqa: PLC0415 (slow to import, and only for several processes)

    plain = replace(options, quiet=True, json=False, word=None, listener=None, cache=None, sharing=None)

    def answers(questions: Iterable[Plain]) -> Answers:
        with contextlib.closing(pool.run(_task, list(questions), plain, jobs)) as finished:
            for index, done in finished:
                yield index, done.failed or done.result

    return answers


def _task(question: Plain, options: Options) -> tuple[int, Plain]:
    return OK, answered(question)
