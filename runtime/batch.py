"""Many specs on several processes. Whatever happens to one, a crash or a solver that does not come back, the others go on.

A process works on one spec after another. What it prints is caught and handed over with the result, so that the caller can print
it in the order of the specs.
"""

from __future__ import annotations

import contextlib
import gc
import io
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

import click

from .cli import GARBAGE, GAVE_UP, OUR_MISTAKE
from .running import Options

GRACE = 10.0  # seconds after a deadline until a process that does not notice it is ended

# What is done with a spec, or another item that says what to do: the exit status, and a result that goes between processes.
Task = Callable[[Any, Options], tuple[int, Any]]


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a spec: its status and result, and what was printed. `failed`: why there is no result."""

    status: int
    result: Any = None
    out: str = ""
    err: str = ""
    failed: str = ""
    usage: str = ""


def run(task: Task, paths: Sequence[Any], options: Options, jobs: int) -> Generator[tuple[int, Done], None, None]:
    """Do a task for each spec on up to `jobs` processes; each index with what came of it, as soon as it is there.

    All processes have ended when the iterator has, also when it is closed or interrupted. A mistake in the call that a process
    reports is raised as `click.UsageError`.
    """
    waiting = list(enumerate(paths))[::-1]
    workers: list[Worker] = []
    try:
        while waiting or any(worker.is_busy for worker in workers):
            while waiting and len([worker for worker in workers if worker.is_busy]) < jobs:
                free = next((worker for worker in workers if not worker.is_busy), None)
                if free is None:
                    free = Worker(task, options)
                    workers.append(free)
                free.begin(*waiting.pop())
            for worker in _ready(workers):
                index = worker.index
                done = worker.end()
                if not worker.is_alive:
                    workers.remove(worker)
                if done.usage:
                    raise click.UsageError(done.usage)
                yield index, done
    finally:
        for worker in workers:
            worker.kill()


def _ready(workers: Sequence[Worker]) -> list[Worker]:
    """The workers that have finished, ended or run out of time; waits for the first."""
    busy = [worker for worker in workers if worker.is_busy]
    left = min(worker.seconds_left() for worker in busy)
    handles = {handle: worker for worker in busy for handle in (worker.connection, worker.process.sentinel)}
    found = [handles[handle] for handle in wait(list(handles), left if left < float("inf") else None)]  # type: ignore[index]
    found += [worker for worker in busy if worker.seconds_left() <= 0]
    return list(dict.fromkeys(found))


class Worker:
    """A process, and the spec that it works on."""

    def __init__(self, task: Task, options: Options) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(other, task, options), daemon=True)
        with _without_interrupts():
            self.process.start()
        other.close()
        self.options = options
        self.index = -1
        self.is_busy = False
        self.is_alive = True
        self._began = 0.0

    def begin(self, index: int, item: object) -> None:
        """Give it a spec to work on, or another item that its task takes."""
        self.index, self.is_busy, self._began = index, True, time.monotonic()
        with contextlib.suppress(OSError):  # it has ended meanwhile, which is found out when its result is waited for
            self.connection.send(item)

    def seconds_left(self) -> float:
        """How long it may still go on."""
        if self.options.timeout is None:
            return float("inf")
        return max(0.0, self._began + self.options.timeout + GRACE - time.monotonic())

    def end(self) -> Done:
        """What came of its spec; where it has ended or does not come back, that it did not."""
        self.is_busy = False
        try:
            if self.connection.poll():
                found: Done = self.connection.recv()
                return found
        except (EOFError, OSError):
            pass
        out_of_time = self.process.is_alive() and self.seconds_left() <= 0
        self.kill()
        if out_of_time:
            return Done(GAVE_UP, failed="gave up: out of time")
        code = self.process.exitcode or 0
        how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
        return Done(OUR_MISTAKE, failed=f"a mistake of the program: its process ended {how}")

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.is_alive = False
        self.process.kill()
        self.process.join()
        self.connection.close()


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """A process that is started here has nothing to do with Ctrl-C, also before it has come so far as to say so itself."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, task: Task, options: Options) -> None:
    """What a process does: one spec after another, until nobody wants more."""
    gc.set_threshold(GARBAGE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the caller's, who ends us
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # a solver would take an interrupt for itself
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            item = connection.recv()
        except (EOFError, OSError):
            return
        connection.send(_caught(task, item, options))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(OUR_MISTAKE)


def _caught(task: Task, item: object, options: Options) -> Done:
    """A task with what it prints."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status, result = task(item, options)
    except click.ClickException as problem:
        return Done(OUR_MISTAKE, usage=problem.format_message())
    except Exception as problem:  # the others go on
        failed = f"a mistake of the program: {type(problem).__name__}: {problem}"
        return Done(OUR_MISTAKE, out=out.getvalue(), err=traceback.format_exc() if options.verbose else "", failed=failed)
    return Done(status, result, out.getvalue(), err.getvalue())
