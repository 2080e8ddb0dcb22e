"""Limit the time and the memory of work: look at both many times a second, ask it to stop, and end it if it does not.

Stages look at their deadline themselves, and stop in time. This is for whatever does not: a loop that nobody thought of, or a
library. Whoever looks on is the parent of a process that does the work (`run_limited`, and a job's attendant), or a thread of
the same process (`guarded_here`), where nothing has to survive. Work may begin with the second and go on with the first
(`movable_work`). Some time after the deadline, or shortly before the limit on
memory is reached, a signal raises `OutOfTime` or `MemoryError` in the work, as Ctrl-C would raise `KeyboardInterrupt`, so that it
can still return what it has found. A process that does not stop is killed; the last text about its progress is then part of the
message.

The limit on memory is on what the process has in memory, and on what it has requested (`VmRSS` and `VmData` of Linux). The
system refuses to give more than what the user allows (`RLIMIT_DATA`), which some libraries do not survive.

Z3's own limit (`memory_max_size`) is not used: Z3 5.4 may crash where it is reached.
"""

from __future__ import annotations

import math
import mmap
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.records import dataclass

from ..engines.engine import Status
from .watchdog_thread import thread_beside

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ..solving.progress import Progress
    from .process import ChildProcess

Found = TypeVar("Found")
Hook = Callable[["sys.UnraisableHookArgs"], object]

MOST_MEMORY = 4_000  # megabytes, where the user says nothing
PAUSE = 0.02  # seconds between two looks at a process whose memory the user limits
PAUSE_OTHERWISE = 0.1  # the same at others
PAUSE_HERE = 0.2  # the same in a thread that takes time from the work
RESERVE = 0.1  # this share of the limit is kept for returning what is known
ASKED_AGAIN = 2.0  # seconds after which work that has not stopped, or went on with something else, is asked once more
MOST_ASKED = 2  # times; then the process is killed
ASKED_LATE = 0.4  # seconds after the deadline until work is asked to stop
REMINDED = 0.3  # seconds after which it is asked once more
ENDED_LATE = 1.0  # seconds after the deadline until a process is killed
STOPPED = 0.8  # seconds for stopping after an interrupt
STATUS_SIZE = 1024  # bytes
_REQUESTS, _FOR_TIME, _WORKING, _TEXT = 0, 1, 2, 8  # where what stands among them


class OutOfMemory(MemoryError):
    """A process was ended because it had all the memory that it may have; the message says what is known."""


class Overdue(OutOfTime):
    """A process was ended because it did not stop at its deadline; the message says what is known."""


class WorkMoved(BaseException):
    """The work goes on in a fork; raised in the process that it leaves."""


@dataclass(frozen=True)
class SharedStatus:
    """The progress of a process as a text, and how often it was asked to stop, in memory that it shares with its parent."""

    shared: Any  # STATUS_SIZE bytes

    @staticmethod
    def between_processes() -> SharedStatus:
        """Return a status that forks of this process share with it."""
        return SharedStatus(mmap.mmap(-1, STATUS_SIZE))

    @staticmethod
    def here() -> SharedStatus:
        """Return a status that only this process sees."""
        return SharedStatus(bytearray(STATUS_SIZE))

    def note(self, progress: Progress) -> None:
        """Replace the text by the progress of a run, and record whether the run is working or only reports a result."""
        size = STATUS_SIZE - _TEXT
        self.shared[_TEXT:STATUS_SIZE] = str(progress).encode("utf-8", "replace")[:size].ljust(size)
        self.shared[_WORKING : _WORKING + 1] = bytes([bool(progress.stage)])

    def __str__(self) -> str:
        return bytes(self.shared[_TEXT:STATUS_SIZE]).decode("utf-8", "ignore").strip(" \0")

    @property
    def during(self) -> str:
        """Return the activity of a run, in words; "starting" before its first note."""
        return str(self) or "starting"

    def begin(self) -> None:
        """Forget what was before: a process begins with its work."""
        self.shared[0:STATUS_SIZE] = bytes(STATUS_SIZE)
        self.shared[_WORKING : _WORKING + 1] = b"\1"

    @property
    def is_working(self) -> bool:
        """Check whether a stage is at work; if not, what was found is being printed, to whoever reads it how slowly ever."""
        return self._byte(_WORKING) == 1

    def end(self) -> None:
        """Note that the work has ended: there is nothing left to stop."""
        self.shared[_WORKING : _WORKING + 1] = b"\2"

    @property
    def wants_stop(self) -> bool:
        """Check whether it has to stop: for the sake of time only while it is working, for that of memory until it has ended."""
        return self._byte(_WORKING) < 2 and (self.is_working or not self._byte(_FOR_TIME))

    @property
    def stop_requests(self) -> int:
        """Return how often the process was asked to stop."""
        return self._byte(_REQUESTS)

    @property
    def problem(self) -> type[Exception]:
        """Return the exception to raise after a request to stop."""
        return OutOfTime if self._byte(_FOR_TIME) else MemoryError

    def request_stop(self, *, for_time: bool = False) -> None:
        """Count one more request to stop."""
        self.shared[_FOR_TIME : _FOR_TIME + 1] = bytes([for_time])
        self.shared[_REQUESTS : _REQUESTS + 1] = bytes([min(255, self.stop_requests + 1)])

    def _byte(self, at: int) -> int:
        return int.from_bytes(self.shared[at : at + 1], "big")


