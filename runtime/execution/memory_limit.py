"""Limit the memory of a process: look at it many times a second, ask it to stop in time, and end it if it does not.

The limit is on what the process has in memory, and on what it has requested (`VmRSS` and `VmData` of Linux). Shortly before
the limit is reached, a signal raises `MemoryError` in the work, as Ctrl-C would raise `KeyboardInterrupt`, so that it can still
return what it has found. The system refuses to give more than the limit (`RLIMIT_DATA`), which some libraries do not survive. A
process that does not stop is killed; the last text about its progress is then part of the message.

Z3's own limit (`memory_max_size`) is not used: Z3 5.4 may crash where it is reached.
"""

from __future__ import annotations

import math
import mmap
import pickle
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from .process import ChildProcess

Found = TypeVar("Found")

OUT_OF_MEMORY = "out of memory"
PAUSE = 0.02  # seconds between two looks
RESERVE = 0.1  # this share of the limit is kept for returning what is known
ASKED_AGAIN = 2.0  # seconds after which work that has not stopped, or went on with something else, is asked once more
MOST_ASKED = 2  # times; then the process is killed
STOPPED = 0.8  # seconds for stopping after an interrupt
STATUS_SIZE = 1024  # bytes


class OutOfMemory(MemoryError):
    """A process was ended because it had all the memory that it may have; the message says what is known."""


@dataclass(frozen=True)
class SharedStatus:
    """The progress of a process as a text, and how often it was asked to stop, in memory that it shares with its parent."""

    shared: Any  # STATUS_SIZE bytes; the first one is the count

    def set_text(self, text: str) -> None:
        """Replace the text."""
        size = STATUS_SIZE - 8
        self.shared[8:STATUS_SIZE] = text.encode("utf-8", "replace")[:size].ljust(size)

    def __str__(self) -> str:
        return bytes(self.shared[8:STATUS_SIZE]).decode("utf-8", "ignore").strip(" \0")

    @property
    def stop_requests(self) -> int:
        """Return how often the process was asked to stop."""
        return int.from_bytes(self.shared[0:1], "big")

    def request_stop(self) -> None:
        """Count one more request to stop."""
        self.shared[0:1] = bytes([self.stop_requests + 1])


def is_supported() -> bool:
    """Check whether the system tells how much memory a process has, and can fork one."""
    return sys.platform == "linux"


def used(pid: int | str = "self") -> float:
    """Return the megabytes that a process has; 0 if it has ended."""
    try:
        with Path(f"/proc/{pid}/status").open(encoding="ascii", errors="replace") as file:
            lines = dict(line.split(":", 1) for line in file if line.startswith(("VmRSS", "VmData")))
    except OSError:
        return 0
    return max((int(text.split()[0]) for text in lines.values()), default=0) / 1024


def least(work: Callable[[], object]) -> int:
    """Return how many megabytes some work needs at least, reserve included; measured by doing it in another process."""

    def measured() -> float:
        before = used()
        work()
        return max(before, used())

    return math.ceil(1.1 * run_limited(1 << 20, lambda status: measured()) / (1 - RESERVE))


class MemoryGuard:
    """Compares the memory of a process with a limit."""

    def __init__(self, process: ChildProcess, megabytes: int, status: SharedStatus) -> None:
        self.process = process
        self.megabytes = megabytes
        self.status = status
        self.used = 0.0  # megabytes, when last looked at
        self._asked = -math.inf

    def is_exceeded(self) -> bool:
        """Check whether the process has to be ended; ask it to stop before that."""
        now = time.monotonic()
        self.used = used(self.process.pid) or self.used
        if self.used <= self.megabytes * (1 - RESERVE):
            return False
        if now > self._asked + ASKED_AGAIN:
            self._asked = now
            self.status.request_stop()
            self.process.signal(signal.SIGUSR1)
            self.process.signal(signal.SIGINT)  # for Z3, which stops at nothing else
        return self.used > self.megabytes or self.status.stop_requests > MOST_ASKED

    def message(self, ended: str = "") -> str:
        """Return why there is no result: the process ended in some way, or has too much memory."""
        how = f"ended {ended} with {self.used:.0f} of {self.megabytes:,} MB" if ended else f"more than {self.megabytes:,} MB"
        return f"{OUT_OF_MEMORY} ({'; '.join([how, *filter(None, [str(self.status)])])})"


def run_limited(megabytes: int, work: Callable[[SharedStatus], Found]) -> Found:
    """Run some work in a fork of this process that may have so much memory, and return its result, which has to be picklable.

    Raise what the work raises, and `OutOfMemory` if it had to be ended. Ctrl-C is passed on to it.
    """
    import multiprocessing  # noqa: PLC0415 (slow to import, and only for this option)

    from .process import ChildProcess, ProcessEnded  # noqa: PLC0415 (the same)

    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    status = SharedStatus(mmap.mmap(-1, STATUS_SIZE))
    process = ChildProcess(multiprocessing.get_context("fork"), _call, (work, megabytes, status))
    guard = MemoryGuard(process, megabytes, status)
    data, end, was_interrupted = None, math.inf, False
    try:
        while data is None and time.monotonic() < end and not guard.is_exceeded():
            try:
                data = process.receive(PAUSE)
            except KeyboardInterrupt:
                was_interrupted = True
                end = min(end, time.monotonic() + STOPPED)
                process.signal(signal.SIGINT)
    except ProcessEnded as ended:
        if not was_interrupted:
            raise OutOfMemory(guard.message(str(ended))) from None
    finally:
        process.end()
    if data is None and was_interrupted:
        raise KeyboardInterrupt
    if data is None:
        raise OutOfMemory(guard.message())
    is_result, found = pickle.loads(data)
    if not is_result:
        raise found
    return found  # type: ignore[no-any-return]


# in the process


def _call(pipe: Connection, work: Callable[[SharedStatus], object], megabytes: int, status: SharedStatus) -> None:
    """Do the work, and send its result or exception."""
    try:
        limit_own_memory(megabytes, status)
        data = pickle.dumps((True, work(status)))
    except BaseException as problem:
        data = _pickled(problem)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # before the parent goes on and prints
    pipe.send(data)


def limit_own_memory(megabytes: int, status: SharedStatus) -> None:
    """Limit the memory of this process; from now on signals raise `MemoryError` once for each request to stop.

    Another SIGINT raises `KeyboardInterrupt`.
    """
    import resource  # noqa: PLC0415 (not on every system)

    handled = 0

    def stop(number: int, frame: object) -> None:
        nonlocal handled
        if status.stop_requests > handled:
            handled = status.stop_requests
            raise MemoryError
        if number == signal.SIGINT and not handled:
            raise KeyboardInterrupt

    signal.signal(signal.SIGUSR1, stop)
    signal.signal(signal.SIGINT, stop)
    for kind, wanted in ((resource.RLIMIT_DATA, megabytes << 20), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (most, most))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _pickled(problem: BaseException) -> bytes:
    """Return an exception pickled; if it cannot be pickled, one with its message."""
    try:
        data = pickle.dumps((False, problem))
        pickle.loads(data)
    except Exception:
        data = pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
    return data
