"""Check specs without solving them. Fast enough to run on every save.

The exit status is 1 if a spec is already known to have no solution, unless it expects none.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click
from gridwright.compiler.compile import compile_spec, contradictions, lower
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load
from gridwright.compiler.syntax.diagnostics import Diagnostic, as_json

from ..execution import results
from ..execution.cache import Cache, key_of
from ..execution.ci_formats.report_files import Wanted, ensure_writable, report_options, write_reports
from ..execution.execution_plan import jobs_option
from ..execution.jobs import Asking
from ..execution.options import Options, cache_option, common_options, specs_argument
from ..execution.results import SpecResult
from ..execution.serialize import NotAnOutcome
from ..execution.spec_files import files
from ..exit_status import NOT_AS_CLAIMED, OK
from ..output.reports import report
from ..output.text import print_text

SIZES = ["unknowns", "constraints"]
SIZES_OF_CLAUSES = ["variables", "clauses"]


@click.command("check", help=__doc__)
@specs_argument
@click.option("--clauses", is_flag=True, help="Also make the clauses and count them.")
@jobs_option
@report_options
@cache_option
@common_options
def command(options: Options, specs: Sequence[str], clauses: bool, jobs: int | None, cache: Cache | None, wanted: Wanted) -> int:
    """Check each spec."""
    ensure_writable(wanted)
    work = functools.partial(checked, clauses=clauses)
    found = results.run(work, files(specs), replace(options, cache=cache), jobs=jobs or 1)
    write_reports(wanted, options, found)
    return max(case.status for case in found)


def checked(path: str, options: Options, *, clauses: bool = False) -> Asking[SpecResult]:
    """Check one spec; with `clauses`, make these too and count them."""
    yield from ()  # nothing is asked
    spec = load(path, options.limits)
    key = key_of("size", spec, clauses=clauses) if options.cache else ""
    size = options.cache and options.cache.find(key, spec, functools.partial(_size, clauses=clauses))
    known: list[Diagnostic] = []
    cached = bool(size)
    if not size:
        module, size = _compiled(spec, options, clauses=clauses)
        known = [contradiction.diagnostic for contradiction in contradictions(spec, module)]
        if options.cache and not known:
            options.cache.keep(key, spec, size)
    found = _case(spec, known, size, cached)
    if options.json:
        described: report.Json = {"spec": path, "title": spec.title, "status": "no-solution" if known else "valid"}
        more: report.Json = {"cached": True} if cached else {}
        options.report(described | {"diagnostics": [as_json(each) for each in known], "stats": size} | more)
    elif found.status != OK:
        print_text.diagnostics(known)
        options.say(f"{path}: {found.verdict}")
    elif not options.quiet:
        print(f"{path}: {found.verdict}")
    return found


def _compiled(spec: Spec, options: Options, *, clauses: bool) -> tuple[Module, dict[str, int]]:
    """The module of a spec, and its sizes."""
    if not clauses:
        module = lower(spec, options.deadline())
        return module, report.size(module)
    puzzle = compile_spec(spec, deadline=options.deadline())
    return puzzle.module, report.size(puzzle.module) | report.size_of_clauses(puzzle)


def _size(plain: Any, *, clauses: bool) -> dict[str, int]:
    """The sizes that an entry of the cache holds."""
    names = [*SIZES, *(SIZES_OF_CLAUSES if clauses else ())]
    if not isinstance(plain, dict) or list(plain) != names or any(type(each) is not int or each < 0 for each in plain.values()):
        raise NotAnOutcome("it has no sizes")
    return plain


def _case(spec: Spec, known: Sequence[Diagnostic], size: Mapping[str, int], cached: bool) -> SpecResult:
    claimed = not known or spec.expected.solutions == 0
    sizes = [print_text.counted(number, what[:-1]) for what, number in size.items()]
    verdict = f"ok ({', '.join([*sizes, *(['cached'] if cached else [])])})"
    if known:
        verdict = "ok (no solution, as expected)" if claimed else "there is no solution"
    return SpecResult(spec.path, OK if claimed else NOT_AS_CLAIMED, verdict, () if claimed else tuple(known), spec.title)
