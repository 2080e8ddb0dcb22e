"""Describe jobs for other processes and their results, and run many of them on a back end."""

from __future__ import annotations

import functools
import queue
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Protocol

import click
from gridwright.compiler.records import dataclass

from .options import Options

CHECKED = 0.5  # seconds until it is checked anew how many jobs may run: a cluster grows and shrinks

# What a job calls, with its input: the exit status, and a result that can be pickled.
Task = Callable[[Any, Options], tuple[int, Any]]


@dataclass(frozen=True, slots=True)
class Job:
    """A call to be made in another process: `task(input, options)`."""

    task: Task
    input: Any  # the path of a spec, or other data that can be pickled
    options: Options
    seconds: float | None = None  # the process is ended some time after that
    memory: int | None = None  # megabytes that the process may have


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job, its exit status and what it printed. `failed`: why there is no result."""

    status: int
    result: Any = None
    out: str = ""
    err: str = ""
    failed: str = ""
    usage: str = ""  # what is wrong with the call of the command


# Called in another thread when a job starts, and when it reports progress: the number of its process, and None or the text.
OnEvent = Callable[[int, str | None], None]


class Backend(Protocol):
    """A place where jobs run: processes of this machine, or a cluster. On exit it ends what is still running."""

    def __enter__(self) -> Backend: ...

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, where: TracebackType | None) -> None: ...

    def capacity(self) -> int:
        """Return how many jobs may be submitted and not yet done."""

    def submit(self, job: Job, on_event: OnEvent | None = None) -> Future[JobResult]:
        """Run a job, and return its result to come."""


class Watcher:
    """Follows what processes do; this one ignores it. Processes are numbered from 0, `index` is that of a job."""

    def on_start(self, process: int, index: int) -> None:
        """Note that a process starts a job."""

    def on_progress(self, process: int, text: str) -> None:
        """Note the progress of a process, from time to time."""

    def on_end(self, process: int) -> None:
        """Note that a process is done with its job."""


def run_jobs(
    backend: Backend, jobs: Iterable[Job], watcher: Watcher | None = None
) -> Generator[tuple[int, JobResult], None, None]:
    """Run jobs, and yield the index and the result of each as soon as it is there.

    Everything has ended when the generator has, also when it is closed or interrupted. Raise `click.UsageError` if a job reports
    that the call of the command is wrong.
    """
    watcher = watcher or Watcher()
    events: queue.SimpleQueue[tuple[int, int, Future[JobResult] | str | None]] = queue.SimpleQueue()
    waiting = enumerate(jobs)
    processes: dict[int, int] = {}  # by the index of the job
    running: set[int] = set()

    def put(index: int, process: int, event: Future[JobResult] | str | None) -> None:
        events.put((index, process, event))

    def submit() -> None:
        while len(running) < backend.capacity() and (following := next(waiting, None)):
            index, job = following
            running.add(index)
            future = backend.submit(job, functools.partial(put, index))
            future.add_done_callback(functools.partial(put, index, -1))

    with backend:
        submit()
        while running:
            try:
                index, process, event = events.get(timeout=CHECKED)
            except queue.Empty:
                submit()
                continue
            if event is None:
                processes[index] = process
                watcher.on_start(process, index)
            elif isinstance(event, str):
                watcher.on_progress(process, event)
            else:
                running.remove(index)
                if index in processes:
                    watcher.on_end(processes.pop(index))
                result = event.result()
                if result.usage:
                    raise click.UsageError(result.usage)
                submit()
                yield index, result


def in_order(results: Iterable[tuple[int, JobResult]]) -> Iterator[JobResult]:
    """Yield results in the order of their jobs, each as soon as those before it are there."""
    known: dict[int, JobResult] = {}
    following = 0
    for index, result in results:
        known[index] = result
        while following in known:
            yield known.pop(following)
            following += 1
