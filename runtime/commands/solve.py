"""Solve puzzles, prove that their solutions are unique, and print grid, answer and times."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .. import report, show
from ..cli import NOT_AS_CLAIMED, OK
from ..outcome import Outcome, Result
from ..running import Options, common_options, each, files, gave_up, search, specs_argument
from ..verify import differences


@click.command("solve", help=__doc__)
@specs_argument
@click.option("--no-unique", is_flag=True, help="Do not look for a second solution.")
@common_options
def command(options: Options, specs: Sequence[str], no_unique: bool) -> int:
    """Solve each spec."""

    def one(path: str) -> int:
        spec, outcome = search(path, options, 1 if no_unique else 2)
        different = differences(spec, outcome)
        if options.json:
            options.report(report.of_outcome(spec, outcome) | report.claims(spec, outcome))
        else:
            show.outcome(spec, outcome, different, proving=not no_unique)
            options.say(show.times(outcome))
            if options.verbose:
                options.say(show.size(outcome))
        claimed = OK if not different and outcome.result is not Result.NO_SOLUTION else NOT_AS_CLAIMED
        return max(claimed, _unfinished(path, outcome, options))

    return each(files(specs), one, options)


def _unfinished(path: str, outcome: Outcome, options: Options) -> int:
    return gave_up(path, f"{outcome.reason} ({show.so_far(outcome)})", options) if outcome.reason else OK
