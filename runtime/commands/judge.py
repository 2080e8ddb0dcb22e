"""Check a finished grid against all rules, and name each rule that it breaks, with the values that break it.

GRID is a file, a link, or - for standard input: what solve prints, as text or --json; YAML as under `expect: solution:`; CSV with
a line for each row; for a single layer also a picture, a line of characters for each row, or a list of rows; a solved link or
file of another program. In CSV, write several layers or boards one below the other, each under a line with its name. The
command searches for the values of layers that GRID lacks, as for hidden layers. It checks rules by plain evaluation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.visible_text import printable

from ..execution.error_boundary import each, report_problem
from ..execution.options import FILE, Options, common_options, spec_argument
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..explaining.judge_visible import PLAIN, judge_visible
from ..interchange.grid_file import read_grid, read_partial_grid
from ..judging.answer import as_json
from ..judging.judge import PartialAssignment, PlaceValue, Violation
from ..judging.objective import objective_value
from ..judging.partial_judge import judge_partly, with_givens
from ..output.reports import report
from ..output.text import print_text

VALUES = 12  # that are printed of those which break a rule
CASES = 6  # of a rule that are printed


@click.command("judge", help=__doc__)
@spec_argument
@click.argument("grid", metavar="GRID", type=FILE)
@click.option(
    "--partial", is_flag=True, help="Cells may be open: left out, or `.`. Name the rules that are broken however you fill these."
)
@common_options
def command(options: Options, spec: str, grid: str, partial: bool) -> int:
    """Judge one grid."""
    one = _judged_partly if partial else _judge
    return each([spec], lambda path, options: one(path, grid, options), options)


def _judge(path: str, grid_path: str, options: Options) -> int:
    deadline, progress = options.deadline(), options.progress()
    with show_progress(path, progress, options):
        spec = options.load(path)
        try:
            grid = read_grid(grid_path, spec, may_lack_layers=True)
        except SpecError as problem:
            return report_problem(path, problem, options, wrong=grid_path)
        progress.enter("judging")
        verdict = judge_visible(spec, grid, engine=options.engine, seed=options.seed, deadline=deadline, progress=progress)
        is_whole = all((layer.grid, layer.name) in grid for layer in spec.layers if not layer.hidden)
        value = objective_value(spec, grid, deadline) if is_whole and not verdict.report.violations else None
        progress.enter("")
    violations = verdict.report.violations
    if options.json:
        result: report.Json = {"spec": path, "accepted": not violations, "rests_on": verdict.rests_on}
        broken = {"violations": [report.violation(violation) for violation in violations]}
        options.report(result | broken | ({} if value is None else {"objective": as_json(value)}))
    elif not violations:
        print(f"accepted: every rule holds ({verdict.rests_on})")
        if value is not None:
            print(f"objective: {value} (judge does not check whether another grid is better)")
    else:
        _print(spec, violations)
        print(f"rejected: {print_text.number_of(len(violations), 'violation')} ({verdict.rests_on})")
    if verdict.undecided:
        options.say(f"{path}: it is not known whether the layers that are searched have values: {verdict.undecided}")
    return NOT_AS_CLAIMED if violations else OK


def _judged_partly(path: str, grid_path: str, options: Options) -> int:
    deadline, progress = options.deadline(), options.progress()
    with show_progress(path, progress, options):
        spec = options.load(path)
        try:
            grid = with_givens(spec, read_partial_grid(grid_path, spec))
        except SpecError as problem:
            return report_problem(path, problem, options, wrong=grid_path)
        progress.enter("judging")
        verdict = judge_partly(spec, grid, deadline, progress.enter)
        progress.enter("")
    violations, left = verdict.violations, _open_places(spec, grid)
    is_accepted = not (violations or left or verdict.open_rules)
    if options.json:
        broken = {"violations": [report.violation(violation) for violation in violations]}
        options.report(
            {"spec": path, "accepted": is_accepted, "broken": bool(violations), "open": left, "rests_on": PLAIN} | broken
        )
        return NOT_AS_CLAIMED if violations else OK
    _print(spec, violations)
    still_open = f"{print_text.number_of(left, 'place')} open"
    if violations:
        print(f"rejected: {print_text.number_of(len(violations), 'violation')}, whatever stands in the rest ({still_open})")
    elif not is_accepted:
        print(f"nothing is broken so far ({still_open}); this does not mean that there is a solution")
    else:
        print(f"accepted: every rule holds ({PLAIN})")
    return NOT_AS_CLAIMED if violations else OK


def _open_places(spec: Spec, grid: PartialAssignment) -> int:
    """Return how many places of visible layers have no value."""
    return sum(value is None for layer in spec.layers if not layer.hidden for value in grid[layer.grid, layer.name])


def _print(spec: Spec, violations: Sequence[Violation]) -> None:
    """Print each violation with its place in the file, and below it the values that break it."""
    for violation in violations:
        print(printable(f"{violation.span}: broken: {violation}"))
        if violation.values and not violation.about_one_value:
            print(printable(f"    by {_values(spec, violation.values)}"))
        for line in _cases(violation.because):
            print(printable(f"    {line}"))


def _cases(members: Sequence[Violation]) -> Iterator[str]:
    """Yield a line for each rule of those that contradict each other, with its cases."""
    by_rule: dict[Span, list[Violation]] = {}
    for member in members:
        by_rule.setdefault(member.span, []).append(member)
    for span, cases in by_rule.items():
        where = [place_text for place_text in (instance.where for instance in cases) if place_text]
        more = f"; and {len(where) - CASES:,} more cases" if len(where) > CASES else ""
        yield f"{span}: {cases[0].message}" + (f" ({'; '.join(where[:CASES])}{more})" if where else "")


def _values(spec: Spec, values: Sequence[PlaceValue]) -> str:
    """Return the values that break a rule, layer by layer.

    The name of a layer is left out if there is only one.
    """
    several = len([layer for layer in spec.layers if not layer.hidden]) > 1
    texts = [f"{value.layer.name} {value}" if several and not value.layer.single else str(value) for value in values[:VALUES]]
    more = f", and {len(values) - VALUES:,} more" if len(values) > VALUES else ""
    return ", ".join(texts) + more
