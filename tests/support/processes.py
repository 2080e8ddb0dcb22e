"""Processes and terminals of tests: waiting for what they do, and finding those that they have started."""

from __future__ import annotations

import contextlib
import os
import re
import select
import time
from collections.abc import Callable, Iterator
from pathlib import Path


def read_until(terminal: int, wanted: str, seconds: float = 60) -> str:
    """Return what a terminal shows up to the first match of a pattern; fail if none comes."""
    text, end = "", time.monotonic() + seconds
    while not re.search(wanted, text) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            text += os.read(terminal, 65536).decode("utf-8", "replace")
    assert re.search(wanted, text), text
    return text


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fail if what is done here takes longer: at least five times what it takes by itself, because it runs beside other tests."""
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


def wait_for(is_so: Callable[[], bool]) -> None:
    """Wait a minute at most until something is so; fail if it never is."""
    for _ in range(600):
        if is_so():
            return
        time.sleep(0.1)
    raise AssertionError("waited in vain")


def processes_below(process: int) -> list[int]:
    """Return the processes that a process has started, and those that these have."""
    started: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(status.read_text("utf-8").rpartition(")")[2].split()[1])
            started.setdefault(parent, []).append(int(status.parent.name))
    below = [process]
    for one in below:  # which grows meanwhile
        below += started.get(one, [])
    return below[1:]


def is_busy(process: int) -> bool:
    """Check whether a process has worked for a second."""
    return cpu_seconds(process) > 1


def cpu_seconds(process: int) -> float:
    """Return how long a process that is running has worked."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended_cpu_seconds() -> float:
    """Return how long all processes have worked that this one started, and that have ended."""
    times = os.times()
    return times.children_user + times.children_system
