"""Read, check and compile specs, and solve nothing; quick enough for every save.

What is known to have no solution is not as claimed, unless the spec expects none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click
from gridwright.compiler.compile import compile_spec, contradictions, lower
from gridwright.compiler.diagnostics import Diagnostic, as_json
from gridwright.compiler.reading import load
from gridwright.compiler.spec import Spec

from ..formats.report_files import Wanted, ensure_writable, report_options, write_reports
from ..process import NOT_AS_CLAIMED, OK
from ..questions.cache import Cache, key_of
from ..questions.portable import NotAnOutcome
from ..reporting import report, show
from ..runs import cases
from ..runs.asking import Asking
from ..runs.cases import Case
from ..runs.dealing import jobs_option
from ..runs.files import files
from ..runs.options import Options, cache_option, common_options, specs_argument

SIZES = ["unknowns", "variables", "clauses"]


@click.command("check", help=__doc__)
@specs_argument
@jobs_option
@report_options
@cache_option
@common_options
def command(options: Options, specs: Sequence[str], jobs: int | None, cache: Cache | None, wanted: Wanted) -> int:
    """Check each spec."""
    ensure_writable(wanted)
    found = cases.run(checked, files(specs), replace(options, cache=cache), jobs=jobs or 1)
    write_reports(wanted, options, found)
    return max(case.status for case in found)


def checked(path: str, options: Options) -> Asking[Case]:
    """Check one spec."""
    yield from ()  # nothing is asked
    spec = load(path, options.limits)
    key = key_of("size", spec)
    size = options.cache and options.cache.find(key, spec, _size)
    known: list[Diagnostic] = []
    cached = bool(size)
    if not size:
        puzzle = compile_spec(spec, deadline=options.deadline())
        known = [contradiction.diagnostic for contradiction in puzzle.contradictions]
        size = report.size(puzzle)
        if options.cache and not known:
            options.cache.keep(key, spec, size)
    found = _case(spec, known, size, cached)
    if options.json:
        described: report.Json = {"spec": path, "title": spec.title, "status": "no-solution" if known else "valid"}
        more: report.Json = {"cached": True} if cached else {}
        options.report(described | {"diagnostics": [as_json(each) for each in known], "stats": size} | more)
    elif found.status != OK:
        show.diagnostics(known)
        options.say(f"{path}: {found.verdict}")
    elif not options.quiet:
        print(f"{path}: {found.verdict}")
    return found


def _size(plain: Any) -> dict[str, int]:
    """The sizes that an entry of the cache holds."""
    if not isinstance(plain, dict) or list(plain) != SIZES or any(type(each) is not int or each < 0 for each in plain.values()):
        raise NotAnOutcome("it holds no sizes")
    return plain


def checked_without_clauses(path: str, options: Options) -> Asking[Case]:
    """The case of `checked`, sooner: no clauses are made, on which nothing of it depends but sizes. Nothing is printed."""
    yield from ()
    spec = load(path, options.limits)
    module = lower(spec, options.deadline())
    known = [contradiction.diagnostic for contradiction in contradictions(spec, module)]
    return _case(spec, known, {"unknowns": len(module.variables)})


def _case(spec: Spec, known: Sequence[Diagnostic], size: Mapping[str, int], cached: bool = False) -> Case:
    claimed = not known or spec.expected.solutions == 0
    sizes = [show.counted(number, what[:-1]) for what, number in size.items()]
    verdict = f"ok ({', '.join([*sizes, *(['cached'] if cached else [])])})"
    if known:
        verdict = "ok (no solution, as expected)" if claimed else "there is no solution"
    return Case(spec.path, OK if claimed else NOT_AS_CLAIMED, verdict, () if claimed else tuple(known), spec.title)
