"""Solve a puzzle as a person would: from what is printed to the solution, step by step, the cheapest step first.

Each step is a few known facts and rules, and what follows from just these. Its cost is the number of rules that it takes. The
last line says how difficult the puzzle is. --hint says only where to look next; given twice, also what follows there. --from
begins with a grid that is partly filled, in the formats of judge; wrong entries are named first. --html writes a page with a
picture for each step, to look at or to print.
"""

from __future__ import annotations

from pathlib import Path

import click
from gridwright.compiler.syntax.diagnostics import SpecError

from ..engines.engine import Status
from ..execution.error_boundary import each, gave_up, report_problem
from ..execution.options import FILE, Options, common_options, spec_argument
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.grid_file import read_partial_grid
from ..output.atomic_write import exists, write_whole
from ..output.pictures.steps_page import steps_page
from ..output.reports import steps_report
from ..output.text import print_steps
from ..solving.endings import with_stage
from ..solving.expectations import differences
from ..steps.bands import bands_of_path
from ..steps.find_path import find_path
from ..steps.path import End


@click.command("steps", help=__doc__)
@spec_argument
@click.option("--hint", "hints", count=True, help="Say where to look next. Twice: also what follows there.")
@click.option("--from", "grid", metavar="GRID", type=FILE, help="Begin with the entries of a grid that is partly filled.")
@click.option("--max-cost", type=click.IntRange(1), metavar="K", help="Take no step that needs more than K rules.")
@click.option("--html", "page", metavar="FILE", type=FILE, help="Write a page with a picture for each step.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@common_options
def command(
    options: Options, spec: str, hints: int, grid: str | None, max_cost: int | None, page: str | None, force: bool
) -> int:
    """Find the steps of one spec."""
    if page is not None and not force and Path(page).exists():
        raise exists(page)

    def one(path: str, options: Options) -> int:
        deadline, progress = options.deadline(), options.progress()
        with show_progress(path, progress, options):
            loaded = options.load(path)
            try:
                start = None if grid is None else read_partial_grid(grid, loaded)
            except SpecError as problem:
                return report_problem(path, problem, options, wrong=grid)
            steps = find_path(
                loaded,
                start=start,
                hint=bool(hints),
                max_cost=max_cost,
                engine=options.engine,
                seed=options.seed,
                deadline=deadline,
                progress=progress,
            )
            progress.enter("")
        bands = None if grid is not None else bands_of_path(loaded, steps)
        if page is not None:
            write_whole(page, steps_page(loaded, steps), force=force)
        if options.json:
            options.report(steps_report.of_path(loaded, steps, bands))
        elif hints:
            print_steps.show_hint(loaded, steps, tells=hints > 1)
        else:
            print_steps.show_path(loaded, steps, bands)
        if steps.estimated == Status.INTERRUPTED.value:
            return gave_up(path, steps.estimated, options)
        is_ended = steps.end is End.GAVE_UP or (steps.end is End.STUCK and not hints and not steps.together)
        if is_ended:
            return gave_up(path, with_stage(steps.reason, progress.during), options)
        return NOT_AS_CLAIMED if steps.wrong or steps.together or differences(loaded, steps.outcome) else OK

    return each([spec], one, options)
