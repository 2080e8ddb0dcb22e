"""Print what the solver sees, and name the rules that are not translated for it."""

from __future__ import annotations

import click
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.export import FORMATS

from ..engines.engine_choice import engine_choice
from ..execution.error_boundary import each
from ..execution.options import Options, common_options, spec_argument
from ..exit_status import OK
from ..output.reports import report
from ..output.text import print_text
from ..solving.outcome import engine_uses


@click.command("compile", help=__doc__)
@spec_argument
@click.option("--to", type=click.Choice(list(FORMATS)), default="ir", help="What to print (default: ir).")
@click.option("--eager", is_flag=True, help="Write all of connectivity as clauses, instead of adding clauses during the search.")
@common_options
def command(options: Options, spec: str, to: str, eager: bool) -> int:
    """Compile one spec."""

    def one(path: str, options: Options) -> int:
        enter = options.progress().enter
        puzzle = compile_spec(options.load(path), lazy=not eager, deadline=options.deadline(), on_progress=enter)
        enter("writing")
        lines = list(FORMATS[to](puzzle))
        uses = engine_uses(engine_choice(part, options.engine) for part in puzzle.parts)
        enter("")  # whoever reads it may take longer
        if options.json:
            options.report(report.compilation(puzzle, to, "".join(f"{line}\n" for line in lines), uses))
            return OK
        for line in lines:
            print(line)
        options.say(print_text.engines(uses))
        for laid in puzzle.laid:
            options.say(str(laid))
        for origin in puzzle.fallback_instances:
            options.say(f"general lemma only: {origin}")
        target = puzzle.module.target
        if target and not target.term:
            options.say(f"{target.words}: evaluated solution by solution")
        return OK

    return each([spec], one, options)
