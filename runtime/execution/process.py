"""Start a process of this program, exchange messages with it, and end it. Nothing else in the program starts one.

A process ends when its parent ends, however that happens. Ctrl-C in a terminal does not reach it: its parent decides.

Pebble 5.2 was tried instead of this file and `runner.py` and dropped. Its pool gives up all jobs if a process dies before the
pool has read that it took a job, waits for ever for a process that ends with exit status 0, and prints a traceback if it is
closed while a process starts. `concurrent.futures` and loky give up all jobs if one process dies.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.forkserver
import multiprocessing.resource_tracker
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, NoReturn

from ..exit_status import OUR_MISTAKE


class ProcessEnded(Exception):
    """A process ended without a message; the text says how."""


# Starting a process, Python looks whether others have ended. If it does so while another thread looks at one of them, one of the
# two reads how it ended, and the other one believes that the process from which others are forked has ended (exit status 255).
_ONE_LOOKS = threading.Lock()


class ChildProcess:
    """A process that calls `target` with its end of a pipe and some arguments.

    `context` is one of `multiprocessing`. If it forks this process, the arguments need not be picklable.
    """

    def __init__(self, context: Any, target: Callable[..., None], arguments: Sequence[object]) -> None:
        self._pipe, other = context.Pipe()
        # Daemonic, so that Python ends it when this process exits.
        self._process: BaseProcess | _Fork = context.Process(target=_main, args=(target, other, *arguments), daemon=True)
        multiprocessing.current_process().daemon = False  # a worker of Dask is daemonic, and those may start no processes
        try:
            with _without_interrupts(), _ONE_LOOKS:
                self._process.start()
        except BaseException:
            if self._process.pid is not None:
                self.kill()
            raise
        finally:
            other.close()

    @classmethod
    def of_fork(cls, pipe: Connection, process: _Fork) -> ChildProcess:
        """Return a fork of this process, with our end of the pipe between the two."""
        child = cls.__new__(cls)
        child._pipe, child._process = pipe, process
        return child

    @property
    def pid(self) -> int:
        """Return its process id."""
        assert self._process.pid is not None
        return self._process.pid

    def is_alive(self) -> bool:
        """Check whether it has not ended."""
        with _ONE_LOOKS:
            return self._process.is_alive()

    def send(self, message: object) -> None:
        """Send it a message. If it has ended meanwhile, `receive` reports that."""
        with contextlib.suppress(OSError):
            self._pipe.send(message)

    def receive(self, seconds: float | None) -> Any:
        """Wait for a message and return it, or None if none arrives in so many seconds; raise `ProcessEnded` if it has ended."""
        wait([self._pipe, self._process.sentinel], seconds)
        has_ended = not self.is_alive()  # checked first: what it sent before is still in the pipe
        try:
            if self._pipe.poll():
                with _without_interrupts():  # half a message would be no message
                    return self._pipe.recv()
        except (EOFError, OSError):
            has_ended = True
        if not has_ended:
            return None
        code = self.end()
        raise ProcessEnded(f"by signal {-code}" if code < 0 else f"with exit status {code}")

    def signal(self, number: int) -> None:
        """Send it a signal, if it is still there."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def pause(self) -> None:
        """Stop it until `resume`, and wait until it has stopped or ended. It has to be a fork of this process."""
        self.signal(signal.SIGSTOP)
        with contextlib.suppress(ChildProcessError):  # it has ended, and its exit status has been read
            os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def resume(self) -> None:
        """Let it go on."""
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it, whatever it does. Any thread may call this."""
        self._process.kill()

    def end(self) -> int:
        """Kill it if it is still running, wait until it has ended, and return its exit status; negative for a signal."""
        self._process.kill()
        with _ONE_LOOKS:
            self._process.join()
        self._pipe.close()
        return self._process.exitcode or 0


class _Fork:
    """A process that was forked without `multiprocessing`, with what a `ChildProcess` asks of it."""

    def __init__(self, pid: int, sentinel: int, ends_with_us: int) -> None:
        self.pid = pid
        self.sentinel = sentinel  # can be read when it has ended
        self.exitcode: int | None = None
        self._ends_with_us = ends_with_us

    def is_alive(self) -> bool:
        """Check whether it has not ended."""
        return self._has_ended(os.WNOHANG) is None

    def join(self) -> None:
        """Wait until it has ended."""
        self._has_ended(0)
        for descriptor in (self.sentinel, self._ends_with_us):
            os.close(descriptor)

    def kill(self) -> None:
        """Kill it."""
        if self.exitcode is None:
            os.kill(self.pid, signal.SIGKILL)

    def _has_ended(self, how: int) -> int | None:
        if self.exitcode is None:
            pid, status = os.waitpid(self.pid, how)
            self.exitcode = os.waitstatus_to_exitcode(status) if pid else None
        return self.exitcode


def fork_here() -> tuple[ChildProcess | None, Connection | None]:
    """Fork this process; return the fork in this one, and in the fork, which goes on here, its end of a pipe.

    Ctrl-C is blocked in both. The fork ends with its parent, or by `end_fork`. No other thread may run.
    """
    pipe, other = multiprocessing.Pipe()
    sentinel, open_there = os.pipe()
    parent_sentinel, open_here = os.pipe()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    pid = os.fork()
    for descriptor in (open_there, parent_sentinel) if pid else (sentinel, open_here):
        os.close(descriptor)
    if pid:
        other.close()
        return ChildProcess.of_fork(pipe, _Fork(pid, sentinel, open_here)), None
    pipe.close()
    os.setpgrp()  # as in `_main`
    threading.Thread(target=_end_with, args=(parent_sentinel,), daemon=True).start()
    return None, other


def end_fork(pipe: Connection, message: object) -> NoReturn:
    """Send the last message of a fork, and end it, whatever called `fork_here`."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()  # before the parent goes on and prints
    with contextlib.suppress(OSError):  # nobody may be there any more
        pipe.send(message)
    os._exit(0)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C and requests to stop meanwhile, also for a process that starts: before it handles them, they would end it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGUSR1})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def start_forkserver(modules: Sequence[str]) -> None:
    """Start the process from which others are forked, if this system forks them, ahead of its use; it imports the modules."""
    if sys.platform == "linux":
        multiprocessing.get_context("forkserver").set_forkserver_preload([*modules])
        multiprocessing.resource_tracker.ensure_running()  # first, because it lets Ctrl-C through again
        with _without_interrupts():
            multiprocessing.forkserver.ensure_running()


# in the process


def _main(target: Callable[..., None], pipe: Connection, *arguments: object) -> NoReturn:
    """Run the target, and end without waiting for threads that it has left behind."""
    if _ONE_LOOKS.locked():  # a fork was made while its parent held it
        _ONE_LOOKS.release()
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # Ctrl-C in a terminal goes to its whole process group, and some solvers would take it for themselves
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        target(pipe, *arguments)
    except OSError:  # of the pipe, if its other end has gone
        if _has_parent():
            raise
        os._exit(OUR_MISTAKE)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)


def _has_parent() -> bool:
    parent = multiprocessing.parent_process()
    return parent is not None and not wait([parent.sentinel], 0)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        _end_with(parent.sentinel)


def _end_with(sentinel: int) -> None:
    """Wait until a process has ended, and end this one."""
    wait([sentinel])
    os._exit(OUR_MISTAKE)
