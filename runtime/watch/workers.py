"""Warm processes: what they need is imported and has run once, so that a spec is checked at once. One works, another stands by.

Work is stopped by ending its process, because a solver does not stop when it is asked to; the one that stands by then takes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import wait

import click
from gridwright.compiler.loader import load_text

from ..commands.check import checked
from ..commands.verify import verified
from ..execution.jobs import by, here
from ..execution.options import Options
from ..execution.pool import Done, Worker
from ..execution.preload import SMALL
from ..execution.results import SpecResult, ended, result_of
from ..exit_status import GAVE_UP, OK, OUR_MISTAKE
from ..solving.solve import solve

CHECK, VERIFY, WARM = "check", "verify", "warm"
WARMING, AT_WORK = 0, 1  # what a process is told that it works on
STAGES = {CHECK: checked, VERIFY: verified}


@dataclass(frozen=True, slots=True)
class Job:
    """A stage, and the spec for which it is."""

    stage: str
    path: str = ""


def work(job: Job, options: Options) -> tuple[int, SpecResult | None]:
    """What a process does for a job."""
    if job.stage == WARM:
        solve(load_text(SMALL), engine=options.engine)
        return OK, None
    quietly = replace(options, quiet=True, json=False)
    found = here(result_of(STAGES[job.stage], job.path, quietly), by(quietly))
    return found.status, found


class Workers:
    """Does one job at a time."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.job: Job | None = None
        self._standing_by: Worker | None = None
        self._working = self._new()

    def _new(self) -> Worker:
        worker = Worker(work, self.options)
        worker.begin(WARMING, Job(WARM), limited=False)
        return worker

    @property
    def is_free(self) -> bool:
        """Whether a job can begin now."""
        return not self._working.is_busy

    def begin(self, job: Job) -> None:
        """Begin a job; `is_free`."""
        self.job = job
        self._working.begin(AT_WORK, job)

    def stop(self) -> Job | None:
        """End what is being done, at once, and give the job that was not finished."""
        stopped, self.job = self.job, None
        if stopped is not None:
            self._working.kill()
            self._working = self._standing_by or self._new()
            self._standing_by = None
        return stopped

    def stand_by(self) -> None:
        """See to it that a job which begins now can be stopped without a wait for the next."""
        if self._standing_by is None:
            self._standing_by = self._new()

    def wait(self, seconds: float) -> tuple[Job, SpecResult] | None:
        """A job that was finished, with its case; none after some time. `click.UsageError` where the call is wrong."""
        workers = [worker for worker in (self._working, self._standing_by) if worker and worker.is_busy]
        _wait(workers, seconds)
        for worker in workers:
            done = worker.look()
            if done is None:
                continue
            if done.usage:
                raise click.UsageError(done.usage)
            if worker is self._working and self.job is not None:
                job, self.job = self.job, None
                if not worker.is_alive:
                    self._working = self._standing_by or self._new()
                    self._standing_by = None
                return job, _case(job, done)
            if done.failed:
                raise RuntimeError(done.failed)
        return None

    def close(self) -> None:
        """End all processes."""
        for worker in (self._working, self._standing_by):
            if worker is not None and worker.is_alive:
                worker.kill()


def _wait(workers: Sequence[Worker], seconds: float) -> None:
    handles = [handle for worker in workers for handle in worker.handles]
    wait(handles, max(0, min([seconds, *(worker.seconds_left() for worker in workers)])))


def _case(job: Job, done: Done) -> SpecResult:
    if done.result is None:
        return ended(job.path, GAVE_UP if done.status == GAVE_UP else OUR_MISTAKE, done.failed)
    found: SpecResult = done.result
    return found
