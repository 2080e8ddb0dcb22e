"""Read, check and compile specs, and solve nothing; quick enough for every save."""

from __future__ import annotations

from collections.abc import Sequence

import click
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.reading import load

from .. import show
from ..cli import OK
from ..running import Options, common_options, each, files, specs_argument


@click.command("check", help=__doc__)
@specs_argument
@common_options
def command(options: Options, specs: Sequence[str]) -> int:
    """Check each spec."""

    def one(path: str) -> int:
        spec = load(path)
        puzzle = compile_spec(spec, deadline=options.deadline())
        clauses = sum(sum(1 for _ in part.clauses()) for part in puzzle.parts)
        variables = sum(part.size for part in puzzle.parts)
        unknowns = show.counted(len(puzzle.module.variables), "unknown")
        if options.json:
            show.as_json({"spec": path, "title": spec.title, "status": "valid", "diagnostics": []})
        elif not options.quiet:
            print(f"{path}: ok ({unknowns}, {show.counted(variables, 'variable')}, {show.counted(clauses, 'clause')})")
        for contradiction in puzzle.contradictions:
            options.say(f"{path}: there is no solution: {contradiction.message}")
            for origin in contradiction.origins:
                options.say(f"  {origin}")
        return OK

    return each(files(specs), one, options)
