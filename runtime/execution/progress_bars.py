"""What several processes are doing, on standard error: in a terminal a bar for each in place, elsewhere lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Column

from .options import Options
from .pool import Watcher

FIRST, LONGEST = 1.0, 60.0  # seconds until a line is worth a word, and at most between two words about the same spec


@contextmanager
def display(paths: Sequence[str], options: Options) -> Iterator[ProgressDisplay]:
    """Shows what processes do with specs, as long as it lasts; nothing with `--quiet`."""
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
    """Shows nothing."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While something else is printed, on either output."""
        yield


class ProgressLines(ProgressDisplay):
    """A line about a spec that takes long, ever more rarely."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._on: dict[int, tuple[str, float, float]] = {}  # by process: its spec, when to speak again, and how long after that

    def began(self, process: int, index: int) -> None:
        """The time begins."""
        self._on[process] = self._paths[index], time.monotonic() + FIRST, FIRST

    def says(self, process: int, text: str) -> None:
        """Say it if it is time."""
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
            console=Console(stderr=True, highlight=False, markup=False),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            expand=True,
        )
        self._count = 0
        self._done = self._progress.add_task(self._counted(0), total=len(paths))
        self._bars: dict[int, TaskID] = {}
        self._on: dict[int, str] = {}
        self._progress.start()

    def _counted(self, done: int) -> str:
        return f"{done:,} of {len(self._paths):,} done"

    def began(self, process: int, index: int) -> None:
        """Its bar begins anew."""
        if process not in self._bars:
            self._bars[process] = self._progress.add_task("", total=None)
        self._on[process] = self._paths[index]
        self._progress.reset(self._bars[process], total=None, description=self._paths[index], visible=True)

    def says(self, process: int, text: str) -> None:
        """Its bar says it."""
        self._progress.update(self._bars[process], description=f"{self._on[process]}: {text}")

    def ended(self, process: int) -> None:
        """One more is done."""
        self._progress.update(self._bars[process], visible=False)
        self._count += 1
        self._progress.update(self._done, completed=self._count, description=self._counted(self._count))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Nothing is drawn while something else is printed."""
        self._progress.stop()
        try:
            yield
        finally:
            self._progress.start()

    def stop(self) -> None:
        """Nothing is left of it."""
        self._progress.stop()
