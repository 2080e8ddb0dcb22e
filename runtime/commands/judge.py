"""Check a finished grid against all rules, and name each rule that it breaks.

GRID is a file: JSON as --json prints it, YAML as under `expect: solution:`, CSV with a line for each row, or one picture. In CSV,
write several layers or boards one below the other, each under a line with its name. Rules are checked by plain evaluation.
"""

from __future__ import annotations

import click
from gridwright.compiler.compile import lower
from gridwright.compiler.syntax.diagnostics import SpecError

from ..execution.error_boundary import each, report_problem
from ..execution.options import Options, common_options, spec_argument
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.grid_file import read_grid
from ..judging.answer import plain
from ..judging.objective import objective_value
from ..output.reports import report
from ..output.text import print_text
from ..solving.complete_hidden_layers import judge_visible


@click.command("judge", help=__doc__)
@spec_argument
@click.argument("grid", metavar="GRID")
@common_options
def command(options: Options, spec: str, grid: str) -> int:
    """Judge one grid."""
    return each([spec], lambda path, options: _judged(path, grid, options), options)


def _judged(path: str, grid_path: str, options: Options) -> int:
    deadline, progress = options.deadline(), options.progress()
    spec = options.load(path)
    lower(spec, deadline, tell=progress.enter)  # the rules themselves must be right before a grid is held against them
    progress.enter("judging")
    try:
        grid = read_grid(grid_path, spec)
    except SpecError as problem:
        return report_problem(path, problem, options, wrong=grid_path)
    verdict = judge_visible(spec, grid, engine=options.engine, seed=options.seed, deadline=deadline)
    progress.enter("")
    violations = verdict.report.violations
    value = None if violations else objective_value(spec, grid, deadline)
    if options.json:
        found: report.Json = {"spec": path, "accepted": not violations, "rests_on": verdict.rests_on}
        broken = {"violations": [report.violation(each) for each in violations]}
        options.report(found | broken | ({} if value is None else {"objective": plain(value)}))
    elif not violations:
        print(f"accepted: every rule holds ({verdict.rests_on})")
        if value is not None:
            print(f"objective: {value} (judge does not check whether another grid is better)")
    else:
        for violation in violations:
            print(f"{violation.span}: broken: {violation}")
        print(f"rejected: {print_text.counted(len(violations), 'violation')} ({verdict.rests_on})")
    return NOT_AS_CLAIMED if violations else OK
