"""What commands share: the options that mean the same everywhere, files and folders, searching with progress shown."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
from gridwright.compiler.budget import Deadline, OutOfTime
from gridwright.compiler.diagnostics import SpecError
from gridwright.compiler.reading import load
from gridwright.compiler.reading.libraries import all_files_used, files_used
from gridwright.compiler.source import MAX_BYTES
from gridwright.compiler.spec import Spec

from . import report, show
from .cli import GAVE_UP, INTERRUPTED, OK, OUR_MISTAKE, WRONG
from .engines.engine import EngineMissing
from .outcome import Outcome
from .progress import Progress
from .report_schema import head
from .solve import ENGINES, JudgeRejects, solve

Found = TypeVar("Found")

HEARD = 0.5  # seconds between two things that a listener is told
OUT_OF_TIME = "out of time"
PROBLEMS = (SpecError, OutOfTime, EngineMissing, JudgeRejects)  # what may be wrong with one file, and does not stop the others


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


_OPTIONS = (
    click.option("--json", is_flag=True, help="Print one JSON object for each spec, and nothing else."),
    click.option("--timeout", type=click.FloatRange(0), metavar="SECONDS", help="Give up on a spec after this."),
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N", help="Seed of the search."),
    click.option("--engine", type=click.Choice(list(ENGINES)), default="z3", help="Which solver searches."),
    click.option("--quiet", is_flag=True, help="Say nothing on standard error but errors."),
    click.option("--verbose", is_flag=True, help="Say more: statistics, and where a mistake of the program happened."),
)

specs_argument = click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
jobs_option = click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="How many specs at the same time.")
spec_argument = click.argument("spec", metavar="SPEC")


def common_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that mean the same everywhere, handed over as one `Options`."""

    def collected(json: bool, timeout: float | None, seed: int, engine: str, quiet: bool, verbose: bool, **rest: Any) -> int:
        name = click.get_current_context().info_name or ""
        return command(options=Options(json, timeout, seed, engine, quiet, verbose, name), **rest)

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected


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
            return bool(re.search(rb"(?m)^[\"']?grids?[\"']?[ \t]*:", file.read(MAX_BYTES)))
    except (OSError, ValueError):
        return True


def each(paths: Iterable[str], one: Callable[[str], int], options: Options) -> int:
    """Run a command on each file and give the highest status; a file that is wrong does not stop the others."""
    status = OK
    for path in paths:
        status = max(status, found := guarded(path, one, options))
        if found == INTERRUPTED:
            break
    return status


def guarded(path: str, one: Callable[[str], int], options: Options) -> int:
    """The status of a command on one file; what is wrong with the file is printed."""
    try:
        return one(path)
    except PROBLEMS as problem:
        return told(path, problem, options)


def told(path: str, problem: Exception, options: Options, wrong: str | None = None) -> int:
    """Say of one of `PROBLEMS` what it is, as text or as an object of `--json`, and give the status for it.

    `path` is the spec that the command is about, `wrong` the file with the mistakes where that is another one.
    """
    if isinstance(problem, EngineMissing):
        raise click.UsageError(str(problem)) from None
    if isinstance(problem, OutOfTime):
        if options.json:
            options.report(report.failed(path, "gave-up", OUT_OF_TIME))
        return gave_up(path, OUT_OF_TIME, options)
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


def search(path: str, options: Options, limit: int | Callable[[Spec], int]) -> tuple[Spec, Outcome]:
    """A spec and the outcome of a search for up to `limit` solutions, with progress shown meanwhile."""

    def solved(spec: Spec, deadline: Deadline, progress: Progress) -> Outcome:
        wanted = limit if isinstance(limit, int) else limit(spec)
        return solve(spec, limit=wanted, engine=options.engine, seed=options.seed, deadline=deadline, progress=progress)

    return searched(path, options, solved)


def searched(path: str, options: Options, work: Callable[[Spec, Deadline, Progress], Found]) -> tuple[Spec, Found]:
    """A spec, and what some work on it comes to by the deadline, with progress shown meanwhile."""
    deadline = options.deadline()
    progress = Progress()
    with shown(path, progress, options):
        progress.enter("reading")
        spec = load(path)
        return spec, work(spec, deadline, progress)


@contextmanager
def shown(path: str, progress: Progress, options: Options) -> Iterator[None]:
    """Say on standard error what is being done, from the first second on: in place in a terminal, otherwise ever more rarely.

    Where there is a listener, it is told in place of that, and may pass it on or not.
    """
    if options.quiet and options.listener is None:
        yield
        return
    done = threading.Event()
    in_place = sys.stderr.isatty()

    def tell() -> None:
        if options.listener is not None:
            while not done.wait(HEARD):
                options.listener(str(progress))
            return
        pause, shown = 1.0, 0
        while not done.wait(pause):
            text = f"{path}: {progress}"
            sys.stderr.write(f"\r{text.ljust(shown)}" if in_place else f"{text}\n")
            sys.stderr.flush()
            shown, pause = (len(text), 0.2) if in_place else (0, min(pause * 2, 60))
        if shown:
            sys.stderr.write(f"\r{' ' * shown}\r")
            sys.stderr.flush()

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join(1)
