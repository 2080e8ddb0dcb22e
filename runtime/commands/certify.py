"""Check a certificate from `verify --certificate`: make its clauses from the spec, and check their refutation."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
from gridwright.compiler.language.budget import GaveUp, OutOfTime

from ..execution.error_boundary import gave_up
from ..execution.options import FILE, Options, common_options
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..proofs.check.coverage import LIMIT, Coverage
from ..proofs.check.json_values import Rejected
from ..solving.endings import during_of, reason_of, with_stage

MOST = 1 << 20


@click.command("certify", help=__doc__)
@click.argument("folder", metavar="DIR", type=FILE)
@click.option(
    "--limit",
    type=click.IntRange(0, MOST),
    default=LIMIT,
    metavar="N",
    help="Compare the clauses of a constraint with plain evaluation on all its grids if there are at most N, otherwise on some.",
)
@common_options
def command(options: Options, folder: str, limit: int) -> int:
    """Check a certificate."""

    def check(options: Options) -> Coverage:
        from ..proofs.check import checker  # noqa: PLC0415 (with the compiler, slow to import, and not needed for `--help`)

        progress = options.progress()
        with show_progress(folder, progress, options):
            return checker.check(
                Path(folder),
                limit=limit,
                limits=options.limits,
                seed=options.seed,
                deadline=options.deadline(),
                on_progress=progress.enter,
            )

    try:
        coverage = options.run_limited(check)
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
    if options.json:
        options.report({"certificate": folder, "accepted": True, "coverage": dataclasses.asdict(coverage)})
    else:
        print(f"{folder}: accepted")
        for line in coverage.lines(verbose=options.verbose):
            print(f"  {line}")
    return OK
