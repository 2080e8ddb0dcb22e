"""Check one spec: read it, and lower its rules; solve nothing."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from gridwright.compiler.compile import compile_spec, contradictions, lower
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.lowering.derived_bounds import left_without_bounds
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Diagnostic, as_json

from ..exit_status import NOT_AS_CLAIMED, OK
from ..output.reports import report
from ..output.text import print_text
from ..warnings.warning_kind import warnings
from .library_files import library_examples, library_result
from .options import Options
from .results import SpecResult
from .serialize import NotAnOutcome

SIZES = ["unknowns", "constraints"]
SIZES_OF_CLAUSES = ["variables", "clauses"]


def check_spec(path: str, options: Options, *, clauses: bool = False, strict: bool = False) -> SpecResult:
    """Check one spec and print the result; with `clauses`, make these too and count them. `strict`: warnings count."""
    library = library_result(path, options)
    if library is not None:
        examples = [*library_examples(path, options)]
        for _, spec in examples:
            lower(spec, options.deadline())
        library = replace(
            library, verdict=f"a library; {print_text.counted(len(examples), 'example')}" if examples else library.verdict
        )
        if not options.json and not options.quiet:
            print(f"{path}: ok ({library.verdict})")
        return library
    spec = options.load(path)
    key = options.cache.key_of("size", spec, clauses=clauses) if options.cache else ""
    size = options.cache and options.cache.find(key, spec, functools.partial(_size, clauses=clauses))
    known: list[Diagnostic] = []
    doubts: tuple[Diagnostic, ...] = ()
    cached, needs = bool(size), ""
    if not size:
        module, size = _compiled(spec, options, clauses=clauses)
        needs = _needs(module)
        known = [contradiction.diagnostic for contradiction in contradictions(spec, module)]
        doubts = warnings(spec, module, options.deadline())
        if options.cache and not known and not doubts and not needs:
            options.cache.keep(key, spec, size)
    options.progress().enter("")
    found = _result(spec, known, doubts, size, cached=cached, strict=strict, needs=needs)
    if options.json:
        described: report.Json = {"spec": path, "title": spec.title, "status": "no-solution" if known else "valid"}
        more: report.Json = {"cached": True} if cached else {}
        messages = {"diagnostics": [*map(as_json, known)], "warnings": [*map(as_json, doubts)]}
        options.report(described | messages | {"stats": size} | more)
        return found
    if found.status != OK or not options.quiet:
        print_text.diagnostics(found.diagnostics)
    if found.status != OK:
        options.say(f"{path}: {found.verdict}")
    elif not options.quiet:
        print(f"{path}: {found.verdict}")
    return found


def _compiled(spec: Spec, options: Options, *, clauses: bool) -> tuple[Module, dict[str, int]]:
    """Return the module of a spec, and its sizes."""
    if not clauses:
        module = lower(spec, options.deadline(), tell=options.progress().enter)
        return module, report.size(module)
    puzzle = compile_spec(spec, deadline=options.deadline(), tell=options.progress().enter)
    return puzzle.module, report.size(puzzle.module) | report.size_of_clauses(puzzle)


def _needs(module: Module) -> str:
    """Return that a spec needs Z3, and why: the first number that the rules leave without bounds, and a rule that reads it."""
    left = left_without_bounds(module)
    if left is None:
        return ""
    variable, origin = left
    where = f"; {origin.span} is the first rule that reads it" if origin else ""
    return f"; needs Z3, because no rule bounds `{variable.name}`, one of all {variable.layer.values}{where}"


def _size(plain: Any, *, clauses: bool) -> dict[str, int]:
    """Return the sizes that an entry of the cache holds; raise `NotAnOutcome` if it holds none."""
    names = [*SIZES, *(SIZES_OF_CLAUSES if clauses else ())]
    if not isinstance(plain, dict) or list(plain) != names or any(type(each) is not int or each < 0 for each in plain.values()):
        raise NotAnOutcome("it has no sizes")
    return plain


def _result(
    spec: Spec,
    known: Sequence[Diagnostic],
    doubts: Sequence[Diagnostic],
    size: Mapping[str, int],
    *,
    cached: bool,
    strict: bool,
    needs: str = "",
) -> SpecResult:
    claimed = not known or spec.expected.solutions == 0
    warned = print_text.counted(len(doubts), "warning")
    sizes = [print_text.counted(number, what[:-1]) for what, number in size.items()]
    verdict = f"ok ({', '.join([*sizes, *(['cached'] if cached else []), *([warned] if doubts else [])])}{needs})"
    if known:
        verdict = "ok (no solution, as expected)" if claimed else "there is no solution"
    status = OK if claimed and not (strict and doubts) else NOT_AS_CLAIMED
    if claimed and status != OK:
        verdict = warned
    return SpecResult(spec.path, status, verdict, (*(() if claimed else known), *doubts), spec.title)
