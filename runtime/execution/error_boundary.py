"""Run a command on one file after another: what is wrong with one is printed, and does not stop the others."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Iterable
from typing import Any

import click
from gridwright.compiler.language.budget import GaveUp, OutOfTime
from gridwright.compiler.syntax.diagnostics import SpecError

from ..exit_status import GAVE_UP, INTERRUPTED, OK, OUR_MISTAKE, WRONG
from .options import Options, Work

# Solvers, reports and tables are imported when something is wrong: that takes longer than a command such as `import` has.
RUNTIME = "gridwright.runtime"


@functools.cache
def problems() -> tuple[type[Exception], ...]:
    """Return the exceptions that end the work on one file, and not that on the others."""
    missing, rejects = _later("engines.engine").EngineMissing, _later("solving.endings").JudgeRejects
    return (SpecError, OutOfTime, GaveUp, MemoryError, missing, rejects, _later("execution.portfolio").SearchesContradict)


def _later(module: str) -> Any:
    return importlib.import_module(f"{RUNTIME}.{module}")


def each(paths: Iterable[str], one: Work, options: Options) -> int:
    """Run a command on each file and return the highest status; a file that is wrong does not stop the others."""
    status = OK
    for path in paths:
        status = max(status, own_status := run_on_file(path, one, options))
        if own_status == INTERRUPTED:
            break
    return status


def run_on_file(path: str, one: Work, options: Options) -> int:
    """Run a command on one file and return its status; print what is wrong with the file."""
    try:
        if options.needs_process:
            return options.run_limited(lambda limited: run_on_file(path, one, limited))
        return options.run_limited(lambda begun: one(path, begun))
    except problems() as problem:
        return report_problem(path, problem, options)


def report_problem(path: str, problem: Exception, options: Options, wrong: str | None = None) -> int:
    """Print one of `problems`, as text or as an object of `--json`, and return the status for it.

    `path` is the spec that the command is about, `wrong` the file with the mistakes where that is another one.
    """
    report, print_text = _later("output.reports.report"), _later("output.text.print_text")
    if isinstance(problem, ImportError):
        raise click.UsageError(str(problem)) from None
    if isinstance(problem, (OutOfTime, GaveUp, MemoryError)):
        endings = _later("solving.endings")
        reason, during = endings.reason_of(problem), endings.during_of(problem)
        if options.json:
            options.report(report.failure(path, "gave-up", reason, during=during))
        return gave_up(path, endings.with_stage(reason, during), options)
    if isinstance(problem, SpecError):
        if options.json:
            options.report(report.failure(path, "invalid", diagnostics=problem.diagnostics))
        else:
            print_text.diagnostics(problem.diagnostics)
        options.say(f"{wrong or path}: {print_text.number_of(len(problem.diagnostics), 'error')}")
        return WRONG
    if isinstance(problem, _later("solving.endings").JudgeRejects):
        if options.json:
            options.report(report.failure(path, "mistake", f"the judge rejects a finished grid: {problem}"))
        print_text.print_rejection(problem)
        return OUR_MISTAKE
    if options.json:
        options.report(report.failure(path, "mistake", str(problem)))
    print(f"gridwright: {path}: a mistake of this program: {problem}\n  please report it", file=sys.stderr)
    return OUR_MISTAKE


def gave_up(path: str, reason: str, options: Options, more: str = "") -> int:
    """Print to standard error why something was not finished, with what is known besides, and return the status for it."""
    if not options.json:
        print(f"{path}: {'' if reason == 'interrupted' else 'gave up: '}{reason}", file=sys.stderr)
        if more:
            print(more, file=sys.stderr)
    return INTERRUPTED if reason.startswith("interrupted") else GAVE_UP
