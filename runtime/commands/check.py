"""Read, check and compile specs, and solve nothing; quick enough for every save.

What is known to have no solution is not as claimed, unless the spec expects none.
"""

from __future__ import annotations

from collections.abc import Sequence

import click
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.diagnostics import as_json
from gridwright.compiler.reading import load

from .. import show
from ..cli import NOT_AS_CLAIMED, OK
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
        known = [contradiction.diagnostic for contradiction in puzzle.contradictions]
        claimed = not known or spec.expected.solutions == 0
        if options.json:
            status = "no-solution" if known else "valid"
            show.as_json({"spec": path, "title": spec.title, "status": status, "diagnostics": list(map(as_json, known))})
            return OK if claimed else NOT_AS_CLAIMED
        if not claimed:
            show.diagnostics(known)
            options.say(f"{path}: there is no solution")
            return NOT_AS_CLAIMED
        if not options.quiet:
            size = f"{unknowns}, {show.counted(variables, 'variable')}, {show.counted(clauses, 'clause')}"
            print(f"{path}: ok ({'no solution, as expected' if known else size})")
        return OK

    return each(files(specs), one, options)
