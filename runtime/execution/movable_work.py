"""Begin work with a deadline in this process, and go on with it in a fork once it takes long.

Work that does not stop at its deadline is killed, for which it needs a process of its own. A fork costs some 20 ms, because both
processes copy the pages of memory that one of them writes to, and a small puzzle is solved in 20 ms. So work begins here, where a
thread looks after it (`guarded_here`). When it has taken `SHORT`, it is forked at the next point at which it looks at its
deadline: the fork goes on there, and this process waits for its result, as in `run_limited`.

It can be forked until a search begins: solvers have threads, which a fork would not have. Short work whose search then takes long
stays here. Solvers look at the deadline themselves, and let other threads run meanwhile. If one does not stop, the thread says so
and ends this process.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NoReturn, TypeVar

from gridwright.compiler.language.budget import Deadline

from ..exit_status import GAVE_UP
from .process_limits import SharedStatus, WorkMoved, ending, guarded_here, limit_own_memory, result_of
from .watchdog_thread import thread_beside

if TYPE_CHECKING:
    import threading
    from multiprocessing.connection import Connection

    from ..solving.progress import Progress
    from .process import ChildProcess

Found = TypeVar("Found")

SHORT = 0.2  # CPU seconds of work that is not worth a process
BEFORE_SEARCH = frozenset({"reading", "starting", "lowering", "encoding"})  # stages without threads


class MovableWork:
    """Work that has begun in this process, and may go on in a fork of it."""

    def __init__(self, seconds: float | None) -> None:
        self.status = SharedStatus.between_processes()
        self.deadline: Deadline = _MovingDeadline(seconds, self)
        self.is_settled = False  # where it goes on
        self.elsewhere: ChildProcess | None = None  # in the process that it left
        self._waiting: Connection | None = None  # in the fork
        self._began = time.process_time()
        self._next_look = time.monotonic() + SHORT  # at the CPU seconds, for which the system has to be asked
        self._end_guard: Callable[[], None] = lambda: None
        self._started_later: list[Callable[[], None]] = []

    def do(self, work: Callable[[MovableWork], Found], last: Callable[[Exception], None]) -> Found:
        """Do it. Raise `WorkMoved` in the process that it leaves; the fork then ends with it.

        `last` is called in a thread where it neither moves nor stops at its deadline.
        """
        with guarded_here(self.status, None, self.deadline, last) as self._end_guard:
            try:
                result = work(self)
                return result if self._waiting is None else self._end_fork(lambda: result)
            except BaseException as problem:
                if self._waiting is None:
                    raise
                self._end_fork(functools.partial(_raise, problem))

    def _end_fork(self, outcome: Callable[[], object]) -> NoReturn:
        from .process import end_fork  # noqa: PLC0415 (as below)

        assert self._waiting is not None
        end_fork(self._waiting, ending(outcome))

    def enter(self, progress: Progress) -> None:
        """Note the stage or rule that begins. Before the first stage of a search it is decided where that runs."""
        self.status.note(progress)
        if not self.is_settled:
            self.consider()
            if progress.stage not in BEFORE_SEARCH:
                self._settle()

    def consider(self) -> None:
        """Fork this process if the work has taken long; raise `WorkMoved` in the one that the work leaves."""
        if self.is_settled or time.monotonic() < self._next_look:
            return
        left = self._began + SHORT - time.process_time()
        if left > 0:
            self._next_look = time.monotonic() + left
            return
        from .process import fork_here  # noqa: PLC0415 (slow to import, and only for work that takes long)

        self._end_guard()  # a lock that a thread holds would be held in the fork for ever
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        self.elsewhere, self._waiting = fork_here()
        if self.elsewhere is not None:
            raise WorkMoved
        limit_own_memory(None, self.status)
        self._settle()

    def _settle(self) -> None:
        self.is_settled = True
        for start in self._started_later:
            start()
        self._started_later.clear()

    @contextlib.contextmanager
    def thread_beside(self, work: Callable[[threading.Event], None]) -> Iterator[None]:
        """Run some work in a thread until what is inside ends, from when on it is known in which process that is."""
        with contextlib.ExitStack() as inside:

            def start() -> None:
                inside.enter_context(thread_beside(work))

            if self.is_settled:
                start()
            else:
                self._started_later.append(start)
            try:
                yield
            finally:
                if start in self._started_later:
                    self._started_later.remove(start)


class _MovingDeadline(Deadline):
    """A deadline of work that may be forked wherever it looks at this."""

    def __init__(self, seconds: float | None, work: MovableWork) -> None:
        super().__init__(seconds)
        self._work = work

    def check(self, units: int = 0) -> None:
        """Raise `OutOfTime` where it has passed, and move work that has taken long."""
        super().check(units)
        self._work.consider()


def run_movable(seconds: float | None, work: Callable[[MovableWork], Found], last: Callable[[Exception], int]) -> Found:
    """Run some work here while it is short, and return its result, which has to be picklable; raise what the work raises.

    If it neither moves nor stops at its deadline, `last` says so in another thread, and this process ends with the status that it
    returns. Only the main thread may call this, while no other thread runs.
    """

    def end(problem: Exception) -> None:
        status = GAVE_UP
        with contextlib.suppress(Exception):  # such as of a pipe that nobody reads
            status = last(problem)
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
        os._exit(status)

    movable = MovableWork(seconds)
    try:
        return movable.do(work, end)
    except WorkMoved:  # it holds all that the work had: what the fork shares is not freed, and so not copied, before that ends
        assert movable.elsewhere is not None
        return result_of(movable.elsewhere, movable.status, None, movable.deadline)  # type: ignore[no-any-return]


def _raise(problem: BaseException) -> NoReturn:
    raise problem
