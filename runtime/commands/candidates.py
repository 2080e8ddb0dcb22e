"""Find all values that each place has in some solution. A place with only one value is the same in all solutions."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ..execution.error_boundary import each, gave_up
from ..execution.options import Options, common_options, specs_argument
from ..execution.progress_display import run_on_spec
from ..execution.spec_files import files
from ..exit_status import NOT_AS_CLAIMED, OK
from ..explaining.backbone import candidates
from ..output.reports import explanation_report
from ..output.text import print_explanation, print_styled
from ..solving.endings import with_stage


@click.command("candidates", help=__doc__)
@specs_argument
@common_options
def command(options: Options, specs: Sequence[str]) -> int:
    """Find the candidates of each spec."""

    def one(path: str, options: Options) -> int:
        spec, possible = run_on_spec(
            path,
            options,
            lambda spec, deadline, progress: candidates(
                spec, engine=options.engine, seed=options.seed, deadline=deadline, progress=progress
            ),
        )
        if options.json:
            options.report(explanation_report.of_candidates(spec, possible))
        else:
            print_styled.heading(spec)
            if possible.complete and not possible.has_solution:
                print("no solution (proved)")
            else:
                print_explanation.show_candidates(spec, possible)
        if not possible.complete:
            return gave_up(path, with_stage(possible.reason, options.progress().during), options)
        return OK if possible.has_solution or spec.expected.solutions == 0 else NOT_AS_CLAIMED

    return each(files(specs, options.deadline()), one, options)
