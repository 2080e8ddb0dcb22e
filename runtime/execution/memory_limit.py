"""A limit on memory: work is done in a process of its own, which is looked at many times a second, and ended where it has to be.

The limit is on what the process has in memory, and on what it has asked for (`VmRSS` and `VmData` of Linux). Shortly before
the limit is reached, work is asked to stop by `MemoryError`, as it would be by Ctrl-C, so that it says what it knows. The system
refuses to give more than the limit (`RLIMIT_DATA`), which some libraries do not survive; and what does not stop is ended. Of that
the last word about its progress is known.

Z3's own limit (`memory_max_size`) is not used: Z3 5.4 may crash where it is reached.
"""

from __future__ import annotations

import contextlib
import math
import mmap
import os
import pickle
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

Found = TypeVar("Found")

OUT_OF_MEMORY = "out of memory"
PAUSE = 0.02  # seconds between two looks
RESERVE = 0.1  # of the limit is kept for saying what is known
ASKED_AGAIN = 2.0  # seconds after which work that has not stopped, or went on with something else, is asked once more
MOST_ASKED = 2  # times; then it is ended
STOPPED = 0.8  # seconds for stopping after an interrupt


class OutOfMemory(MemoryError):
    """Work was ended because it had all the memory that it may have; the message says what is known."""


@dataclass(frozen=True)
class SharedStatus:
    """The last word of a process about its progress, where the one that has started it can read it."""

    _shared: mmap.mmap

    def say(self, text: str) -> None:
        """Replace the word."""
        data = text.encode("utf-8", "replace")[: len(self._shared) - 8].ljust(len(self._shared) - 8)
        self._shared[8:] = data

    def __str__(self) -> str:
        return self._shared[8:].decode("utf-8", "ignore").strip(" \0")

    @property
    def asked(self) -> int:
        """How many times the process was asked to stop."""
        return self._shared[0]

    def ask(self) -> None:
        """Count one more time."""
        self._shared[0] += 1


def is_supported() -> bool:
    """Whether the system tells what a process has, and can copy one."""
    return sys.platform == "linux"


def used(pid: int | str = "self") -> float:
    """The megabytes that a process has; 0 where it has ended."""
    try:
        with Path(f"/proc/{pid}/status").open(encoding="ascii", errors="replace") as file:
            lines = dict(line.split(":", 1) for line in file if line.startswith(("VmRSS", "VmData")))
    except OSError:
        return 0
    return max((int(text.split()[0]) for text in lines.values()), default=0) / 1024


def least(work: Callable[[], object]) -> int:
    """So many megabytes are needed at least for some work, with the reserve; found out by doing it in another process."""

    def measured() -> float:
        before = used()
        work()
        return max(before, used())

    return math.ceil(1.1 * run_limited(1 << 20, lambda word: measured()) / (1 - RESERVE))


def run_limited(megabytes: int, work: Callable[[SharedStatus], Found]) -> Found:
    """What some work comes to that may have so much memory; it is done in a copy of this process, and has to be picklable.

    Raises what the work raises, and `OutOfMemory` where it had to be ended. An interrupt is handed on to it.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    word = SharedStatus(mmap.mmap(-1, 1024))
    results, result = os.pipe()
    alive, life = os.pipe()  # the copy ends when we do: then nobody holds the other end any more
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    pid = os.fork()
    if pid == 0:
        os.close(life)
        os.close(results)
        _copy(megabytes, work, word, result, alive, before)
    os.close(result)
    os.close(alive)
    watch = _Watch(pid, megabytes, word, results)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        data = watch.until_it_ends()
    finally:
        code = watch.close()
        os.close(life)
    if data is None and watch.interrupted:
        raise KeyboardInterrupt
    if data is None or code != 0:
        how = (
            f"over {megabytes:,} MB" if data is None else f"its process ended {_how(code)} at {watch.has:.0f} of {megabytes:,} MB"
        )
        said = f"; {word}" if str(word) else ""
        raise OutOfMemory(f"{OUT_OF_MEMORY} ({how}{said})")
    is_fine, found = pickle.loads(data)
    if not is_fine:
        raise found
    return found  # type: ignore[no-any-return]


def _how(code: int) -> str:
    return f"by signal {-code}" if code < 0 else f"with exit status {code}"


class _Watch:
    """Looks at a copy while it works."""

    def __init__(self, pid: int, megabytes: int, word: SharedStatus, results: int) -> None:
        self.pid = pid
        self.megabytes = megabytes
        self.word = word
        self.results = results
        self.interrupted = False
        self.has = 0.0  # megabytes
        self._ended = False
        self._asked = self._end = math.inf

    def until_it_ends(self) -> bytes | None:
        """What the copy sends; none where it has too much, or does not stop."""
        data = b""
        while not self._is_too_much():
            try:
                if select.select([self.results], [], [], PAUSE)[0]:
                    more = os.read(self.results, 1 << 20)
                    if not more:
                        self._ended = True
                        return data
                    data += more
            except KeyboardInterrupt:
                self.interrupted = True
                self._end = min(self._end, time.monotonic() + STOPPED)
                self._signal(signal.SIGINT)
        return None

    def _is_too_much(self) -> bool:
        """Whether the copy has to be ended; asks it to stop before that."""
        now = time.monotonic()
        self.has = has = used(self.pid) or self.has
        if has <= self.megabytes * (1 - RESERVE):
            return now > self._end
        if not self.word.asked or now > self._asked + ASKED_AGAIN:
            self._asked = now
            self.word.ask()
            self._signal(signal.SIGUSR1)
            self._signal(signal.SIGINT)  # for Z3, which stops at nothing else
        return has > self.megabytes or now > self._end or self.word.asked > MOST_ASKED

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def close(self) -> int:
        """End the copy, unless it has ended itself; its exit code."""
        if not self._ended:
            self._signal(signal.SIGKILL)
        os.close(self.results)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


# in the copy


def _copy(
    megabytes: int,
    work: Callable[[SharedStatus], object],
    word: SharedStatus,
    result: int,
    alive: int,
    mask: set[int | signal.Signals],
) -> NoReturn:
    """Do the work, send what it comes to, and end."""
    try:
        os.setpgid(0, 0)  # an interrupt of the terminal is the other's, who hands it on
        threading.Thread(target=_end_with, args=(alive,), daemon=True).start()
        _listen(word)
        _limit(megabytes)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        data = pickle.dumps((True, work(word)))
    except BaseException as problem:
        data = _pickled(problem)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    with open(result, "wb") as file:
        file.write(data)
    os._exit(0)


def _end_with(alive: int) -> None:
    os.read(alive, 1)
    os._exit(1)


def _listen(word: SharedStatus) -> None:
    """Raise `MemoryError` when we are asked to stop, once each time, and `KeyboardInterrupt` when we are interrupted."""
    heard = 0

    def stop(number: int, frame: object) -> None:
        nonlocal heard
        if word.asked > heard:
            heard = word.asked
            raise MemoryError
        if number == signal.SIGINT and not heard:
            raise KeyboardInterrupt

    signal.signal(signal.SIGUSR1, stop)
    signal.signal(signal.SIGINT, stop)


def _limit(megabytes: int) -> None:
    import resource  # noqa: PLC0415 (not on every system)

    for kind, wanted in ((resource.RLIMIT_DATA, megabytes << 20), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (most, most))


def _pickled(problem: BaseException) -> bytes:
    """An exception as it is handed over; of one that cannot be, what it says."""
    try:
        data = pickle.dumps((False, problem))
        pickle.loads(data)
    except Exception:
        data = pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
    return data
