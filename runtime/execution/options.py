"""Define the options that mean the same for every command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import click
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.limits import NAMES, USUAL, Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import did_you_mean

from ..engines.engine_registry import AUTO, ENGINES, engine_name
from ..output.reports import report
from ..output.reports.report_schema import head
from ..output.text import print_text
from ..solving.solve import solve
from .cache import Cache, open_cache
from .memory_limit import SharedStatus, is_supported, least, run_limited

if TYPE_CHECKING:
    from ..solving.outcome import Outcome
    from .cubes.cube_scheduler import CubeScheduler
    from .query import Query

Found = TypeVar("Found")

DOUBTFUL = 256  # megabytes; with less it is measured whether the program can do anything


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
    on_progress: Callable[[str], None] | None = None  # called with what is being done, in place of printing it to standard error
    cache: Cache | None = None  # results of earlier runs
    cubes: CubeScheduler | None = None  # if the search of one spec is cut into cubes
    remote: Callable[[Query], Outcome] | None = None  # searches on other machines
    limits: Limits = USUAL
    memory: int | None = None  # megabytes that the work on one spec may have
    status: SharedStatus | None = None  # where a process with a limit on memory notes its progress

    def run_limited(self, work: Callable[[Options], Found]) -> Found:
        """Do the work on one spec, in a process of its own if its memory is limited; raise `OutOfMemory` beyond the limit."""
        if self.memory is None or not self.needs_process:
            return work(self)
        return run_limited(self.memory, lambda status: work(replace(self, status=status)))

    @property
    def needs_process(self) -> bool:
        """Check whether work still has to get a process of its own."""
        return self.memory is not None and self.status is None

    def for_process(self) -> Options:
        """Return the options without what makes sense in this process only."""
        return replace(self, on_progress=None, cubes=None, remote=None, status=None)

    def deadline(self) -> Deadline:
        """Return the deadline for one spec, from now on."""
        return Deadline(self.timeout)

    def say(self, text: str) -> None:
        """Print a line to standard error, unless `--quiet`."""
        if not self.quiet:
            print(text, file=sys.stderr)

    def report(self, found: report.Json) -> None:
        """Print an object of `--json`. `reports/COMMAND.yaml` describes it; what all have in common is added here."""
        print_text.one_line(head(self.command) | found)


# What a command does with one file; the options are those of the process that does it.
Work = Callable[[str, Options], int]


def _limits(context: click.Context, parameter: click.Parameter, written: Sequence[str]) -> Limits:
    """Return the limits with what `--max` sets."""
    found = USUAL
    for text in written:
        name, _, number = text.partition("=")
        try:
            found = found.with_set(name.strip(), int(number.strip().replace("_", "")))
        except KeyError:
            help = did_you_mean(name, NAMES) or f"the limits are: {', '.join(NAMES)}"
            raise click.BadParameter(f"there is no limit `{name}`; {help}") from None
        except ValueError as problem:
            wanted = problem if number.strip().isdecimal() else "a number"
            raise click.BadParameter(f"`{text}` is not valid: write NAME=N, where N is {wanted}") from None
    return found


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
    click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N", help="Seed of what is random."),
    click.option(
        "--engine",
        type=click.Choice([AUTO, *ENGINES]),
        default=AUTO,
        callback=lambda context, parameter, name: engine_name(name),
        help="The solver to use; `auto` takes the fastest one installed.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Print only errors on standard error."),
    click.option("--verbose", is_flag=True, help="Print statistics, and where the program failed if it fails."),
)

specs_argument = click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
cache_option = click.option(
    "--cache",
    metavar="DIR",
    callback=lambda context, option, value: None if value is None else open_cache(value),
    help="Keep results in this folder, and do not solve unchanged specs again.",
)
spec_argument = click.argument("spec", metavar="SPEC")


def common_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that mean the same everywhere to a command, which gets them as one `Options`."""

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
    """Raise `click.UsageError` if a limit on memory cannot be kept, or leaves no room for the program itself."""
    if megabytes is None:
        return
    if not is_supported():
        raise click.UsageError("--memory works only on Linux")
    if megabytes < DOUBTFUL:
        from .preload import SMALL  # noqa: PLC0415 (which is compiled when it is imported)

        needed = least(lambda: solve(load_text(SMALL), engine=engine))
        if megabytes < needed:
            raise click.UsageError(f"--memory {megabytes} is not enough for any puzzle; the least is --memory {needed}")
