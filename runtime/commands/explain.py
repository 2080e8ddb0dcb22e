"""Explain why a puzzle has no solution or several: name what contradicts each other, or show two close solutions.

If there is no solution, it prints givens, clues and rules that contradict each other, as few as time allows, and tells a large
set of them in steps that end in the contradiction. It also names each clue or given that makes the puzzle solvable if you remove
it or change its value: the mistake is probably there. If there are several solutions, it prints two that differ at as few places
as it can find, and all values that each place has in some solution. The exit status is that of verify.
"""

from __future__ import annotations

from collections.abc import Sequence

import click
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec

from ..authoring.full_explanation import explain_fully
from ..execution.error_boundary import each, gave_up
from ..execution.options import Options, common_options, specs_argument
from ..execution.progress_display import run_on_spec
from ..execution.spec_files import files
from ..exit_status import NOT_AS_CLAIMED, OK
from ..explaining.explain import Explanation
from ..output.reports import explanation_report
from ..output.text import print_explanation, print_text
from ..solving.endings import with_stage
from ..solving.expectations import differences, limit_for
from ..solving.progress import Progress


@click.command("explain", help=__doc__)
@specs_argument
@click.option(
    "--improve",
    type=click.FloatRange(0),
    metavar="SECONDS",
    help="After the first result, search this long for a smaller set or closer solutions; otherwise for a fixed amount of work.",
)
@common_options
def command(options: Options, specs: Sequence[str], improve: float | None) -> int:
    """Explain each spec."""

    def explain_spec(spec: Spec, deadline: Deadline, progress: Progress) -> Explanation:
        engine, seed, limit = options.engine, options.seed, max(2, limit_for(spec))
        return explain_fully(spec, limit=limit, engine=engine, seed=seed, deadline=deadline, improve=improve, progress=progress)

    def one(path: str, options: Options) -> int:
        spec, explanation = run_on_spec(path, options, explain_spec)
        enter = options.progress().enter
        enter("judging")
        different = differences(spec, explanation.outcome)
        enter("")
        if options.json:
            options.report(explanation_report.of_explanation(spec, explanation))
        else:
            print_explanation.show_explanation(spec, explanation, different)
            options.say(print_text.times(explanation.seconds))
        status = NOT_AS_CLAIMED if different else OK
        if explanation.interrupted or explanation.reason:
            reason = "interrupted" if explanation.interrupted else with_stage(explanation.reason, options.progress().during)
            return max(status, gave_up(path, reason, options))
        return status

    return each(files(specs, options.deadline()), one, options)
