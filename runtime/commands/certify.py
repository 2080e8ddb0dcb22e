"""Check a certificate that `verify --certificate` wrote, without any solver."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
from gridwright.compiler.budget import GaveUp, OutOfTime

from ..certify import check
from ..certify.coverage import Coverage
from ..certify.values import Rejected
from ..process import GAVE_UP, NOT_AS_CLAIMED, OK
from ..runs.guarded import gave_up
from ..runs.options import Options, common_options
from ..runs.shown import shown
from ..solving.progress import Progress
from ..solving.session import reason_of

MOST = 1 << 20


@click.command("certify", help=__doc__)
@click.argument("folder", metavar="DIR")
@click.option(
    "--limit",
    type=click.IntRange(0, MOST),
    default=check.LIMIT,
    metavar="N",
    help="Compare a constraint with plain evaluation on every grid, where there are so many at most; otherwise on some.",
)
@common_options
def command(options: Options, folder: str, limit: int) -> int:
    """Check a certificate."""

    def checked(options: Options) -> Coverage:
        progress = Progress()
        with shown(folder, progress, options):
            return check.check(Path(folder), limit=limit, limits=options.limits, deadline=options.deadline(), tell=progress.enter)

    try:
        coverage = options.apart(checked)
    except Rejected as problem:
        if options.json:
            options.report({"certificate": folder, "accepted": False, "wrong": str(problem)})
        else:
            print(f"{folder}: rejected: {problem}")
        return NOT_AS_CLAIMED
    except (OutOfTime, GaveUp, MemoryError) as problem:
        reason = reason_of(problem)
        if options.json:
            options.report({"certificate": folder, "accepted": False, "undecided": reason})
        return gave_up(folder, reason, options)
    gaps = coverage.gaps and f"the claim rests on {coverage.gaps} that could be neither proved nor refuted"
    if options.json:
        undecided = {"undecided": gaps} if gaps else {}
        found = {"certificate": folder, "accepted": not gaps, **undecided, "coverage": dataclasses.asdict(coverage)}
        options.report(found)
    else:
        print(f"{folder}: {f'neither accepted nor rejected: {gaps}' if gaps else 'accepted'}")
        for line in coverage.lines():
            print(f"  {line}")
    return GAVE_UP if gaps else OK
