"""Check a certificate that `verify --certificate` wrote, without any solver."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import click
from gridwright.compiler.budget import OutOfTime

from ..certify import check
from ..certify.values import Rejected
from ..cli import NOT_AS_CLAIMED, OK
from ..progress import Progress
from ..running import Options, common_options, gave_up, shown

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
        return gave_up(folder, "out of time", options)
    if options.json:
        options.report({"certificate": folder, "accepted": True, "coverage": dataclasses.asdict(coverage)})
    else:
        print(f"{folder}: accepted")
        for line in check.lines(coverage):
            print(f"  {line}")
    return OK
