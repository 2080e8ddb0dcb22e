"""Run work on many items in this process, each in a thread that waits while a back end searches for it.

Only one thread works at a time; the others wait for their searches. What a thread prints is captured and returned with its
result, as from a process.
"""

from __future__ import annotations

import io
import queue
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

import click
from gridwright.compiler.records import replace

from ..exit_status import OK, OUR_MISTAKE
from ..solving.outcome import Outcome
from .jobs import CHECKED, Backend, Job, JobResult
from .options import Options
from .packed_query import pack, unpack
from .query import Query
from .wire_format import answer_task

CLOSING = 1.0  # seconds for threads to end


def run_with_remote_search(
    work: Callable[[Any, Options], Any], items: Sequence[Any], options: Options, backend: Backend
) -> Generator[tuple[int, JobResult], None, None]:
    """Do some work for each item, in which searches run on the back end; yield the index and the result of each."""
    results: queue.SimpleQueue[tuple[int, JobResult | click.ClickException]] = queue.SimpleQueue()
    turn = threading.Lock()
    is_closed = threading.Event()

    def search(query: Query) -> Outcome:
        away = replace(options.for_process(), cache=None)  # whose key stays here
        future = backend.submit(Job(answer_task, pack(query), away, query.deadline.seconds_left(), options.memory))
        turn.release()
        try:
            result = future.result()
        finally:
            turn.acquire()
        return unpack(query, result.failed or result.result)

    # The limit on memory holds where it is searched; progress is not shown.
    own = replace(options, memory=None, remote=search, on_progress=lambda text: None)

    def run(index: int) -> None:
        with turn:
            if not is_closed.is_set():
                results.put((index, _capture(work, items[index], own)))

    waiting, threads = iter(range(len(items))), dict[int, threading.Thread]()
    with _thread_outputs():
        try:
            with backend:
                while True:
                    while len(threads) < backend.capacity() and (following := next(waiting, None)) is not None:
                        threads[following] = threading.Thread(target=run, args=(following,), daemon=True)
                        threads[following].start()
                    if not threads:
                        return
                    try:
                        index, result = results.get(timeout=CHECKED)
                    except queue.Empty:
                        continue
                    del threads[index]
                    if isinstance(result, click.ClickException):
                        raise result
                    yield index, result
        finally:
            is_closed.set()
            for thread in threads.values():
                thread.join(CLOSING)


class ThreadOutput(io.TextIOBase):
    """A stream with a buffer for each thread that wants one; the other threads write to `usual`."""

    encoding = "utf-8"

    def __init__(self, usual: TextIO) -> None:
        self.encoding = usual.encoding
        self.usual = usual
        self._own = threading.local()

    def capture(self) -> io.StringIO:
        """Capture what this thread writes from now on."""
        buffer = self._own.buffer = io.StringIO()
        return buffer

    def _stream(self) -> TextIO:
        return getattr(self._own, "buffer", self.usual)

    def write(self, text: str) -> int:
        """Write to the buffer of this thread."""
        return self._stream().write(text)

    def flush(self) -> None:
        """Flush the stream of this thread."""
        self._stream().flush()

    def isatty(self) -> bool:
        """Check whether this thread writes to a terminal."""
        return self._stream().isatty()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._stream().fileno()


@contextmanager
def _thread_outputs() -> Iterator[None]:
    usual = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = ThreadOutput(sys.stdout), ThreadOutput(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = usual


def _capture(work: Callable[[Any, Options], Any], item: object, options: Options) -> JobResult | click.ClickException:
    assert isinstance(sys.stdout, ThreadOutput)
    assert isinstance(sys.stderr, ThreadOutput)
    out, err = sys.stdout.capture(), sys.stderr.capture()
    result, failed = None, ""
    try:
        result = work(item, options)
    except click.ClickException as problem:
        return problem
    except Exception as problem:  # the others go on
        failed = f"an error in this program: {type(problem).__name__}: {problem}"
    status = OUR_MISTAKE if failed else getattr(result, "status", OK)
    return JobResult(status, result, out.getvalue(), err.getvalue(), failed)
