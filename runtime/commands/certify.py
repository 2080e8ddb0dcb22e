"""Check a certificate from `verify --certificate`, without any solver."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
from click.core import ParameterSource
from gridwright.compiler.language.budget import GaveUp, OutOfTime

from ..execution.error_boundary import gave_up
from ..execution.options import Options, common_options
from ..execution.progress_display import show_progress
from ..exit_status import GAVE_UP, NOT_AS_CLAIMED, OK
from ..proofs.check import checker
from ..proofs.check.coverage import Coverage
from ..proofs.check.json_values import Rejected
from ..solving.endings import during_of, reason_of, with_stage

MOST = 1 << 20


@click.command("certify", help=__doc__)
@click.argument("folder", metavar="DIR")
@click.option(
    "--limit",
    type=click.IntRange(0, MOST),
    default=checker.LIMIT,
    metavar="N",
    help="Compare a constraint with plain evaluation on all its grids if there are at most N, otherwise on some.",
)
@common_options
def command(options: Options, folder: str, limit: int) -> int:
    """Check a certificate."""
    is_given = click.get_current_context().get_parameter_source("seed") is not ParameterSource.DEFAULT

    def checked(options: Options) -> Coverage:
        progress = options.progress()
        with show_progress(folder, progress, options):
            return checker.check(
                Path(folder),
                limit=limit,
                limits=options.limits,
                seed=options.seed if is_given else None,
                deadline=options.deadline(),
                tell=progress.enter,
            )

    try:
        coverage = options.run_limited(checked)
    except Rejected as problem:
        if options.json:
            options.report({"certificate": folder, "accepted": False, "wrong": str(problem)})
        else:
            print(f"{folder}: rejected: {problem}")
        return NOT_AS_CLAIMED
    except (OutOfTime, GaveUp, MemoryError) as problem:
        reason = with_stage(reason_of(problem), during_of(problem))
        if options.json:
            options.report({"certificate": folder, "accepted": False, "undecided": reason})
        return gave_up(folder, reason, options)
    gaps = coverage.gaps and f"the claim depends on {coverage.gaps} that could be neither proved nor refuted"
    if options.json:
        undecided = {"undecided": gaps} if gaps else {}
        found = {"certificate": folder, "accepted": not gaps, **undecided, "coverage": dataclasses.asdict(coverage)}
        options.report(found)
    else:
        print(f"{folder}: {f'not decided: {gaps}' if gaps else 'accepted'}")
        for line in coverage.lines(verbose=options.verbose):
            print(f"  {line}")
    return GAVE_UP if gaps else OK
