"""Find what a puzzle with several solutions lacks: the fewest clues or givens to add, and single values to change.

With -o the spec is written with what is to be added. If a solution stands under `expect`, or --grid names a file with one, it
becomes the only one; otherwise one of the solutions does for which the fewest are enough. Of a puzzle without a solution, single
values are found with which it has exactly one.
"""

from __future__ import annotations

from pathlib import Path

import click
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, describe

from ..authoring.generating.complete import Completion, ProposedPrint, complete, with_places
from ..execution.error_boundary import gave_up, guarded, report_problem
from ..execution.options import FILE, Options, common_options, spec_argument
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.grid_file import read_grid
from ..judging.judge import Assignment
from ..output.atomic_write import exists, write_whole
from ..output.text import print_text
from ..solving.outcome import Result

SHOWN = 12  # changes that the text shows


@click.command("complete", help=__doc__)
@spec_argument
@click.option("-o", "--output", metavar="OUT", type=FILE, help="Where to write the spec with what is to be added.")
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
                target = _expected(loaded) if grid is None else read_grid(grid, loaded)
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
            write_whole(output, with_places(loaded, completion.additions), force=force)
        _tell(path, completion, output if is_written else None, options)
        if completion.outcome.unique or completion.additions or completion.changes:
            return OK
        return gave_up(path, completion.reason, options) if completion.reason else NOT_AS_CLAIMED

    return guarded(spec, one, options)


def _expected(spec: Spec) -> Assignment | None:
    """Return the whole solution that a spec expects, or None."""
    expected = spec.expected.solution or {}
    visible = [layer for layer in spec.layers if not layer.hidden]
    is_whole = all(None not in expected.get((layer.grid, layer.name), (None,)) for layer in visible)
    return expected if expected and is_whole else None


def _tell(path: str, completion: Completion, output: str | None, options: Options) -> None:
    if options.json:
        outcome = completion.outcome
        written = {} if output is None else {"written": output}
        options.report(
            {
                "spec": path,
                "solutions": len(outcome.solutions),
                "complete": outcome.complete,
                "additions": [_as_json(one) for one in completion.additions],
                "fewest": completion.is_fewest,
                "all_tried": not completion.reason,
                "changes": [{**_as_json(one), "before": describe(one.before)} for one in completion.changes],
                "fixed": [{"group": name, "why": why} for name, why in completion.fixed.items()],
                **written,
            }
        )
        return
    for line in _lines(path, completion):
        print(line)
    if output is not None:
        options.say(f"wrote {output}")


def _as_json(printed: ProposedPrint) -> dict[str, object]:
    kind = "given" if printed.is_given else "clue"
    return {"kind": kind, "name": printed.name, "place": printed.where, "value": describe(printed.value)}


def _lines(path: str, completion: Completion) -> list[str]:
    """Return what is found, in words."""
    outcome = completion.outcome
    if outcome.unique:
        return [f"{path}: has exactly one solution; nothing is to be added"]
    lines = []
    if outcome.result is Result.NO_SOLUTION:
        lines.append(f"{path}: no solution; nothing that is added can help")
    elif completion.additions:
        count = print_text.counted(len(completion.additions), "addition")
        proof = "fewer are not enough" if completion.is_fewest else "perhaps fewer are enough for another solution"
        lines.append(f"{path}: exactly one solution with {count}; {proof}")
        lines += [f"  {'add' if one.before is BLANK else 'change'} the {one}" for one in completion.additions]
    else:
        lines.append(f"{path}: several solutions, and no addition was found that leaves one")
    if completion.changes:
        other = "or exactly one" if completion.additions else "exactly one"
        lines.append(f"{other} with one of these changes:")
        lines += [f"  {one}" for one in completion.changes[:SHOWN]]
        more = len(completion.changes) - SHOWN
        lines += [f"  and {more} more"] if more > 0 else []
    else:
        lines.append("no change of a single value leaves exactly one" + (" (not all were tried)" if completion.reason else ""))
    return lines + [f"the clues `{name}` were left out: {why}" for name, why in completion.fixed.items()]
