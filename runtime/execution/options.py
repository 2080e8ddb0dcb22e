"""Define the options that mean the same for every command."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click
from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import NAMES, USUAL, Limits
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.suggestions import did_you_mean

from ..engines.engine_registry import AUTO, ENGINES
from ..exit_status import GAVE_UP
from ..solving.progress import Progress
from .library_folders import library_folders
from .movable_work import MovableWork, run_movable
from .process_limits import SharedStatus, guarded_here, is_supported, least, run_limited

if TYPE_CHECKING:
    from ..output.reports.report import Json
    from ..solving.outcome import Outcome
    from .cache import Cache
    from .cubes.cube_scheduler import CubeScheduler
    from .query import Query

Found = TypeVar("Found")

# A name of a file or folder, which a shell completes. Who opens it says what is wrong with it.
FILE = click.Path(readable=False)

DOUBTFUL = 256  # megabytes; with less it is measured whether the program can do anything


@dataclass(frozen=True, slots=True, eq=False)
class Begun:
    """The work on one spec since it began: its deadline, and how far it is."""

    deadline: Deadline
    progress: Progress
    movable: MovableWork | None = None  # if it may go on in a fork

    def do(self, work: Callable[[Options], Found], options: Options) -> Found:
        """Do the work; an exception for lack of time or memory gets a note that names the stage."""
        try:
            return work(options)
        except (OutOfTime, MemoryError) as problem:
            if self.progress.stage and not hasattr(problem, "__notes__"):
                problem.add_note(self.progress.doing)
            raise


@dataclass(frozen=True, slots=True)
class Options:
    """The options that mean the same everywhere."""

    json: bool
    timeout: float | None
    seed: int
    engine: str
    quiet: bool
    verbose: bool
    command: str = ""  # its name, which stands in everything that `--json` prints
    on_progress: Callable[[str], None] | None = None  # called with what is being done, instead of printing it to standard error
    cache: Cache | None = None  # results of earlier runs
    cubes: CubeScheduler | None = None  # if the search of one spec is cut into cubes
    portfolio: Callable[[Query], Outcome] | None = None  # if engines search one spec against each other
    remote: Callable[[Query], Outcome] | None = None  # searches on other machines
    limits: Limits = USUAL
    memory: int | None = None  # megabytes that the work on one spec may have
    libraries: tuple[str, ...] = ()  # folders in which libraries are looked for
    status: SharedStatus | None = None  # where a process that is looked after notes its progress
    begun: Begun | None = None  # the work on one spec

    def run_limited(self, work: Callable[[Options], Found], last: Callable[[Exception], int] | None = None) -> Found:
        """Do the work on one spec, in the time and memory that it may have.

        If the user limits either, it gets a process of its own; with `last`, and only time limited, not before it takes long.
        Raise `OutOfTime` or `MemoryError` beyond a limit; a note of it says what was being done. `last` may have to say that
        instead, and return the status with which this process ends.
        """
        if self.begun is not None:
            return self.begun.do(work, self)
        if self.needs_process and last is not None and self._may_begin_here:
            return run_movable(self.timeout, lambda movable: self._begin_movable(movable, work), last)
        if self.needs_process:
            deadline = Deadline(self.timeout)
            return run_limited(self.memory, lambda status: self._begin(status, deadline, work), deadline)
        if self.status is not None:
            return self._begin(self.status, Deadline(self.timeout), work)
        status, deadline = SharedStatus.here(), Deadline(self.timeout)
        with guarded_here(status, self.memory, deadline, self._end_process if _is_printing_itself() else None):
            return self._begin(status, deadline, work)

    def _begin_movable(self, movable: MovableWork, work: Callable[[Options], Found]) -> Found:
        movable.status.begin()
        begun = Begun(movable.deadline, Progress(stage="reading", on_enter=movable.enter), movable)
        movable.status.note(begun.progress)
        return begun.do(work, replace(self, status=movable.status, begun=begun))

    @property
    def _may_begin_here(self) -> bool:
        """Check whether the work can begin in this process, and be forked: nothing may use another thread or process."""
        uses_others = any(option is not None for option in (self.cubes, self.portfolio, self.remote))
        return self.memory is None and not uses_others and threading.active_count() == 1

    def _begin(self, status: SharedStatus, deadline: Deadline, work: Callable[[Options], Found]) -> Found:
        status.begin()
        begun = Begun(deadline, Progress(stage="reading", on_enter=status.note))
        status.note(begun.progress)
        try:
            return begun.do(work, replace(self, status=status, begun=begun))
        except BaseException:
            status.end()  # a request to stop while this is reported, or a kill, would have it reported once more by the parent
            raise

    def _end_process(self, problem: Exception) -> None:
        """Say why there is no result, and end the process at once, whatever else it is doing."""
        print(f"gridwright: gave up: {problem}", file=sys.stderr, flush=True)
        os._exit(GAVE_UP)

    @property
    def needs_process(self) -> bool:
        """Check whether work still has to get a process of its own. What that prints is lost unless it goes to a file."""
        is_limited = self.memory is not None or self.timeout is not None
        return is_limited and self.status is None and is_supported() and _is_printing_itself()

    def for_process(self) -> Options:
        """Return the options without what makes sense in this process only."""
        return replace(self, on_progress=None, cubes=None, portfolio=None, remote=None, status=None, begun=None)

    def deadline(self) -> Deadline:
        """Return the deadline for the work on one spec, which counts from the beginning of the work."""
        return Deadline(self.timeout) if self.begun is None else self.begun.deadline

    def load(self, path: str, *, may_lack_values: bool = False) -> Spec:
        """Return the spec in a file, read before the deadline; raise `SpecError` with all its errors."""
        from gridwright.compiler.loader import load  # noqa: PLC0415 (`import` starts without it)

        self.progress().enter("reading")
        folders = library_folders(path, self.libraries)
        return load(path, self.limits, self.deadline(), libraries=folders, may_lack_values=may_lack_values)

    def progress(self) -> Progress:
        """Return the progress of the work on one spec."""
        return Progress() if self.begun is None else self.begun.progress

    def say(self, text: str) -> None:
        """Print a line to standard error, unless `--quiet`."""
        if not self.quiet:
            print(text, file=sys.stderr)

    def report(self, line: Json) -> None:
        """Print an object of `--json`. `reports/COMMAND.yaml` describes it; what all have in common is added here."""
        from ..output.reports.report_schema import head  # noqa: PLC0415 (only --json needs them)
        from ..output.text import print_text  # noqa: PLC0415

        print_text.one_line(head(self.command) | line)


def _is_printing_itself() -> bool:
    """Check whether what is printed goes to files of this process, and not to a Python object that captures it."""
    try:
        return all(stream.fileno() >= 0 for stream in (sys.stdout, sys.stderr))
    except (OSError, ValueError):
        return False


# What a command does with one file; the options are those of the process that does it.
Work = Callable[[str, Options], int]


def _limits(context: click.Context, parameter: click.Parameter, written: Sequence[str]) -> Limits:
    """Return the limits with what `--max` sets."""
    limits = USUAL
    for text in written:
        name, _, number = text.partition("=")
        try:
            limits = limits.with_set(name.strip(), int(number.strip().replace("_", "")))
        except KeyError:
            help = did_you_mean(name, NAMES) or f"the limits are: {', '.join(NAMES)}"
            raise click.BadParameter(f"there is no limit `{name}`; {help}") from None
        except ValueError as problem:
            wanted = problem if number.strip().isdecimal() else "a number"
            raise click.BadParameter(f"`{text}` is not valid: write NAME=N, where N is {wanted}") from None
    return limits


_OPTIONS = (
    click.option("--json", is_flag=True, help="Print one JSON object for each spec, and nothing else."),
    click.option("--timeout", type=click.FloatRange(0), metavar="SECONDS", help="Give up on a spec after this many seconds."),
    click.option(
        "--memory", type=click.IntRange(1), metavar="MB", help="Give up on a spec that needs more than this many megabytes."
    ),
    click.option(
        "--max",
        "limits",
        multiple=True,
        callback=_limits,
        metavar="NAME=N",
        help="Change a limit; `gridwright functions --limits` lists them.",
    ),
    click.option(
        "--library",
        "libraries",
        multiple=True,
        metavar="DIR",
        type=FILE,
        help="Look for libraries in this folder too; may be repeated.",
    ),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N", help="The seed of all random choices."),
    click.option(
        "--engine",
        type=click.Choice([AUTO, *ENGINES]),
        default=AUTO,
        help="The solver to use; `auto` chooses one for each part.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Print only errors on standard error."),
    click.option("--verbose", is_flag=True, help="Print statistics, and where the program failed if it fails."),
)

specs_argument = click.argument("specs", nargs=-1, required=True, metavar="SPEC...", type=FILE)
cache_option = click.option(
    "--cache",
    metavar="DIR",
    type=FILE,
    callback=lambda context, option, value: None if value is None else _cache(value),
    help="Keep results in this folder, and do not solve unchanged specs again.",
)
spec_argument = click.argument("spec", metavar="SPEC", type=FILE)


def common_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that mean the same everywhere to a command, which gets them as one `Options`."""

    def collect(
        json: bool,
        timeout: float | None,
        memory: int | None,
        limits: Limits,
        libraries: Sequence[str],
        seed: int,
        engine: str,
        quiet: bool,
        verbose: bool,
        **rest: Any,
    ) -> int:
        name = click.get_current_context().info_name or ""
        _ensure_memory(memory, engine)
        options = Options(
            json, timeout, seed, engine, quiet, verbose, name, limits=limits, memory=memory, libraries=tuple(libraries)
        )
        return command(options=options, **rest)

    for option in reversed(_OPTIONS):
        collect = option(collect)
    return collect


def _cache(folder: str) -> Cache:
    from .cache import open_cache  # noqa: PLC0415 (only --cache needs it)

    return open_cache(folder)


def _ensure_memory(megabytes: int | None, engine: str) -> None:
    """Raise `click.UsageError` if a limit on memory cannot be kept, or leaves no room for the program itself."""
    if megabytes is None:
        return
    if not is_supported():
        raise click.UsageError("--memory works only on Linux")
    if megabytes < DOUBTFUL:
        from gridwright.compiler.loader import load_text  # noqa: PLC0415 (so small a limit is rare)

        from ..solving.solve import solve  # noqa: PLC0415
        from .preload import SMALL  # noqa: PLC0415 (which is compiled when it is imported)

        needed = least(lambda: solve(load_text(SMALL), engine=engine))
        if megabytes < needed:
            raise click.UsageError(f"--memory {megabytes} is not enough for any puzzle; the least is --memory {needed}")
