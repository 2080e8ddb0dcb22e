"""Verify one spec: search for its solutions, and compare them with what `expect` claims."""

from __future__ import annotations

import shlex
import sys

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.visible_text import printable

from ..exit_status import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED, OK
from ..output.reports import report
from ..output.text import print_text
from ..solving.expectations import limit_for, place_of_claim
from ..solving.findings import Ending
from ..solving.outcome import Outcome
from ..steps.compared_claims import ComparedClaims, compare_claims
from .options import Options
from .progress_display import show_progress
from .results import SpecResult
from .search import search
from .verify_library import verify_library

# Seconds for a spec whose best engine is not installed, without --timeout: the search may never end, and other specs wait.
PATIENCE = 60.0


def verify_spec(path: str, options: Options) -> SpecResult:
    """Verify one spec, and print a report with `--json`, otherwise diagnostics."""
    return verify_library(path, options) or verify_and_keep(path, options)[0]


def verify_and_keep(path: str, options: Options) -> tuple[SpecResult, Spec, Outcome]:
    """Verify one spec, and return the spec and the outcome too."""
    spec, outcome = search(path, options, limit_for, patience=PATIENCE if options.timeout is None else None)
    enter = options.progress().enter
    enter("judging")
    claims = _compare(spec, outcome, options)
    different, open_question = claims.different, claims.undecided
    enter("")
    if options.json:
        line = report.of_outcome(spec, outcome) | report.claims(spec, outcome)
        line |= {"cached": True} if outcome.cached else {}
        if claims.difficulty is not None:
            from ..output.reports import steps_report  # noqa: PLC0415 (only for this claim)

            line |= steps_report.of_claim(claims.difficulty)
        options.report(line)
    known = [contradiction.diagnostic for contradiction in outcome.contradictions] if different else []
    if not options.json:
        print_text.diagnostics(known)
    verdict = "; ".join(difference.message for difference in different) or (
        f"gave up: {open_question}" if open_question else "as expected"
    )
    status = NOT_AS_CLAIMED if different else GAVE_UP if open_question else OK
    if open_question.startswith("interrupted"):
        status = INTERRUPTED
    elif not different and open_question:
        help = print_text.what_would_help(outcome)
        if options.timeout is None and any(use.missing for use in outcome.statistics.engines):
            help += f"\nwithout it `verify` ends the search after {PATIENCE:.0f} s; --timeout sets another limit"
        different = (Diagnostic(Ending.GAVE_UP, verdict, place_of_claim(spec), help=help),)
        if not options.json and help:
            print(f"{path}: {verdict}\n{help}", file=sys.stderr)
    answers = [
        print_text.answer(solution.answer) for solution in outcome.solutions if solution.answer is not None and outcome.is_proved
    ]
    result = SpecResult(
        spec=path,
        status=status,
        verdict=verdict + (", cached" if outcome.cached else ""),
        diagnostics=(*different, *known),
        title=spec.title,
        solutions=f"{'' if outcome.complete else 'at least '}{outcome.count:,}",
        answer=answers[0] if answers else "",
        next_step=_next_step(path, spec, outcome, claims) if status == NOT_AS_CLAIMED else "",
    )
    return result, spec, outcome


def _compare(spec: Spec, outcome: Outcome, options: Options) -> ComparedClaims:
    deadline, progress = options.deadline(), options.progress()
    with show_progress(spec.path, progress, options):
        return compare_claims(spec, outcome, engine=options.engine, seed=options.seed, deadline=deadline, progress=progress)


def _next_step(path: str, spec: Spec, outcome: Outcome, claims: ComparedClaims) -> str:
    """Return the command that tells why a spec is not as claimed; empty if `explain` has nothing to explain.

    That is so if one solution is known, and another number of them is claimed.
    """
    if claims.difficulty is not None and outcome.unique:
        return f"gridwright steps {printable(shlex.quote(path))}"
    if outcome.count == 1 and spec.expected.solutions not in (1, None):
        return ""
    return f"gridwright explain {printable(shlex.quote(path))}"
