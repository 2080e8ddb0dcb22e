"""End a process whose parent has ended, while it is busy with something that does not look for that itself."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator

from ..exit_status import OUR_MISTAKE

EVERY = 0.05  # seconds


@contextlib.contextmanager
def ended_with_parent() -> Iterator[None]:
    """End this process soon after its parent, whatever is done inside; do nothing in a thread, or where there are no such timers.

    A timer, and no thread: the process from which others are forked uses this, and a fork loses threads. It inherits no timer.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    parent = os.getppid()

    def look(number: int, frame: object) -> None:
        if os.getppid() != parent:
            os._exit(OUR_MISTAKE)

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
