"""Find what a puzzle needs to have exactly one solution: the fewest clues or givens to add, and single values to change.

With -o it writes the spec with these additions. If a solution stands under `expect`, or if --grid names a file with one, this
solution stays. Otherwise the solution stays that needs the fewest additions. If a puzzle has no solution, the command finds the
single values that give it exactly one when you change them.
"""

from __future__ import annotations

from pathlib import Path

import click
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK

from ..authoring.generating.complete import Completion, complete, expected_target
from ..engines.engine import Status
from ..execution.error_boundary import gave_up, report_problem, run_on_file
from ..execution.options import FILE, Options, common_options, spec_argument
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.grid_file import read_grid
from ..output.atomic_write import exists, write_whole
from ..output.text import print_text
from ..solving.outcome import Result

SHOWN = 12  # changes that the text shows


@click.command("complete", help=__doc__)
@spec_argument
@click.option("-o", "--output", metavar="OUT", type=FILE, help="Where to write the spec with the additions.")
@click.option("--grid", metavar="GRID", type=FILE, help="A file with the solution that is to stay, in the formats of judge.")
@click.option("--only", type=click.Choice(["givens", "clues"]), default=None, help="Add and change only givens, or only clues.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@common_options
def command(options: Options, spec: str, output: str | None, grid: str | None, only: str | None, force: bool) -> int:
    """Complete one spec."""
    if output is not None and Path(output).exists() and not force:
        raise exists(output)

    def one(path: str, options: Options) -> int:
        progress = options.progress()
        with show_progress(path, progress, options):
            loaded = options.load(path)
            try:
                target = expected_target(loaded) if grid is None else read_grid(grid, loaded)
            except SpecError as problem:
                return report_problem(path, problem, options, wrong=grid)
            completion = complete(
                loaded,
                target=target,
                only=only or "",
                engine=options.engine,
                seed=options.seed,
                deadline=options.deadline(),
                progress=progress,
            )
        is_written = output is not None and bool(completion.additions)
        if output is not None and is_written:
            write_whole(output, completion.text, force=force)
        _tell(path, completion, output if is_written else None, options)
        is_found = completion.outcome.unique or completion.additions or completion.changes
        if completion.reason and (not is_found or completion.reason == Status.INTERRUPTED.value):
            return gave_up(path, completion.reason, options)
        return OK if is_found else NOT_AS_CLAIMED

    return run_on_file(spec, one, options)


def _tell(path: str, completion: Completion, output: str | None, options: Options) -> None:
    if options.json:
        written = {} if output is None else {"written": output}
        options.report({"spec": path, **completion.to_dict(), **written})
        return
    for line in _lines(path, completion):
        print(line)
    if output is not None:
        options.say(f"wrote {output}")


def _lines(path: str, completion: Completion) -> list[str]:
    """Return the result in words."""
    outcome = completion.outcome
    if outcome.unique:
        return [f"{path}: already has exactly one solution"]
    lines = []
    if outcome.result is Result.NO_SOLUTION:
        lines.append(f"{path}: no solution, so additions cannot help")
    elif completion.is_target_wrong:
        lines.append(f"{path}: the solution that shall stay breaks a rule or what is printed; `gridwright judge` says which")
    elif completion.additions:
        count = print_text.number_of(len(completion.additions), "addition")
        proof = "fewer are not enough" if completion.is_fewest else "perhaps fewer are enough"
        lines.append(f"{path}: exactly one solution with {count}; {proof}")
        lines += [f"  {'add' if addition.before is BLANK else 'change'} the {addition}" for addition in completion.additions]
    else:
        lines.append(f"{path}: several solutions, and no additions were found that leave one")
    if completion.changes:
        other = "or exactly one" if completion.additions else "exactly one"
        lines.append(f"{other} with one of these changes:")
        lines += [f"  {change}" for change in completion.changes[:SHOWN]]
        more = len(completion.changes) - SHOWN
        lines += [f"  and {more} more"] if more > 0 else []
    elif completion.reason or completion.fixed:
        lines.append("no change of a single value was found that leaves exactly one")
    else:
        lines.append("no change of a single value leaves exactly one")
    lines += [f"clues `{name}` cannot be added: {why}" for name, why in completion.fixed.items()]
    return [*lines, f"not everything was tried: {completion.reason}"] if completion.reason else lines
