"""How work ends early, and what is said of it; whoever catches it needs no engine and no search."""

from __future__ import annotations

from gridwright.compiler.language.budget import GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec

from ..engines.engine import Status
from ..judging.judge import Assignment, Report
from .progress import Progress


class JudgeRejects(Exception):
    """A finished candidate that the judge does not accept: a mistake of the program, with its evidence."""

    def __init__(self, spec: Spec, grid: Assignment, report: Report) -> None:
        super().__init__("; ".join(str(violation) for violation in report.violations[:3]))
        self.spec = spec
        self.grid = grid
        self.report = report

    def __reduce__(self) -> tuple[type[JudgeRejects], tuple[Spec, Assignment, Report]]:
        return JudgeRejects, (self.spec, self.grid, self.report)


def reason_of(problem: BaseException, progress: Progress | None = None) -> str:
    """Return the reason why a search ended early; if it ran out of time or memory, note in its progress what it was doing."""
    words = {OutOfTime: Status.OUT_OF_TIME, KeyboardInterrupt: Status.INTERRUPTED, MemoryError: Status.OUT_OF_MEMORY}
    reason = words[type(problem)].value if type(problem) in words else str(problem)
    if progress is not None and reason.startswith((Status.OUT_OF_TIME.value, Status.OUT_OF_MEMORY.value)):
        progress.during = progress.doing or progress.during
    return reason


def during_of(problem: BaseException) -> str:
    """Return the stage in which work ended early, if the exception has a note of it."""
    return next(iter(getattr(problem, "__notes__", ())), "")


def with_stage(reason: str, during: str) -> str:
    """Return why something ended early, and what was being done.

    >>> with_stage("out of time", "reading"), with_stage("interrupted", "")
    ('out of time while reading', 'interrupted')
    """
    return f"{reason} while {during}" if during else reason


ENDINGS = (GaveUp, OutOfTime, KeyboardInterrupt, MemoryError)  # how a search ends early
