"""Run jobs on processes of this machine. Whatever happens to one, a crash or a solver that does not return, the others go on.

A process runs one job after another. What a job prints is captured and returned with its result, so that the caller can print it
in the order of the jobs; its progress is reported meanwhile. A thread for each process waits for it.

Under Linux, processes are forked from one that has imported what the work needs and does nothing else, so that a further one
starts at once. Elsewhere forking is not safe, and each imports for itself. A job with a limit on memory gets a new process, so
that the limit does not count what jobs before it have left.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import multiprocessing
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any

import click
from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.records import replace

from .. import engines
from ..exit_status import GARBAGE, GAVE_UP, INTERRUPTED, OUR_MISTAKE
from ..output.safe_output import CapturedOutput
from ..solving.endings import during_of, reason_of, with_stage
from .jobs import Job, JobResult, OnEvent
from .options import Options
from .process import ChildProcess, ProcessEnded, start_forkserver
from .process_limits import PAUSE, PAUSE_OTHERWISE, STATUS_SIZE, Guard, SharedStatus, limit_own_memory, without_requests

CLOSING = 1.0  # seconds for processes to end


class Runner:
    """Runs jobs on up to `processes` processes, which start when they are needed.

    `warm_up` is a job that each process runs first.
    """

    def __init__(self, processes: int, warm_up: Job | None = None) -> None:
        self.processes = processes
        self.warm_up = warm_up
        self.is_closed = False
        self.pending: queue.SimpleQueue[tuple[Future[JobResult], Job, OnEvent | None] | None] = queue.SimpleQueue()
        self._attendants: list[_Attendant] = []
        self._lock = threading.Lock()
        self._unfinished = 0  # jobs

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def capacity(self) -> int:
        """Return the number of processes."""
        return self.processes

    def submit(self, job: Job, on_event: OnEvent | None = None) -> Future[JobResult]:
        """Run a job on the next process that is free, and return its result to come."""
        future: Future[JobResult] = Future()
        future.add_done_callback(self._count_done)
        with self._lock:
            self._unfinished += 1
        if self._unfinished > len(self._attendants):
            self.start_process()
        self.pending.put((future, job, on_event))
        return future

    def _count_done(self, future: Future[JobResult]) -> None:
        with self._lock:
            self._unfinished -= 1

    def start_process(self) -> None:
        """Start one more process, unless there are as many as there may be."""
        if len(self._attendants) < self.processes:
            self._attendants.append(_Attendant(self, len(self._attendants)))
            self._attendants[-1].start()

    def stop_jobs(self) -> None:
        """End the jobs that run, at once; their results are that they were interrupted."""
        for attendant in self._attendants:
            attendant.stop_job()

    def close(self) -> None:
        """End all processes, whatever they do."""
        self.is_closed = True
        for attendant in self._attendants:
            attendant.stop()
            self.pending.put(None)
        end = time.monotonic() + CLOSING
        for attendant in self._attendants:
            attendant.join(max(0.0, end - time.monotonic()))


class _Attendant(threading.Thread):
    """Waits for a process, and replaces it when it has ended."""

    def __init__(self, runner: Runner, number: int) -> None:
        super().__init__(daemon=True)
        self.runner = runner
        self.number = number
        self.is_busy = False
        self._process: ChildProcess | None = None
        self._status: SharedStatus | None = None
        self._is_stopped = False  # the job that runs

    def run(self) -> None:
        """Run jobs until the runner is closed."""
        try:
            self._warm_up()
            while (following := self.runner.pending.get()) is not None and not self.runner.is_closed:
                future, job, on_event = following
                if self._is_stopped:
                    self._end()
                self.is_busy, self._is_stopped = True, False
                if not future.set_running_or_notify_cancel():
                    self.is_busy = False
                    continue
                result: JobResult | Exception
                try:
                    result = self._result(job, on_event)
                except Exception as problem:
                    result = problem
                self.is_busy = False
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)
                self._warm_up()
        finally:
            self._end()

    def _warm_up(self) -> None:
        """Start a process ahead of its job, if there is something to warm it up with."""
        if self._process is None and self.runner.warm_up is not None and not self.runner.is_closed:
            with contextlib.suppress(OSError):  # the next job reports it
                self._result(self.runner.warm_up, None)

    def _result(self, job: Job, on_event: OnEvent | None) -> JobResult:
        guard = None
        if job.memory is not None or (self._process is not None and not self._process.is_alive()):
            self._end()
        try:
            process = self._process or self._start(job)
            if self.runner.is_closed or self._is_stopped:
                return self._failure(INTERRUPTED, "interrupted")
            if on_event is not None:
                on_event(self.number, None)
            guard = self._guard(process, job)
            process.send(job)
            while not guard.is_exceeded():
                message = process.receive(PAUSE if job.memory is not None else PAUSE_OTHERWISE)
                if isinstance(message, JobResult):
                    if job.memory is not None or guard.has_asked:
                        self._end()
                    return message
                if message is not None and on_event is not None:
                    on_event(self.number, message)
        except ProcessEnded as ended:
            if self._is_stopped:
                return self._failure(INTERRUPTED, "interrupted")
            if job.memory is not None and guard is not None:
                return self._failure(GAVE_UP, f"gave up: {guard.problem(str(ended))}")
            return self._failure(OUR_MISTAKE, f"an error in this program: its process ended {ended}")
        return self._failure(GAVE_UP, f"gave up: {guard.problem()}")

    def _guard(self, process: ChildProcess, job: Job) -> Guard:
        """Return a guard of a process for the time that it does a job."""
        assert self._status is not None
        self._status.begin()
        return Guard(process, self._status, job.memory, Deadline(job.seconds))

    def _start(self, job: Job) -> ChildProcess:
        context = _context(job)
        self._status = SharedStatus(context.RawArray("c", STATUS_SIZE))
        self._process = ChildProcess(context, _serve, (self._status,))
        self._process.receive(None)  # that it is there: what it imports first takes none of the time of its job
        return self._process

    def _failure(self, status: int, failed: str) -> JobResult:
        self._end()
        return JobResult(status, failed=failed)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def stop_job(self) -> None:
        """End the job that runs, if one does. Called in another thread."""
        if self.is_busy:
            self.stop()

    def stop(self) -> None:
        """End the process. Called in another thread."""
        self._is_stopped = True
        process = self._process
        if process is not None:
            process.kill()


def _context(job: Job) -> Any:
    """Return how processes are started. Ctrl-C prints no traceback of the one that they are forked from."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    engine = f"{engines.__name__}.{job.options.engine}"  # if it is missing, the job notices that again, and reports it
    start_forkserver([f"{__package__}.preload", engine, *_modules(job.task)])
    return multiprocessing.get_context("forkserver")


