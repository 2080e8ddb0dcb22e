"""What commands share: the options that mean the same everywhere, files and folders, searching with progress shown."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from gridwright.compiler.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.diagnostics import SpecError, did_you_mean
from gridwright.compiler.limits import NAMES, USUAL, Limits
from gridwright.compiler.reading import load, load_text
from gridwright.compiler.reading.libraries import all_files_used, files_used
from gridwright.compiler.spec import Spec

from . import report, show
from .cache import Cache, open_cache
from .cli import GAVE_UP, INTERRUPTED, OK, OUR_MISTAKE, WRONG
from .engines.engine import EngineMissing
from .memory import Word, is_supported, least, within
from .progress import Progress
from .report_schema import head
from .session import reason_of
from .solve import AUTO, ENGINES, JudgeRejects, engine_name, solve

if TYPE_CHECKING:
    from .sharing import Sharing

Found = TypeVar("Found")

GRACE = 10.0  # seconds after a deadline until a process that does not notice it is ended
HEARD = 0.5  # seconds between two things that a listener is told
AT_ONCE = 0.05  # seconds between two words of a process that may have to be ended
DOUBTFUL = 256  # megabytes; of less it is found out whether the program can do anything with them

# What may be wrong with one file, and does not stop the others.
PROBLEMS = (SpecError, OutOfTime, GaveUp, MemoryError, EngineMissing, JudgeRejects)


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
    listener: Callable[[str], None] | None = None  # is told what is being done, in place of standard error
    cache: Cache | None = None  # what was found out before
    sharing: Sharing | None = None  # how the search of one spec is shared out
    limits: Limits = USUAL
    memory: int | None = None  # megabytes that the work on one spec may have
    word: Word | None = None  # where progress is told, in a process that has a limit on memory

    def apart(self, work: Callable[[Options], Found]) -> Found:
        """Do the work on one spec, where its memory is limited in a process of its own. `OutOfMemory`."""
        if self.memory is None or self.word is not None:
            return work(self)
        return within(self.memory, lambda word: work(replace(self, word=word)))

    @property
    def is_to_be_apart(self) -> bool:
        """Whether work still has to get a process of its own."""
        return self.memory is not None and self.word is None

    def deadline(self) -> Deadline:
        """The deadline for one spec, from now on."""
        return Deadline(self.timeout)

    def say(self, text: str) -> None:
        """Say something on standard error, unless `--quiet`."""
        if not self.quiet:
            print(text, file=sys.stderr)

    def report(self, found: report.Json) -> None:
        """Print an object of `--json`. `reports/COMMAND.yaml` describes it; what all have in common is added here."""
        show.one_line(head(self.command) | found)


# What a command does with one file; the options are those of the process in which it is done.
Work = Callable[[str, Options], int]


def _limits(context: click.Context, parameter: click.Parameter, written: Sequence[str]) -> Limits:
    """What `--max` sets."""
    found = USUAL
    for text in written:
        name, _, number = text.partition("=")
        try:
            found = found.with_set(name.strip(), int(number.strip().replace("_", "")))
        except KeyError:
            help = did_you_mean(name, NAMES) or f"the limits are {', '.join(NAMES)}"
            raise click.BadParameter(f"there is no limit `{name}`; {help}") from None
        except ValueError as problem:
            wanted = problem if number.strip().isdecimal() else "a number"
            raise click.BadParameter(f"`{text}`: write NAME=N, where N is {wanted}") from None
    return found


_OPTIONS = (
    click.option("--json", is_flag=True, help="Print one JSON object for each spec, and nothing else."),
    click.option("--timeout", type=click.FloatRange(0), metavar="SECONDS", help="Give up on a spec after this."),
    click.option("--memory", type=click.IntRange(1), metavar="MB", help="Give up on a spec that takes more megabytes."),
    click.option(
        "--max", "limits", multiple=True, callback=_limits, metavar="NAME=N", help="Set a limit (gridwright functions --limits)."
    ),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N", help="Seed of the search."),
    click.option(
        "--engine",
        type=click.Choice([AUTO, *ENGINES]),
        default=AUTO,
        callback=lambda context, parameter, name: engine_name(name),
        help="Which solver searches; `auto`: the fastest that is installed.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing on standard error but errors."),
    click.option("--verbose", is_flag=True, help="Say more: statistics, and where a mistake of the program happened."),
)

specs_argument = click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
cache_option = click.option(
    "--cache",
    metavar="DIR",
    callback=lambda context, option, value: None if value is None else open_cache(value),
    help="Keep what is found out in this folder, and do not solve again what has not changed.",
)
spec_argument = click.argument("spec", metavar="SPEC")


def common_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that mean the same everywhere, handed over as one `Options`."""

    def collected(
        json: bool,
        timeout: float | None,
        memory: int | None,
        limits: Limits,
        seed: int,
        engine: str,
        quiet: bool,
        verbose: bool,
        **rest: Any,
    ) -> int:
        name = click.get_current_context().info_name or ""
        _ensure_memory(memory, engine)
        return command(options=Options(json, timeout, seed, engine, quiet, verbose, name, limits=limits, memory=memory), **rest)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


def _ensure_memory(megabytes: int | None, engine: str) -> None:
    """`click.UsageError` where a limit on memory would not hold, or leaves no room for the program itself."""
    if megabytes is None:
        return
    if not is_supported():
        raise click.UsageError("--memory needs Linux, which tells what a process has in memory")
    if megabytes < DOUBTFUL:
        from .warm import SMALL  # noqa: PLC0415 (which is compiled when it is imported)

        needed = least(lambda: solve(load_text(SMALL), engine=engine))
        if megabytes < needed:
            raise click.UsageError(f"--memory {megabytes} is not enough for any puzzle; the least is --memory {needed}")


