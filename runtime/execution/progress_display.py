"""Show what is being done while one spec is worked on."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.visible_text import printable

from ..output.safe_output import with_controls
from ..solving.progress import Progress
from .options import Options
from .watchdog_thread import thread_beside

Found = TypeVar("Found")

REPORTED = 0.5  # seconds between two calls of `on_progress`
AT_ONCE = 0.05  # seconds between two notes of a process that may have to be ended


def run_on_spec(path: str, options: Options, work: Callable[[Spec, Deadline, Progress], Found]) -> tuple[Spec, Found]:
    """Load a spec and do some work on it, with progress shown meanwhile; return the spec and the result."""
    deadline = options.deadline()
    progress = options.progress()
    with show_progress(path, progress, options):
        spec = options.load(path)
        return spec, work(spec, deadline, progress)


@contextmanager
def show_progress(path: str, progress: Progress, options: Options) -> Iterator[None]:
    """Print to standard error what is being done, from the first second on: in place in a terminal, otherwise ever more rarely.

    If the options have `on_progress`, call that instead.
    """
    if options.quiet and options.on_progress is None and options.status is None:
        yield
        return
    movable = None if options.begun is None else options.begun.movable
    with (thread_beside if movable is None else movable.thread_beside)(lambda done: _show(path, progress, done, options)):
        yield


def _show(path: str, progress: Progress, done: threading.Event, options: Options) -> None:
    out = with_controls(sys.stderr)
    in_place = out.isatty()
    pause, shown = 1.0 if options.on_progress is None else REPORTED, 0
    next_time = time.monotonic() + pause
    advice = ""
    while not done.wait(max(0.0, next_time - time.monotonic()) if options.status is None else AT_ONCE):
        if options.status is not None:
            options.status.note(progress)
        if time.monotonic() < next_time:
            continue
        text = printable(f"{path}: {progress}")
        if in_place:
            import shutil  # noqa: PLC0415 (slow to import, and not needed in the first second)

            text = fitting(text, shutil.get_terminal_size().columns - 1)
        if options.on_progress is not None:
            options.on_progress(str(progress))
        elif not options.quiet:
            if progress.advice != advice:
                advice = progress.advice
                line = printable(f"{path}: this search is slow without a better engine: {advice}")
                out.write(f"\r{line.ljust(shown)}\n" if in_place else f"{line}\n")
            out.write(f"\r{text.ljust(shown)}" if in_place else f"{text}\n")
            out.flush()
            shown, pause = (len(text), 0.2) if in_place else (0, min(pause * 2, 60))
        next_time = time.monotonic() + pause
    if shown:
        out.write(f"\r{' ' * shown}\r")
        out.flush()


def fitting(text: str, width: int) -> str:
    """Return a text of at most `width` characters. Its beginning, which is a path, is cut, so that it does not wrap.

    >>> fitting("puzzles/2024/long.yaml: solving (1.2 s)", 30)
    '…24/long.yaml: solving (1.2 s)'
    """
    return text if len(text) <= width else f"…{text[len(text) - max(width, 1) + 1 :]}"