def is_supported() -> bool:
    """Check whether the system tells how much memory a process has, and can fork one."""
    return sys.platform == "linux"


def used_memory(pid: int | str = "self") -> float:
    """Return the megabytes that a process has; 0 if it has ended, or the system does not tell."""
    try:
        with Path(f"/proc/{pid}/status").open(encoding="ascii", errors="replace") as file:
            lines = dict(line.split(":", 1) for line in file if line.startswith(("VmRSS", "VmData")))
    except OSError:
        return 0
    return max((int(text.split()[0]) for text in lines.values()), default=0) / 1024


def least(work: Callable[[], object]) -> int:
    """Return how many megabytes some work needs at least, reserve included; measured by doing it in another process."""

    def measure() -> float:
        before = used_memory()
        work()
        return max(before, used_memory())

    return math.ceil(1.1 * run_limited(1 << 20, lambda status: measure()) / (1 - RESERVE))


class Guarded(Protocol):
    """A process that signals can be sent to."""

    @property
    def pid(self) -> int:
        """Return its process id."""

    def signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""


class Guard:
    """Compares the memory of a process with a limit, and the time with its deadline; asks it to stop where it has to."""

    def __init__(self, process: Guarded, status: SharedStatus, megabytes: int | None, deadline: Deadline = NO_DEADLINE) -> None:
        self.process = process
        self.status = status
        self.megabytes = megabytes or MOST_MEMORY
        self.deadline = deadline
        self.used = 0.0  # megabytes, when last looked at
        self._is_own_limit = megabytes is not None
        self._is_overdue = False
        self._asked = -math.inf

    @property
    def has_asked(self) -> bool:
        """Check whether it has asked the process to stop, which may still be on its way."""
        return self._asked > -math.inf

    def is_exceeded(self) -> bool:
        """Check whether the process has to be ended; ask it to stop before that."""
        return self._takes_too_long() or self._has_too_much()

    def _takes_too_long(self) -> bool:
        late = self.deadline.late()
        if late < ASKED_LATE or not self.status.is_working:
            return False
        self._ask(REMINDED, for_time=True)
        self._is_overdue = late > ENDED_LATE
        return self._is_overdue

    def _has_too_much(self) -> bool:
        self.used = used_memory(self.process.pid) or self.used
        if self.used <= self.megabytes * (1 - RESERVE):
            return False
        self._ask(ASKED_AGAIN, for_time=False)
        return self.used > self.megabytes or self.status.stop_requests > MOST_ASKED

    def _ask(self, pause: float, *, for_time: bool) -> None:
        now = time.monotonic()
        if now > self._asked + pause and hasattr(signal, "SIGUSR1"):
            self._asked = now
            self.status.request_stop(for_time=for_time)
            self.process.signal(signal.SIGUSR1)
            self.process.signal(signal.SIGINT)  # for Z3, which stops at nothing else

    def problem(self, ended: str = "") -> Exception:
        """Return why there is no result: the process ended in some way, or has too much memory, or no time."""
        if self._is_overdue:
            return Overdue(f"{Status.OUT_OF_TIME.value} while {self.status.during}")
        how = f"ended {ended} with {self.used:.0f} of {self.megabytes:,} MB" if ended else f"more than {self.megabytes:,} MB"
        known = "; ".join([how, *filter(None, [str(self.status)])])
        return OutOfMemory(
            f"{Status.OUT_OF_MEMORY.value} ({known})" + ("" if self._is_own_limit else "; --memory MB sets another limit")
        )


