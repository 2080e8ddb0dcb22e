"""Fill in clues that are written as `?`, with the values that a solution implies.

Draw the solution under `expect`, or name a file with it by --grid, and write `?` wherever you want a clue. The command keeps
comments and layout. Without -o it prints the spec. If a clue could have several values, it keeps the `?` and lists the values. If
it fills in all of them and the solution still breaks a rule, it names the rule. The exit status is 1 in both cases.
"""

from __future__ import annotations

from pathlib import Path

import click
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import describe

from ..authoring.generating.fill import FilledClue, fill
from ..authoring.generating.written_puzzle import print_puzzle
from ..authoring.printed_items import clue_place
from ..execution.error_boundary import report_problem, run_on_file
from ..execution.options import FILE, Options, common_options, spec_argument
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.grid_file import read_grid
from ..judging.judge import Assignment, judge
from ..output.atomic_write import exists, write_whole
from ..output.text import print_text

SHOWN = 8  # values of a clue that could have several


@click.command("fill", help=__doc__)
@spec_argument
@click.option("-o", "--output", metavar="OUT", type=FILE, help="Where to write the spec; without -o, it is printed.")
@click.option(
    "--grid", metavar="GRID", type=FILE, help="A file with the solution, in the formats of judge, instead of what `expect` has."
)
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@common_options
def command(options: Options, spec: str, output: str | None, grid: str | None, force: bool) -> int:
    """Fill in the clues of one spec."""
    if output is not None and Path(output).exists() and not force:
        raise exists(output)

    def one(path: str, options: Options) -> int:
        progress = options.progress()
        with show_progress(path, progress, options):
            loaded = options.load(path, may_lack_values=True)
            try:
                solution = _solution(loaded) if grid is None else read_grid(grid, loaded)
            except SpecError as problem:
                return report_problem(path, problem, options, wrong=grid)
            progress.enter("filling")
            filled_clues = fill(
                loaded,
                solution,
                engine=options.engine,
                seed=options.seed,
                deadline=options.deadline(),
                progress=progress,
            )
            text = _text(loaded, filled_clues)
            is_filled = all(len(filled.values) == 1 for filled in filled_clues)
            broken = _violations(loaded, text, solution, options) if is_filled else []
        if output is not None:
            write_whole(output, text, force=force)
        _tell(path, filled_clues, broken, text, output, options)
        return OK if is_filled and not broken else NOT_AS_CLAIMED

    return run_on_file(spec, one, options)


def _solution(spec: Spec) -> Assignment:
    """Return the values of all layers that the spec expects; raise `SpecError` if some are missing."""
    expected = spec.expected.solution or {}
    for layer in spec.layers:
        values = expected.get((layer.grid, layer.name), (None,))
        if any(value is None for value in values):
            message = f"clues are filled in from a solution, and `expect` has none of the layer `{layer.name}`"
            help = "draw it as `expect: {solution: ...}`, or name a file with it by --grid"
            span = spec.expected.span or spec.document.span.source.span(0)
            raise error(Code.MISSING_KEY, message, span, help=help)
    return expected


def _violations(spec: Spec, text: str, solution: Assignment, options: Options) -> list[str]:
    """Return the messages of the rules that a solution breaks in the filled spec."""
    document = read_text(text, spec.path, spec.limits)
    filled = read_spec(document, spec.path, LibraryPlaces(texts=spec.files), spec.limits, options.deadline())
    return [violation.message for violation in judge(filled, solution, options.deadline()).violations]


def _text(spec: Spec, filled_clues: list[FilledClue]) -> str:
    clues: dict[tuple[str, str], dict[object, object]] = {}
    for filled in filled_clues:
        if len(filled.values) == 1:
            clues.setdefault((filled.grid, filled.clue.group), {})[filled.clue.place] = filled.values[0]
    return print_puzzle(spec, spec.source, clues, {})


def _tell(path: str, filled_clues: list[FilledClue], broken: list[str], text: str, output: str | None, options: Options) -> None:
    filled = [clue for clue in filled_clues if len(clue.values) == 1]
    if options.json:
        clues = [
            {
                "group": clue.clue.group,
                "place": clue_place(clue.clue),
                "values": [describe(value) for value in clue.values],
                **({"why_not": clue.why_not} if clue.why_not else {}),
            }
            for clue in filled_clues
        ]
        where = {"written": output} if output is not None else {"text": text}
        counts = {"filled": len(filled), "left": len(filled_clues) - len(filled)}
        options.report({"spec": path, **counts, "clues": clues, "broken": broken, **where})
        return
    if output is None:
        print(text, end="")
    for filled_clue in filled_clues:
        if len(filled_clue.values) != 1:
            options.say(f"{filled_clue.clue.span}: {filled_clue.clue.group} {clue_place(filled_clue.clue)}: {_why(filled_clue)}")
    done = f"filled in {print_text.number_of(len(filled), 'clue')}"
    left = f", and left {len(filled_clues) - len(filled)} as `?`" if len(filled) < len(filled_clues) else ""
    nothing = f"{path}: there is no clue `?` to fill in"
    options.say((done + left + (f"; wrote {output}" if output else "")) if filled_clues else nothing)
    if broken:
        more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
        options.say(f"{path}: what is drawn is no solution: {broken[0]}{more}")


def _why(filled: FilledClue) -> str:
    if filled.why_not:
        return f"cannot be filled in: {filled.why_not}"
    if not filled.values:
        return "no value fits the solution"
    shown = ", ".join(describe(value) for value in filled.values[:SHOWN])
    more = len(filled.values) - SHOWN
    return f"several values fit: {shown}" + (f" and {more} more" if more > 0 else "")
