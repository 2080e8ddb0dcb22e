"""Write a spec in another program's format: a link of puzz.link, Penpa+, f-puzzles or SudokuPad, or a text.

If the format has a place for a solution, the command writes the one that the spec expects, or with --solve the one that it finds
and proves to be the only one. It refuses a puzzle that the format cannot hold; with --lossy it leaves out what does not fit, and
warns of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import click
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error

from ..execution.error_boundary import each, gave_up
from ..execution.options import FILE, Options, common_options, specs_argument
from ..execution.search import search
from ..execution.spec_files import files
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.format import PuzzleFormat, Written, all_formats
from ..interchange.puzzle import PrintedPuzzle
from ..interchange.puzzle_of_spec import puzzle_of_spec
from ..output.atomic_write import write_whole
from ..solving.endings import with_stage

WRITABLE = [name for name, each in all_formats().items() if each.write is not None]
LOSSES = 20  # that are printed


@click.command("export", help=__doc__)
@specs_argument
@click.option("--to", "name", type=click.Choice(WRITABLE), required=True, help="The format to write.")
@click.option("-o", "--output", metavar="OUT", type=FILE, help="The file to write; without it the text is printed.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot hold.")
@click.option("--solve", "is_solved", is_flag=True, help="Find the solution and prove it unique, to write it with the puzzle.")
@click.option("--no-solution", is_flag=True, help="Write the puzzle without the solution that the spec expects.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@common_options
def command(
    options: Options,
    specs: Sequence[str],
    name: str,
    output: str | None,
    lossy: bool,
    is_solved: bool,
    no_solution: bool,
    force: bool,
) -> int:
    """Export specs."""
    paths = files(specs, options.deadline())
    if output is not None and len(paths) > 1:
        raise click.UsageError("--output takes one spec at a time")
    format = all_formats()[name]

    def one(path: str, options: Options) -> int:
        solution = None
        if is_solved:
            spec, outcome = search(path, options, 2)
            if outcome.unique is None:
                why = with_stage(outcome.reason, outcome.during)
                return gave_up(path, why, options, "leave out --solve to write the puzzle without its solution")
            if not outcome.unique:
                why = "the solution is not unique" if outcome.count else "there is no solution"
                options.say(f"{path}: {why}, so none is written; leave out --solve to write the puzzle alone")
                return NOT_AS_CLAIMED
            solution = outcome.solutions[0].grid
        else:
            spec = options.load(path)
        puzzle = puzzle_of_spec(spec, {} if no_solution else solution)
        written = _write(format, puzzle, lossy=lossy)
        for loss in written.losses[:LOSSES]:
            options.say(f"warning: {format.name} cannot hold {loss.message}; it is left out")
        if len(written.losses) > LOSSES:
            options.say(f"warning: and {len(written.losses) - LOSSES} more")
        if output is not None:
            write_whole(output, written.text, force=force)
            options.say(f"wrote {output}")
        if options.json:
            losses = [loss.message for loss in written.losses]
            report: dict[str, object] = {"file": path, "format": name, "text": written.text, "left_out": losses}
            options.report(report if output is None else report | {"written": output})
        elif output is None:
            print(written.text.removesuffix("\n"))
        return OK

    return each(paths, one, options)


def _write(format: PuzzleFormat, puzzle: PrintedPuzzle, *, lossy: bool) -> Written:
    """Write a puzzle. Raise `SpecError` with an error for each thing that is left out, unless it may be `lossy`."""
    assert format.write is not None
    written = format.write(puzzle)
    if written.losses and not lossy:
        help = "with --lossy it is left out"
        raise SpecError(
            diagnostic
            for loss in written.losses[:LOSSES]
            for diagnostic in error(Code.FORMAT, f"{format.name} cannot hold {loss.message}", loss.span, help=help).diagnostics
        )
    return written
