"""Check a certificate that `verify --certificate` wrote, without any solver."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
from gridwright.compiler.budget import OutOfTime

from ..certify import check
from ..certify.values import Rejected
from ..cli import GAVE_UP, NOT_AS_CLAIMED, OK
from ..progress import Progress
from ..running import OUT_OF_TIME, Options, common_options, gave_up, shown

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
    progress = Progress()
    try:
        with shown(folder, progress, options):
            coverage = check.check(Path(folder), limit=limit, deadline=options.deadline(), tell=progress.enter)
    except Rejected as problem:
        if options.json:
            options.report({"certificate": folder, "accepted": False, "wrong": str(problem)})
        else:
            print(f"{folder}: rejected: {problem}")
        return NOT_AS_CLAIMED
    except OutOfTime:
        if options.json:
            options.report({"certificate": folder, "accepted": False, "undecided": OUT_OF_TIME})
        return gave_up(folder, OUT_OF_TIME, options)
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
