"""Check everything that `expect` claims, in files and folders; for workflows and CI."""

from __future__ import annotations

from collections.abc import Sequence

import click
from gridwright.compiler.diagnostics import Diagnostic

from .. import cases, report, show
from ..cases import Case
from ..cli import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED, OK
from ..ending import Ending
from ..report_files import Wanted, ensure_writable, report_options, write_reports
from ..running import Options, common_options, files, jobs_option, search, specs_argument
from ..verify import differences, limit_for, place_of_claim, undecided


@click.command("verify", help=__doc__)
@specs_argument
@jobs_option
@report_options
@common_options
def command(options: Options, specs: Sequence[str], jobs: int, wanted: Wanted) -> int:
    """Verify each spec, and print a table."""
    ensure_writable(wanted)
    found = cases.run(verified, files(specs), options, jobs=jobs, tell=True)
    if not options.json:
        rows = [(case.spec, case.verdict, case.solutions, case.answer, f"{case.seconds:.2f}") for case in found]
        show.table(rows, "spec", "verdict", "solutions", "answer", "seconds")
    write_reports(wanted, options, found)
    return max(case.status for case in found)


def verified(path: str, options: Options) -> Case:
    """Verify one spec."""
    spec, outcome = search(path, options, limit_for)
    different, open_question = differences(spec, outcome), undecided(spec, outcome)
    if options.json:
        options.report(report.of_outcome(spec, outcome) | report.claims(spec, outcome))
    known = [contradiction.diagnostic for contradiction in outcome.contradictions] if different else []
    if not options.json:
        show.diagnostics(known)
    verdict = "; ".join(each.message for each in different) or (f"gave up: {open_question}" if open_question else "as expected")
    status = NOT_AS_CLAIMED if different else GAVE_UP if open_question else OK
    if open_question.startswith("interrupted"):
        status = INTERRUPTED
    elif not different and open_question:
        different = [Diagnostic(Ending.GAVE_UP, verdict, place_of_claim(spec))]
    answers = [show.answer(each.answer) for each in outcome.solutions if each.answer is not None and outcome.is_proved]
    return Case(
        spec=path,
        status=status,
        verdict=verdict,
        diagnostics=(*different, *known),
        title=spec.title,
        solutions=f"{'' if outcome.complete else 'at least '}{outcome.count:,}",
        answer=answers[0] if answers else "",
    )
