"""Verify a library: solve each of its examples, compare the solutions with what the example claims, and judge its wrong grids."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.spec import Expected, Spec
from gridwright.compiler.loader.examples import Example
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Diagnostic

from ..exit_status import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED
from ..explaining.judge_visible import judge_visible
from ..judging.judge import Assignment, judge
from ..output.text.print_text import number_of
from ..solving.expectations import limit_for
from ..solving.findings import Ending
from ..steps.compared_claims import compare_claims
from .library_files import library_examples, library_result
from .options import Options
from .progress_display import show_progress
from .query import Query
from .results import SpecResult
from .search import run_query


def verify_library(path: str, options: Options) -> SpecResult | None:
    """Return the result of a library after its examples; None if the file is no library. Raise `SpecError` if it is wrong."""
    library = library_result(path, options)
    if library is None:
        return None
    with show_progress(path, options.progress(), options):
        examples = [*library_examples(path, options)]
        problems = [problem for example, spec in examples for problem in _problems(example, spec, options)]
    if not problems:
        return replace(library, verdict=f"a library; {number_of(len(examples), 'example')} as expected") if examples else library
    status, diagnostic = max(problems, key=lambda problem: problem[0] == NOT_AS_CLAIMED)
    return replace(
        library,
        status=status,
        verdict=diagnostic.message,
        diagnostics=tuple(found_diagnostic for _, found_diagnostic in problems),
    )


def _problems(example: Example, spec: Spec, options: Options) -> Iterator[tuple[int, Diagnostic]]:
    """Yield the claims of an example that are false or not decided, each with an exit status."""
    blind = replace(spec, expected=Expected())  # so that the search does not begin at what is claimed
    query = Query(blind, limit_for(spec), options.engine, options.seed, options.deadline(), options.progress())
    outcome = run_query(query)
    claims = compare_claims(spec, outcome, engine=query.engine, seed=query.seed, deadline=query.deadline, progress=query.progress)
    for difference in claims.different:
        yield NOT_AS_CLAIMED, Diagnostic(Ending.NOT_AS_EXPECTED, f"{example.name}: {difference.message}", example.node.span)
    if reason := claims.undecided:
        status = INTERRUPTED if reason.startswith("interrupted") else GAVE_UP
        yield status, Diagnostic(Ending.GAVE_UP, f"{example.name}: gave up: {reason}", example.node.span)
        return
    for number, (broken, grid) in enumerate(example.wrong(spec), 1):
        says = _broken_rules(spec, grid, query)
        if not any(" ".join(text.split()).startswith(broken) for text in says):
            rules = f"breaks only: {'; '.join(says)}" if says else "is accepted"
            message = f"{example.name}: wrong grid {number} should break {broken!r}, and {rules}"
            yield NOT_AS_CLAIMED, Diagnostic(Ending.NOT_AS_EXPECTED, message, example.node.span)


def _broken_rules(spec: Spec, grid: Assignment, query: Query) -> list[str]:
    """Return the rules that a grid breaks, in sentences."""
    if any(layer.hidden for layer in spec.layers):
        violations = judge_visible(spec, grid, engine=query.engine, seed=query.seed, deadline=query.deadline).report.violations
    else:  # without the values that break a rule, which nobody sees here
        violations = judge(spec, grid, query.deadline).violations
    return [member.message for violation in violations for member in (violation, *violation.because)]
