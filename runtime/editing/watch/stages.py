"""Run one stage of a spec at a time, checking or verifying, and stop it at once if it is no longer wanted.

A stage is stopped by ending its process, because a solver does not stop when it is asked to; one that stands by then takes over.
Processes are warm: what they need is imported and has run once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, wait

import click
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import dataclass, replace

from ...execution.check_spec import check_spec
from ...execution.jobs import Job, JobResult
from ...execution.options import Options
from ...execution.preload import SMALL
from ...execution.results import SpecResult, result_of, spec_result
from ...execution.runner import Runner
from ...execution.verify_spec import verify_spec
from ...exit_status import OK
from ...solving.solve import solve

CHECK, VERIFY = "check", "verify"
STAGES: dict[str, Callable[[str, Options], SpecResult]] = {CHECK: check_spec, VERIFY: verify_spec}


@dataclass(frozen=True, slots=True)
class SpecStage:
    """A stage, and the path of the spec that it is about."""

    stage: str
    path: str = ""


class StageRunner:
    """Runs one stage at a time."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.current: SpecStage | None = None
        self._future: Future[JobResult] | None = None
        # A limit on memory needs a new process for each stage.
        self._runner = Runner(2, None if options.memory else Job(_warm_up, None, options.for_process()))
        self._runner.start_process()

    def start(self, stage: SpecStage) -> None:
        """Start a stage; none is running."""
        options = self.options.for_process()
        self.current = stage
        self._future = self._runner.submit(Job(_run_stage, stage, options, options.timeout, options.memory))

    def stop(self) -> None:
        """End the stage that is running, at once."""
        if self._future is not None and not self._future.cancel():  # which works only while it waits for a process
            self._runner.stop_jobs()
        self.current = self._future = None

    def stand_by(self) -> None:
        """Start one more process, so that a stage can be stopped without a wait for the next one."""
        self._runner.start_process()

    def wait(self, seconds: float) -> tuple[SpecStage, SpecResult] | None:
        """Return the stage that has finished and its result, or None if there is none after some time.

        Raise `click.UsageError` if the call of the command is wrong.
        """
        if self.current is None or self._future is None:
            time.sleep(seconds)
            return None
        wait([self._future], seconds)
        if not self._future.done():
            return None
        stage, result = self.current, self._future.result()
        self.current = self._future = None
        if result.usage:
            raise click.UsageError(result.usage)
        return stage, spec_result(stage.path, result)

    def close(self) -> None:
        """End all processes."""
        self._runner.close()


def _warm_up(nothing: None, options: Options) -> tuple[int, None]:
    solve(load_text(SMALL), engine=options.engine)
    return OK, None


def _run_stage(stage: SpecStage, options: Options) -> tuple[int, SpecResult]:
    result = result_of(STAGES[stage.stage], stage.path, replace(options, quiet=True, json=False))
    return result.status, result
