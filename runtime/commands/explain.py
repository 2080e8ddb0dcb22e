"""Explain why a puzzle has no solution or several: name what contradicts each other, or show two close solutions.

If there is no solution, it prints givens, clues and rules that contradict each other, as few as time allows, and tells a large
set of them in steps that end in the contradiction. It also names each clue or given that makes the puzzle solvable if you remove
it or change its value: the mistake is probably there. If there are several solutions, it prints two that differ at as few places
as it can find, and all values that each place has in some solution. The exit status is that of verify.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace

from ..engines.engine import Status
from ..execution.error_boundary import each, gave_up
from ..execution.options import Options, common_options, specs_argument
from ..execution.progress_display import run_on_spec
from ..execution.spec_files import files
from ..exit_status import NOT_AS_CLAIMED, OK
from ..explaining.explain import Explanation, explain
from ..output.reports import explanation_report
from ..output.text import print_explanation, print_text
from ..solving.endings import with_stage
from ..solving.expectations import differences, limit_for
from ..solving.progress import Progress

if TYPE_CHECKING:
    from ..steps.step import Step


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

    def explain_spec(spec: Spec, deadline: Deadline, progress: Progress) -> tuple[Explanation, tuple[Step, ...]]:
        engine, seed, limit = options.engine, options.seed, max(2, limit_for(spec))
        explanation = explain(spec, limit=limit, engine=engine, seed=seed, deadline=deadline, improve=improve, progress=progress)
        if explanation.conflict is None:
            return explanation, ()
        from ..authoring.generating.wrong_clues import with_clue_values  # noqa: PLC0415 (only for a puzzle without a solution)

        try:
            explanation = with_clue_values(spec, explanation, engine=engine, seed=seed, deadline=deadline, progress=progress)
            conflict = explanation.conflict
            assert conflict is not None
            if explanation.interrupted or not conflict.is_large:
                return explanation, ()
            from ..steps.contradiction import contradiction_steps  # noqa: PLC0415 (only for a conflict that is not seen at once)

            return explanation, contradiction_steps(
                spec, conflict, engine=engine, seed=seed, deadline=deadline, progress=progress
            )
        except KeyboardInterrupt:  # the conflict is known already
            return replace(explanation, reason=Status.INTERRUPTED.value), ()

    def one(path: str, options: Options) -> int:
        spec, (explanation, steps) = run_on_spec(path, options, explain_spec)
        enter = options.progress().enter
        enter("judging")
        different = differences(spec, explanation.outcome)
        enter("")
        if options.json:
            options.report(explanation_report.of_explanation(spec, explanation, steps))
        else:
            print_explanation.show_explanation(spec, explanation, different, steps)
            options.say(print_text.times(explanation.seconds))
        status = NOT_AS_CLAIMED if different else OK
        if explanation.interrupted or explanation.reason:
            reason = "interrupted" if explanation.interrupted else with_stage(explanation.reason, options.progress().during)
            return max(status, gave_up(path, reason, options))
        return status

    return each(files(specs, options.deadline()), one, options)