def run_limited(megabytes: int | None, work: Callable[[SharedStatus], Found], deadline: Deadline = NO_DEADLINE) -> Found:
    """Run some work in a fork of this process that may have so much memory, and return its result, which has to be picklable.

    Raise what the work raises, `OutOfMemory` or `Overdue` if it had to be ended. Ctrl-C is passed on to it.
    """
    import multiprocessing  # noqa: PLC0415 (slow to import, and only for this option)

    from .process import ChildProcess  # noqa: PLC0415 (the same)

    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    status = SharedStatus.between_processes()
    status.begin()
    process = ChildProcess(multiprocessing.get_context("fork"), _call, (work, megabytes, status))
    return result_of(process, status, megabytes, deadline)  # type: ignore[no-any-return]


def result_of(process: ChildProcess, status: SharedStatus, megabytes: int | None, deadline: Deadline) -> Any:
    """Return the result of work in another process, or raise what it raises; end it where it takes too much.

    If Ctrl-C was blocked, it is no longer.
    """
    from .process import ProcessEnded  # noqa: PLC0415 (slow to import, and only for these processes)

    guard = Guard(process, status, megabytes, deadline)
    data, end, was_interrupted = None, math.inf, False
    pause = PAUSE_OTHERWISE if megabytes is None else PAUSE
    try:
        while data is None and time.monotonic() < end and not _has_to_end(process, guard):
            try:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
                data = process.receive(pause)
            except KeyboardInterrupt:
                was_interrupted = True
                end = min(end, time.monotonic() + STOPPED)
                process.signal(signal.SIGINT)
    except ProcessEnded as ended:
        if not was_interrupted:
            raise guard.problem(str(ended)) from None
    finally:
        process.end()
    if data is None and was_interrupted:
        raise KeyboardInterrupt
    if data is None:
        raise guard.problem()
    is_result, result = pickle.loads(data)
    if not is_result:
        if isinstance(result, (OutOfTime, MemoryError)) and not hasattr(result, "__notes__"):  # it was asked once more meanwhile
            result.add_note(status.during)
        raise result
    return result


def _has_to_end(process: ChildProcess, guard: Guard) -> bool:
    """Check whether a process has to be ended.

    Pause it for the last look. Otherwise it could report at that moment that it gave up, and its parent would report that again.
    """
    if not guard.is_exceeded():
        return False
    process.pause()
    if guard.is_exceeded():
        return True
    process.resume()
    return False


# in the process


def _call(pipe: Connection, work: Callable[[SharedStatus], object], megabytes: int | None, status: SharedStatus) -> None:
    """Do the work, and send its result or exception."""
    sys.unraisablehook = without_requests(sys.unraisablehook)

    def run() -> object:
        limit_own_memory(megabytes, status)
        return work(status)

    data = ending(run)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # before the parent goes on and prints
    pipe.send(data)


def ending(work: Callable[[], object]) -> bytes:
    """Return the result or exception of the work, after which requests to stop come too late: they would end the process."""
    try:
        return _wait(work)
    except BaseException as problem:  # a request to stop, while the end of the work was dealt with
        _ignore_requests()
        return _pickle(problem)


def _wait(work: Callable[[], object]) -> bytes:
    try:
        data = pickle.dumps((True, work()))
        _ignore_requests()
    except BaseException as problem:
        _ignore_requests()
        return _pickle(problem)
    return data


