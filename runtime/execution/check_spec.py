"""Check one spec: read it, and lower its rules; solve nothing."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from gridwright.compiler.compile import compile_spec, contradictions, lower
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.budget import Deadline, Enter, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.lowering.derived_bounds import left_without_bounds
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Diagnostic, as_json
from gridwright.compiler.syntax.span import Span

from ..exit_status import GAVE_UP, NOT_AS_CLAIMED, OK
from ..output.reports import report
from ..output.text import print_text
from ..warnings.heavy_rule import HEAVY_RULE, heavy_rule
from ..warnings.warning_kind import warnings
from .library_files import library_examples, library_result
from .options import Options
from .results import SpecResult
from .serialize import NotAnOutcome

SECONDS = 9  # for one spec, unless `--timeout` says otherwise
LOWERING_SECONDS = 7  # of these; the others are for finding out what is heavy
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
            library, verdict=f"a library; {print_text.number_of(len(examples), 'example')}" if examples else library.verdict
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
        is_limited = not clauses and options.timeout is None
        limit = options.deadline().sooner(SECONDS if is_limited else None)
        rules = LastRule(options.progress().enter)
        try:
            module, size = _compile(spec, limit.sooner(LOWERING_SECONDS if is_limited else None), rules, clauses=clauses)
        except OutOfTime:
            if not is_limited:
                raise
            return _report_stop(spec, rules.last, options)
        needs = _needs(module)
        known = [contradiction.diagnostic for contradiction in contradictions(spec, module)]
        doubts = warnings(spec, module, limit)
        if options.cache and not known and not doubts and not needs:
            options.cache.keep(key, spec, size)
    options.progress().enter("")
    result = _result(spec, known, doubts, size, cached=cached, strict=strict, needs=needs)
    if options.json:
        described: report.Json = {"spec": path, "title": spec.title, "status": "no-solution" if known else "valid"}
        more: report.Json = {"cached": True} if cached else {}
        messages = {"diagnostics": [*map(as_json, known)], "warnings": [*map(as_json, doubts)]}
        options.report(described | messages | {"stats": size} | more)
        return result
    if result.status != OK or not options.quiet:
        print_text.diagnostics(result.diagnostics)
    if result.status != OK:
        options.say(f"{path}: {result.verdict}")
    elif not options.quiet:
        print(f"{path}: {result.verdict}")
    return result


class LastRule:
    """Remember the rule that the compiler came to last, and pass each stage and rule on to another function."""

    def __init__(self, on_progress: Enter) -> None:
        self.last: Span | None = None
        self._tell = on_progress

    def __call__(self, stage: str, rule: Span | None = None) -> None:
        """Note the rule, and tell the other function."""
        self.last = rule
        self._tell(stage, rule)


def _compile(spec: Spec, deadline: Deadline, on_progress: Enter, *, clauses: bool) -> tuple[Module, dict[str, int]]:
    """Return the module of a spec, and its sizes."""
    if not clauses:
        module = lower(spec, deadline, on_progress=on_progress)
        return module, report.size(module)
    puzzle = compile_spec(spec, deadline=deadline, on_progress=on_progress)
    return puzzle.module, report.size(puzzle.module) | report.size_of_clauses(puzzle)


def _report_stop(spec: Spec, at: Span | None, options: Options) -> SpecResult:
    """Print and return the result of a spec whose compilation was stopped, with the rule at which it was: status 3, gave up."""
    options.progress().enter("")
    doubt = stopped_at(at, spec)
    if options.json:
        stats = {"unknowns": sum(len(layer.places) for layer in spec.layers)}
        described: report.Json = {"spec": spec.path, "title": spec.title, "status": "stopped", "diagnostics": []}
        options.report(described | {"warnings": [as_json(doubt)], "stats": stats})
    else:
        print_text.diagnostics([doubt])
    verdict = f"not checked to the end (stopped after {LOWERING_SECONDS} s, 1 warning)"
    if not options.json:
        options.say(f"{spec.path}: {verdict}")
    return SpecResult(spec.path, GAVE_UP, verdict, (doubt,), spec.title)


def stopped_at(at: Span | None, spec: Spec) -> Diagnostic:
    """Return the warning that compiling a spec was stopped at a rule."""
    stopped = f"the compiler was stopped after {LOWERING_SECONDS} s"
    rest = "so what comes after it is not checked"
    rule = next((rule for rule in (*spec.rules, *spec.together) if rule.span is at), None)
    if rule is not None:
        return heavy_rule(rule, spec, f"{stopped} in this rule, {rest}")
    return Diagnostic(HEAVY_RULE, f"{stopped}, {rest}", at, help="`check --timeout` takes as long as it says")


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
    if not isinstance(plain, dict) or list(plain) != names or any(type(size) is not int or size < 0 for size in plain.values()):
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
    warned = print_text.number_of(len(doubts), "warning")
    sizes = [print_text.number_of(number, what[:-1]) for what, number in size.items()]
    verdict = f"ok ({', '.join([*sizes, *(['cached'] if cached else []), *([warned] if doubts else [])])}{needs})"
    if known:
        verdict = "ok (no solution, as expected)" if claimed else "there is no solution"
    status = OK if claimed and not (strict and doubts) else NOT_AS_CLAIMED
    if claimed and status != OK:
        verdict = warned
    return SpecResult(spec.path, status, verdict, (*(() if claimed else known), *doubts), spec.title)
