"""Many specs on several processes. Whatever happens to one, a crash or a solver that does not come back, the others go on.

A process works on one spec after another. What it prints is caught and handed over with the result, so that the caller can print
it in the order of the specs; what it is doing meanwhile is told to whoever watches.

Under Linux, processes are forked off one that has imported what the work needs and does nothing else, so that a further one
begins at once. Elsewhere forking is not safe, and each imports for itself.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import io
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import click

from .. import engines
from ..exit_status import GARBAGE, GAVE_UP, OUR_MISTAKE
from ..solving.session import reason_of
from .options import GRACE, Options

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


class Watcher:
    """Is told what processes are doing, and does nothing about it.

    Processes are counted from 0 up to the number of jobs, `index` is that of a spec.
    """

    def began(self, process: int, index: int) -> None:
        """A process begins with a spec."""

    def says(self, process: int, text: str) -> None:
        """What a process is doing, from time to time."""

    def ended(self, process: int) -> None:
        """A process is done with its spec."""


def run(
    task: Task, paths: Sequence[Any], options: Options, jobs: int, watcher: Watcher | None = None
) -> Generator[tuple[int, Done], None, None]:
    """Do a task for each spec on up to `jobs` processes; each index with what came of it, as soon as it is there.

    All processes have ended when the iterator has, also when it is closed or interrupted. A mistake in the call that a process
    reports is raised as `click.UsageError`.
    """
    watcher = watcher or Watcher()
    waiting = list(enumerate(paths))[::-1]
    workers: dict[int, Worker] = {}
    try:
        while waiting or any(worker.is_busy for worker in workers.values()):
            for number in range(min(jobs, len(paths))):
                if waiting and not (number in workers and workers[number].is_busy):
                    worker = workers[number] = workers.get(number) or Worker(task, options)
                    worker.begin(*waiting.pop())
                    watcher.began(number, worker.index)
            for number, worker in _ready(workers):
                done = worker.look(functools.partial(watcher.says, number))
                if done is None:
                    continue
                watcher.ended(number)
                if not worker.is_alive:
                    del workers[number]
                if done.usage:
                    raise click.UsageError(done.usage)
                yield worker.index, done
    finally:
        for worker in workers.values():
            worker.kill()


def _ready(workers: dict[int, Worker]) -> list[tuple[int, Worker]]:
    """The workers that have said something, finished, ended or run out of time; waits for the first."""
    busy = {number: worker for number, worker in workers.items() if worker.is_busy}
    left = min(worker.seconds_left() for worker in busy.values())
    handles = [handle for worker in busy.values() for handle in worker.handles]
    found = set(wait(handles, left if left < float("inf") else None))
    return [(number, worker) for number, worker in busy.items() if found & {*worker.handles} or worker.seconds_left() <= 0]


class Worker:
    """A process, and the spec that it works on."""

    def __init__(self, task: Task, options: Options) -> None:
        context = _context(task, options)
        self.connection, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(other, task, options), daemon=True)
        with _without_interrupts():
            self.process.start()
        other.close()
        self.options = options
        self.index = -1
        self.is_busy = False
        self.is_alive = True
        self._end = float("inf")

    @property
    def handles(self) -> tuple[Any, ...]:
        """What to wait for; then it is worth a `look`."""
        return self.connection, self.process.sentinel

    def begin(self, index: int, item: object, *, limited: bool = True) -> None:
        """Give it a spec to work on, or another item that its task takes. Not `limited`, the time limit is not one of it."""
        self.index, self.is_busy = index, True
        timeout = self.options.timeout if limited else None
        self._end = float("inf") if timeout is None else time.monotonic() + timeout + GRACE
        with contextlib.suppress(OSError):  # it has ended meanwhile, which is found out when its result is waited for
            self.connection.send(item)

    def seconds_left(self) -> float:
        """How long it may still go on."""
        return max(0.0, self._end - time.monotonic())

    def look(self, says: Callable[[str], None] = lambda text: None) -> Done | None:
        """What came of its spec: none as long as it works on it. `says` is told what it is doing.

        Where it has ended, or does not come back, that is what came of it.
        """
        is_over = not self.process.is_alive()  # looked at first: what it said before is still there
        try:
            while self.connection.poll():
                found = self.connection.recv()
                if isinstance(found, Done):
                    self.is_busy = False
                    return found
                says(found)
        except (EOFError, OSError):
            is_over = True
        if not is_over and self.seconds_left() > 0:
            return None
        self.kill()
        if not is_over:
            return Done(GAVE_UP, failed="gave up: out of time")
        code = self.process.exitcode or 0
        how = f"by signal {-code}" if code < 0 else f"with exit status {code}"
        return Done(OUR_MISTAKE, failed=f"an error in this program: its process ended {how}")

    def kill(self) -> None:
        """End the process, whatever it does."""
        self.is_busy = self.is_alive = False
        self.process.kill()
        self.process.join()
        self.connection.close()


def _context(task: Task, options: Options) -> Any:
    """How processes are started."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    engine = f"{engines.__name__}.{options.engine}"  # where it is missing, the work finds that out again, and says so
    context.set_forkserver_preload([f"{__package__}.preload", engine, *_modules(task)])
    return context


def _modules(task: Any) -> list[str]:
    """The modules of the functions that a task is made of."""
    if isinstance(task, functools.partial):
        return [name for part in (task.func, *task.args, *task.keywords.values()) for name in _modules(part)]
    return [task.__module__] if callable(task) else []


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
    one_at_a_time = threading.Lock()

    def send(found: Done | str) -> None:
        with one_at_a_time:
            connection.send(found)

    options = replace(options, listener=send)
    while True:
        try:
            item = connection.recv()
        except (EOFError, OSError):
            return
        send(_limited(task, item, options))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(OUR_MISTAKE)


def _limited(task: Task, item: object, options: Options) -> Done:
    """A task that has to end where it takes too much memory."""
    try:
        return options.apart(lambda apart: _caught(task, item, apart))
    except MemoryError as problem:
        return Done(GAVE_UP, failed=f"gave up: {reason_of(problem)}")


def _caught(task: Task, item: object, options: Options) -> Done:
    """A task with what it prints."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status, result = task(item, options)
    except click.ClickException as problem:
        return Done(OUR_MISTAKE, usage=problem.format_message())
    except Exception as problem:  # the others go on
        failed = f"an error in this program: {type(problem).__name__}: {problem}"
        return Done(OUR_MISTAKE, out=out.getvalue(), err=traceback.format_exc() if options.verbose else "", failed=failed)
    return Done(status, result, out.getvalue(), err.getvalue())
