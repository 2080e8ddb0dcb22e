"""Solve puzzles, prove that the solution is unique, and print grid, answer and times."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import click

from ..execution.error_boundary import gave_up
from ..execution.execution_plan import cluster_option, cubes_option, execution_plan, jobs_option
from ..execution.library_files import library_result
from ..execution.options import Options, common_options, specs_argument
from ..execution.results import SpecResult, highest_status, run_specs
from ..execution.search import search
from ..execution.spec_files import files
from ..exit_status import NOT_AS_CLAIMED, OK
from ..output.reports import report
from ..output.text import print_styled, print_text
from ..solving.endings import with_stage
from ..solving.expectations import differences, limit_to_solve
from ..solving.outcome import Outcome, Result


@click.command("solve", help=__doc__)
@specs_argument
@click.option("--no-unique", is_flag=True, help="Stop at the first solution; do not look for a second one.")
@jobs_option
@cubes_option
@cluster_option
@common_options
def command(
    options: Options, specs: Sequence[str], no_unique: bool, jobs: int | None, cubes: int | None, cluster: str | None
) -> int:
    """Solve each spec."""
    paths = files(specs, options.deadline())
    plan = execution_plan(options, len(paths), jobs, cubes, cluster)
    work = functools.partial(solve_spec, unique=not no_unique)
    return run_specs(work, paths, plan.options, jobs=plan.jobs, cluster=plan.cluster, finish=highest_status)


def solve_spec(path: str, options: Options, *, unique: bool) -> SpecResult:
    """Solve one spec, and print the result; of a library, that it is one."""
    library = library_result(path, options)
    if library is not None:
        if not options.json and not options.quiet:
            print(f"{path}: ok ({library.verdict})")
        return library
    spec, outcome = search(path, options, limit_to_solve if unique else 1)
    enter = options.progress().enter
    enter("judging")
    different = differences(spec, outcome)
    enter("")
    if options.json:
        options.report(report.of_outcome(spec, outcome) | report.claims(spec, outcome))
    else:
        print_styled.show_outcome(spec, outcome, different, proving=unique)
        options.say(print_text.times(outcome.statistics.seconds))
        if options.verbose:
            options.say(print_text.size(outcome))
            if outcome.agrees:
                options.say(f"second opinion: {outcome.agrees} agrees")
            if outcome.statistics.engines:
                options.say(print_text.engines(outcome.statistics.engines))
    claimed = OK if not different and outcome.result is not Result.NO_SOLUTION else NOT_AS_CLAIMED
    return SpecResult(path, max(claimed, _report_incomplete(path, outcome, options)), outcome.result.value)


def _report_incomplete(path: str, outcome: Outcome, options: Options) -> int:
    if not outcome.reason:
        return OK
    why = f"{with_stage(outcome.reason, outcome.during)} ({print_text.progress_line(outcome)})"
    return gave_up(path, why, options, print_text.what_would_help(outcome))
