"""Find for every place the values that it has in some solution; where that is one, it is the same in all solutions."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ..explaining.candidates import candidates
from ..process import NOT_AS_CLAIMED, OK
from ..reporting import report_explained, show, show_explained
from ..runs.files import files
from ..runs.guarded import each, gave_up
from ..runs.options import Options, common_options, specs_argument
from ..runs.shown import searched


@click.command("candidates", help=__doc__)
@specs_argument
@common_options
def command(options: Options, specs: Sequence[str]) -> int:
    """Find the candidates of each spec."""

    def one(path: str, options: Options) -> int:
        spec, found = searched(
            path,
            options,
            lambda spec, deadline, progress: candidates(
                spec, engine=options.engine, seed=options.seed, deadline=deadline, progress=progress
            ),
        )
        if options.json:
            options.report(report_explained.of_candidates(spec, found))
        else:
            if spec.title:
                show.console().print(spec.title, style="bold")
            if found.complete and not found.has_solution:
                print("no solution (proved)")
            else:
                show_explained.candidates(spec, found)
        if not found.complete:
            return gave_up(path, found.reason, options)
        return OK if found.has_solution or spec.expected.solutions == 0 else NOT_AS_CLAIMED

    return each(files(specs), one, options)
