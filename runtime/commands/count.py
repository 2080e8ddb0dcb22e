"""Count the solutions of a puzzle by finding them all; with `maximize` or `minimize`, count the optimal ones."""

from __future__ import annotations

import click

from ..execution.error_boundary import each, gave_up
from ..execution.execution_plan import cluster_option, cubes_option, execution_plan, jobs_option
from ..execution.options import Options, common_options, spec_argument
from ..execution.search import search
from ..exit_status import OK
from ..output.reports import report
from ..output.text import print_styled, print_text
from ..solving.endings import with_stage


@click.command("count", help=__doc__)
@spec_argument
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=1_000, metavar="N", help="Stop after this many (1,000).")
@click.option("--show", "shown", is_flag=True, help="Print every solution.")
@jobs_option
@cubes_option
@cluster_option
@common_options
def command(
    options: Options, spec: str, limit: int, shown: bool, jobs: int | None, cubes: int | None, cluster: str | None
) -> int:
    """Count the solutions of one spec."""
    options = execution_plan(options, 1, jobs, cubes, cluster).options

    def one(path: str, options: Options) -> int:
        loaded, outcome = search(path, options, limit)
        is_enough = not outcome.complete and outcome.count >= limit and outcome.is_proved  # that many are what was asked for
        at_limit = f"stopped at the limit of {limit:,}"
        if options.json:
            reason = {} if outcome.complete else {"reason": outcome.reason or at_limit}
            options.report(report.of_outcome(loaded, outcome) | reason)
        else:
            solutions = outcome.solutions if shown and outcome.is_proved else ()
            printed = print_styled.lines_by_grid(loaded) if solutions else {}
            for solution in solutions:
                print_styled.solution(loaded, solution.grid, printed)
            what = "optimal solution" if loaded.objective else "solution"
            more = f" ({at_limit}; --limit changes it)" if is_enough else ""
            print(("" if outcome.complete else "at least ") + print_text.number_of(outcome.count, what) + more)
        if outcome.complete or is_enough:
            return OK
        why = with_stage(outcome.reason, outcome.during) or at_limit
        return gave_up(path, why, options, print_text.what_would_help(outcome))

    return each([spec], one, options)
