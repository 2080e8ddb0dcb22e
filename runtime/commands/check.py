"""Read, check and compile specs, and solve nothing; quick enough for every save.

What is known to have no solution is not as claimed, unless the spec expects none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from gridwright.compiler.compile import compile_spec, contradictions, lower
from gridwright.compiler.diagnostics import Diagnostic, as_json
from gridwright.compiler.reading import load
from gridwright.compiler.spec import Spec

from .. import cases, report, show
from ..cases import Case
from ..cli import NOT_AS_CLAIMED, OK
from ..report_files import Wanted, ensure_writable, report_options, write_reports
from ..running import Options, common_options, files, jobs_option, specs_argument


@click.command("check", help=__doc__)
@specs_argument
@jobs_option
@report_options
@common_options
def command(options: Options, specs: Sequence[str], jobs: int, wanted: Wanted) -> int:
    """Check each spec."""
    ensure_writable(wanted)
    found = cases.run(checked, files(specs), options, jobs=jobs)
    write_reports(wanted, options, found)
    return max(case.status for case in found)


def checked(path: str, options: Options) -> Case:
    """Check one spec."""
    spec = load(path)
    puzzle = compile_spec(spec, deadline=options.deadline())
    known = [contradiction.diagnostic for contradiction in puzzle.contradictions]
    found = _case(spec, known, report.size(puzzle))
    if options.json:
        described = {"spec": path, "title": spec.title, "status": "no-solution" if known else "valid"}
        options.report(described | {"diagnostics": [as_json(each) for each in known], "stats": report.size(puzzle)})
    elif found.status != OK:
        show.diagnostics(known)
        options.say(f"{path}: {found.verdict}")
    elif not options.quiet:
        print(f"{path}: {found.verdict}")
    return found


def checked_without_clauses(path: str, options: Options) -> Case:
    """The case of `checked`, sooner: no clauses are made, on which nothing of it depends but sizes. Nothing is printed."""
    spec = load(path)
    module = lower(spec, options.deadline())
    known = [contradiction.diagnostic for contradiction in contradictions(spec, module)]
    return _case(spec, known, {"unknowns": len(module.variables)})


def _case(spec: Spec, known: Sequence[Diagnostic], size: Mapping[str, int]) -> Case:
    claimed = not known or spec.expected.solutions == 0
    verdict = f"ok ({', '.join(show.counted(number, what[:-1]) for what, number in size.items())})"
    if known:
        verdict = "ok (no solution, as expected)" if claimed else "there is no solution"
    return Case(spec.path, OK if claimed else NOT_AS_CLAIMED, verdict, () if claimed else tuple(known), spec.title)