def files(specs: Sequence[str]) -> list[str]:
    """The files that are meant, each once.

    A folder stands for the specs below it, without the libraries that they use; a library stands for the specs that use it.
    """
    found: list[str] = []
    for spec in specs:
        if Path(spec).is_dir():
            inside = yaml_files(spec)
            if not inside:
                raise click.UsageError(f"there are no specs (*.yaml) in {spec}")
            libraries = {str(Path(path).with_name(name)) for path in inside for name in files_used(path)}
            found += [path for path in inside if path not in libraries]
        else:
            found += _users(spec) or [spec]
    return list(dict.fromkeys(found))


def yaml_files(folder: str) -> list[str]:
    """The files below a folder that may be specs; those that are hidden, or lie in folders that are, belong to other programs."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [str(Path(place, name)) for name in names if name.endswith(".yaml") and not name.startswith(".")]
    return sorted(found)


def _users(path: str) -> list[str]:
    """The specs in the folder of a library that use it; none where the file has a board, and is a spec itself."""
    if _has_board(Path(path)):
        return []
    others = sorted(Path(path).parent.glob("*.yaml"))
    return [str(other) for other in others if _has_board(other) and Path(path).name in all_files_used(other)]


def _has_board(path: Path) -> bool:
    """Whether a file has the key `grid` or `grids`, seen without reading it as YAML; true where it cannot be read at all."""
    try:
        with path.open("rb") as file:
            return bool(re.search(rb"(?m)^[\"']?grids?[\"']?[ \t]*:", file.read(USUAL.file_size)))
    except (OSError, ValueError):
        return True


def each(paths: Iterable[str], one: Work, options: Options) -> int:
    """Run a command on each file and give the highest status; a file that is wrong does not stop the others."""
    status = OK
    for path in paths:
        status = max(status, found := guarded(path, one, options))
        if found == INTERRUPTED:
            break
    return status


def guarded(path: str, one: Work, options: Options) -> int:
    """The status of a command on one file; what is wrong with the file is printed."""
    try:
        if options.is_to_be_apart:
            return options.apart(lambda apart: guarded(path, one, apart))
        return one(path, options)
    except PROBLEMS as problem:
        return told(path, problem, options)


def told(path: str, problem: Exception, options: Options, wrong: str | None = None) -> int:
    """Say of one of `PROBLEMS` what it is, as text or as an object of `--json`, and give the status for it.

    `path` is the spec that the command is about, `wrong` the file with the mistakes where that is another one.
    """
    if isinstance(problem, EngineMissing):
        raise click.UsageError(str(problem)) from None
    if isinstance(problem, OutOfTime | GaveUp | MemoryError):
        reason = reason_of(problem)
        if options.json:
            options.report(report.failed(path, "gave-up", reason))
        return gave_up(path, reason, options)
    if isinstance(problem, JudgeRejects):
        if options.json:
            options.report(report.failed(path, "mistake", f"the judge rejects a finished grid: {problem}"))
        show.rejected(problem)
        return OUR_MISTAKE
    assert isinstance(problem, SpecError)
    if options.json:
        options.report(report.failed(path, "invalid", diagnostics=problem.diagnostics))
    else:
        show.diagnostics(problem.diagnostics)
    options.say(f"{wrong or path}: {show.counted(len(problem.diagnostics), 'error')}")
    return WRONG


def gave_up(path: str, reason: str, options: Options) -> int:
    """Say on standard error why something was not finished, and give the status for it."""
    if not options.json:
        print(f"{path}: {'' if reason == 'interrupted' else 'gave up: '}{reason}", file=sys.stderr)
    return INTERRUPTED if reason.startswith("interrupted") else GAVE_UP


def searched(path: str, options: Options, work: Callable[[Spec, Deadline, Progress], Found]) -> tuple[Spec, Found]:
    """A spec, and what some work on it comes to by the deadline, with progress shown meanwhile."""
    deadline = options.deadline()
    progress = Progress()
    with shown(path, progress, options):
        progress.enter("reading")
        spec = load(path, options.limits)
        return spec, work(spec, deadline, progress)


@contextmanager
def shown(path: str, progress: Progress, options: Options) -> Iterator[None]:
    """Say on standard error what is being done, from the first second on: in place in a terminal, otherwise ever more rarely.

    Where there is a listener, it is told in place of that, and may pass it on or not.
    """
    if options.quiet and options.listener is None and options.word is None:
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_tell, args=(path, progress, done, options), daemon=True)
    try:
        thread.start()
    except RuntimeError:  # there is no room for its stack
        raise MemoryError from None
    try:
        yield
    finally:
        done.set()
        thread.join(1)


def _tell(path: str, progress: Progress, done: threading.Event, options: Options) -> None:
    in_place = sys.stderr.isatty()
    pause, shown = 1.0 if options.listener is None else HEARD, 0
    next_time = time.monotonic() + pause
    while not done.wait(max(0.0, next_time - time.monotonic()) if options.word is None else AT_ONCE):
        if options.word is not None:
            options.word.say(str(progress))
        if time.monotonic() < next_time:
            continue
        text = f"{path}: {progress}"
        if options.listener is not None:
            options.listener(str(progress))
        elif not options.quiet:
            sys.stderr.write(f"\r{text.ljust(shown)}" if in_place else f"{text}\n")
            sys.stderr.flush()
            shown, pause = (len(text), 0.2) if in_place else (0, min(pause * 2, 60))
        next_time = time.monotonic() + pause
    if shown:
        sys.stderr.write(f"\r{' ' * shown}\r")
        sys.stderr.flush()
