"""Read the arguments of public functions: a spec in any form, limits, and words of which only some are allowed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator
from pathlib import Path

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.runtime.engines.engine_registry import AUTO, ENGINES
from gridwright.runtime.execution.process_limits import SharedStatus, guarded_here
from gridwright.runtime.solving.progress import Progress

# What stands for a spec: one that is loaded, the path of a file, or a text with more than one line.
SpecSource = Spec | str | os.PathLike[str]

MOST_SEED = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Work:
    """The work of one call: when it has to end, and how far it is."""

    deadline: Deadline
    progress: Progress


@contextlib.contextmanager
def limited_work(timeout: float | None, memory: int | None) -> Iterator[Work]:
    """Begin the work of a call, which is asked to stop beyond a limit.

    `timeout`: seconds. `memory`: megabytes of the whole process. Raise `TimeoutError` or `MemoryError` where a stage was asked to
    stop that has no partial result; searches end with a reason instead.
    """
    seconds = number(timeout, "timeout", least=0, unit="seconds") if timeout is not None else None
    megabytes = integer(memory, "memory", least=1, unit="megabytes") if memory is not None else None
    work = Work(Deadline(seconds), Progress(stage="reading"))
    try:
        if seconds is None and megabytes is None:
            yield work
        else:
            status = SharedStatus.here()
            with guarded_here(status, megabytes, work.deadline, None):
                status.begin()
                yield work
    except OutOfTime:
        raise TimeoutError(f"out of time after {timeout} s, while {work.progress.doing}") from None


def spec_of(given: SpecSource, deadline: Deadline = NO_DEADLINE, argument: str = "spec") -> Spec:
    """Return the spec that an argument stands for.

    Raise `SpecError` if it is wrong or there is no such file, `TypeError` for anything else.

    >>> spec_of("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\n").grids[0].board.width
    2
    >>> spec_of(7)
    Traceback (most recent call last):
    TypeError: spec must be a Spec, a path, or the text of a spec (got 7, of type int)
    """
    if isinstance(given, Spec):
        return given
    if isinstance(given, str) and not given.strip():
        raise ValueError(f"{argument} is an empty text; it must be a path or the text of a spec")
    if isinstance(given, str) and "\n" in given:
        return load_text(given)
    if isinstance(given, (str, os.PathLike)):
        return load(path_of(given, argument), deadline=deadline)
    raise TypeError(f"{argument} must be a Spec, a path, or the text of a spec (got {describe_value(given)})")


def path_of(given: str | os.PathLike[str], argument: str) -> Path:
    """Return the path that an argument stands for. Raise `SpecError` if it is a text of one line that names no file.

    >>> path_of("gridwright: 1", "spec")
    Traceback (most recent call last):
    gridwright.compiler.syntax.diagnostics.SpecError: error[unreadable]: there is no file gridwright: 1
      = help: `spec` has only one line, so it is read as a path; a text has several lines
    """
    if isinstance(given, str) and not os.path.exists(given):  # noqa: PTH110 (`Path.exists` fails on a name that is too long)
        help = f"`{argument}` has only one line, so it is read as a path; a text has several lines"
        raise error(Code.UNREADABLE, f"there is no file {given}", help=help)
    return Path(given)


def engine_name(given: str) -> str:
    """Return the name of an engine. Raise `ValueError` if there is none of that name.

    >>> engine_name("clasp")
    'clasp'
    """
    return word(given, "engine", [AUTO, *ENGINES])


def word(given: str, argument: str, known: Collection[str]) -> str:
    """Return a word if it is known; otherwise raise `ValueError`, which suggests one.

    >>> word("svgs", "format", ["svg", "png"])
    Traceback (most recent call last):
    ValueError: format must be one of: svg, png (got 'svgs'); did you mean 'svg'?
    """
    if isinstance(given, str) and given in known:
        return given
    help = did_you_mean(given, known) if isinstance(given, str) else ""
    raise ValueError(f"{argument} must be one of: {', '.join(known)} (got {given!r})" + (f"; {help}" if help else ""))


def number(given: float, argument: str, *, least: float, unit: str = "") -> float:
    """Return a number that is large enough; raise `TypeError` or `ValueError`.

    >>> number("3", "timeout", least=0, unit="seconds")
    Traceback (most recent call last):
    TypeError: timeout must be a number of seconds (got '3', of type str)
    """
    what = "a number" + (f" of {unit}" if unit else "")
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        raise TypeError(f"{argument} must be {what} (got {describe_value(given)})")
    if not given >= least:
        raise ValueError(f"{argument} must be {what}, at least {least} (got {given})")
    return given


def integer(given: int, argument: str, *, least: int, most: int | None = None, unit: str = "") -> int:
    """Return a whole number within bounds; raise `TypeError` or `ValueError`.

    >>> integer(0, "limit", least=1)
    Traceback (most recent call last):
    ValueError: limit must be a whole number, at least 1 (got 0)
    """
    what = "a whole number" + (f" of {unit}" if unit else "")
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(f"{argument} must be {what} (got {describe_value(given)})")
    if given < least or (most is not None and given > most):
        bounds = f"at least {least}" if most is None else f"from {least} to {most:,}"
        raise ValueError(f"{argument} must be {what}, {bounds} (got {given})")
    return given


def seed_number(given: int) -> int:
    """Return a seed; raise `TypeError` or `ValueError`."""
    return integer(given, "seed", least=0, most=MOST_SEED)


def describe_value(given: object) -> str:
    """Return a value and its type for a message.

    >>> describe_value([1])
    '[1], of type list'
    """
    text = repr(given)
    return f"{text if len(text) <= 60 else text[:57] + '...'}, of type {type(given).__name__}"