def _modules(task: Any) -> list[str]:
    """Return the modules of the functions that a task is made of."""
    if isinstance(task, functools.partial):
        return [name for part in (task.func, *task.args, *task.keywords.values()) for name in _modules(part)]
    return [task.__module__] if callable(task) else []


# in the process


def _serve(pipe: Connection, status: SharedStatus) -> None:
    """Run one job after another, until there are no more."""
    gc.set_threshold(GARBAGE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C, and ends this process
    with contextlib.suppress(OSError):  # if nobody is there any more, there will be no job
        pipe.send("ready")
    sys.unraisablehook = without_requests(sys.unraisablehook)
    one_at_a_time = threading.Lock()

    def send(message: JobResult | str) -> None:
        with one_at_a_time, contextlib.suppress(OSError):  # nobody may be there any more
            pipe.send(message)

    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        send(_run_with_limits(job, send, status))


def _run_with_limits(job: Job, on_progress: Callable[[str], None], status: SharedStatus) -> JobResult:
    """Run a job in the time and memory that it may have."""
    try:
        limit_own_memory(job.memory, status)
        return _capture(job, replace(job.options, on_progress=on_progress, status=status))
    except (MemoryError, OutOfTime) as problem:
        return JobResult(GAVE_UP, failed=f"gave up: {with_stage(reason_of(problem), during_of(problem) or status.during)}")
    finally:
        status.end()


def _capture(job: Job, options: Options) -> JobResult:
    """Run a job, and capture what it prints."""
    out, err = CapturedOutput(sys.stdout.encoding), CapturedOutput(sys.stderr.encoding)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status, result = job.task(job.input, options)
    except click.ClickException as problem:
        return JobResult(OUR_MISTAKE, usage=problem.format_message())
    except (MemoryError, OutOfTime):
        raise
    except Exception as problem:  # the others go on
        failed = f"an error in this program: {type(problem).__name__}: {problem}"
        return JobResult(OUR_MISTAKE, out=out.getvalue(), err=traceback.format_exc() if options.verbose else "", failed=failed)
    return JobResult(status, result, out.getvalue(), err.getvalue())
