"""A thread that looks on while something is done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDING = 1.0  # seconds for the thread to notice that it has to end


@contextmanager
def thread_beside(work: Callable[[threading.Event], None]) -> Iterator[Callable[[], None]]:
    """Run some work in a thread until what is inside ends, which sets the event that the work gets.

    Yield what ends the thread sooner. Raise `MemoryError` if there is no room for the thread's stack.
    """
    done = threading.Event()
    thread = threading.Thread(target=work, args=(done,), daemon=True)
    try:
        thread.start()
    except RuntimeError:
        raise MemoryError from None

    def end() -> None:
        done.set()
        thread.join(ENDING)

    try:
        yield end
    finally:
        end()