def _ignore_requests() -> None:
    if hasattr(signal, "SIGUSR1"):
        for number in (signal.SIGUSR1, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)


def limit_own_memory(megabytes: int | None, status: SharedStatus) -> None:
    """Limit the memory of this process, and stop where it is asked to; do nothing where the system has no such limits."""
    try:
        import resource  # noqa: PLC0415 (not on every system)
    except ImportError:
        return
    stop_when_asked(status, (signal.SIGUSR1, signal.SIGINT), handled=0)  # it may have been asked before it could be
    limits = [(resource.RLIMIT_CORE, 0)]
    if megabytes is not None:
        limits.append((resource.RLIMIT_DATA, megabytes << 20))
    for kind, wanted in limits:
        hard = resource.getrlimit(kind)[1]
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(kind, (most, most))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGUSR1})


def stop_when_asked(status: SharedStatus, numbers: Sequence[int], *, handled: int) -> None:
    """From now on, raise `OutOfTime` or `MemoryError` in the main thread once for each request to stop, after so many others.

    Work that only prints what it found does not stop at the deadline. Another SIGINT raises `KeyboardInterrupt`.
    """
    before = handled

    def stop(number: int, frame: object) -> None:
        nonlocal handled
        if status.stop_requests > handled:
            handled = status.stop_requests
            if status.wants_stop:
                raise status.problem
        elif number == signal.SIGINT and handled == before:
            raise KeyboardInterrupt

    for signal_number in numbers:
        signal.signal(signal_number, stop)


@contextmanager
def guarded_here(
    status: SharedStatus, megabytes: int | None, deadline: Deadline, last: Callable[[Exception], None] | None
) -> Iterator[Callable[[], None]]:
    """Ask the main thread to stop where what it does inside takes too much; if it does not listen, call `last` in a thread.

    Yield what ends that thread sooner. Do nothing in another thread, or where there are no such signals.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGUSR1"):
        yield lambda: None
        return
    # In the background of a shell it is ignored, and whoever calls this may have a handler of its own.
    is_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    numbers = (signal.SIGUSR1, signal.SIGINT) if is_interruptible else (signal.SIGUSR1,)
    guard = Guard(_Here(numbers), status, megabytes, deadline)
    before, hook = [signal.getsignal(number) for number in numbers], sys.unraisablehook
    sys.unraisablehook = without_requests(hook)
    stop_when_asked(status, numbers, handled=status.stop_requests)
    try:
        with thread_beside(lambda done: _look_on(guard, done, last)) as end_thread:
            try:
                yield end_thread
            except WorkMoved:  # it has not ended
                raise
            except BaseException:
                status.end()  # from here on nothing is raised
                raise
            status.end()
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
        sys.unraisablehook = hook


def without_requests(hook: Hook) -> Hook:
    """Return a hook that says nothing where work was asked to stop in a finalizer, which cannot pass it on: it is asked again."""

    def passing_over(unraisable: sys.UnraisableHookArgs) -> None:
        if not isinstance(unraisable.exc_value, (OutOfTime, MemoryError)):
            hook(unraisable)

    return passing_over


def _look_on(guard: Guard, done: threading.Event, last: Callable[[Exception], None] | None) -> None:
    while not done.wait(PAUSE_HERE):
        if guard.is_exceeded() and last is not None:
            last(guard.problem())


@dataclass(frozen=True)
class _Here:
    """This process, which handles some signals."""

    numbers: Sequence[int]

    @property
    def pid(self) -> int:
        """Return its process id."""
        return os.getpid()

    def signal(self, number: int) -> None:
        """Send it to itself; the main thread handles it."""
        if number in self.numbers:
            os.kill(self.pid, number)


def _pickle(problem: BaseException) -> bytes:
    """Return an exception pickled; if it cannot be pickled, one with its message."""
    try:
        data = pickle.dumps((False, problem))
        pickle.loads(data)
    except Exception:
        data = pickle.dumps((False, RuntimeError(f"{type(problem).__name__}: {problem}")))
    return data
