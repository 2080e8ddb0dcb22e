"""Show on standard error what several processes are doing: in a terminal a bar for each, elsewhere lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Column

from ..output.safe_console import SafeConsole
from .jobs import Watcher
from .options import Options

FIRST, LONGEST = 1.0, 60.0  # seconds until the first line about a spec, and at most between two of them


@contextmanager
def display(paths: Sequence[str], options: Options) -> Iterator[ProgressDisplay]:
    """Show what processes do with specs, until the end of the block; nothing with `--quiet`."""
    if options.quiet:
        yield ProgressDisplay()
    elif not sys.stderr.isatty():
        yield ProgressLines(paths)
    else:
        bars = Bars(paths)
        try:
            yield bars
        finally:
            bars.stop()


class ProgressDisplay(Watcher):
    """A display that shows nothing."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Make room while something else is printed, on either output."""
        yield


class ProgressLines(ProgressDisplay):
    """A line about a spec that takes long, ever more rarely."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._on: dict[
            int, tuple[str, float, float]
        ] = {}  # by process: its spec, when the next line is due, and the pause before it

    def on_start(self, process: int, index: int) -> None:
        """Start its time."""
        self._on[process] = self._paths[index], time.monotonic() + FIRST, FIRST

    def on_progress(self, process: int, text: str) -> None:
        """Print it if it is time."""
        path, due, pause = self._on[process]
        if time.monotonic() >= due:
            pause = min(2 * pause, LONGEST)
            self._on[process] = path, time.monotonic() + pause, pause
            print(f"{path}: {text}", file=sys.stderr, flush=True)


class Bars(ProgressDisplay):
    """A bar for each process, with what it is doing, and one for the specs that are done."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._progress = Progress(
            BarColumn(bar_width=16),
            TextColumn("{task.description}", markup=False, table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
            TimeElapsedColumn(),
            console=SafeConsole(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            expand=True,
        )
        self._count = 0
        self._done = self._progress.add_task(self._count_text(0), total=len(paths))
        self._bars: dict[int, TaskID] = {}
        self._on: dict[int, str] = {}
        self._progress.start()

    def _count_text(self, done: int) -> str:
        return f"{done:,} of {len(self._paths):,} done"

    def on_start(self, process: int, index: int) -> None:
        """Start its bar anew."""
        if process not in self._bars:
            self._bars[process] = self._progress.add_task("", total=None)
        self._on[process] = self._paths[index]
        self._progress.reset(self._bars[process], total=None, description=self._paths[index], visible=True)

    def on_progress(self, process: int, text: str) -> None:
        """Write it beside its bar."""
        self._progress.update(self._bars[process], description=f"{self._on[process]}: {text}")

    def on_end(self, process: int) -> None:
        """Count one more as done."""
        self._progress.update(self._bars[process], visible=False)
        self._count += 1
        self._progress.update(self._done, completed=self._count, description=self._count_text(self._count))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Draw nothing while something else is printed."""
        self._progress.stop()
        try:
            yield
        finally:
            self._progress.start()

    def stop(self) -> None:
        """Remove all bars."""
        self._progress.stop()
