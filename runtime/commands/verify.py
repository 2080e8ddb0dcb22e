"""Check everything that `expect` claims, in files and folders; for workflows and CI."""

from __future__ import annotations

from collections.abc import Sequence

import click

from .. import report, show
from ..cli import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED, OK, WRONG
from ..running import Options, common_options, each, files, guarded, search, specs_argument
from ..verify import differences, limit_for, undecided

VERDICTS = {WRONG: "invalid", GAVE_UP: "gave up: out of time"}


@click.command("verify", help=__doc__)
@specs_argument
@common_options
def command(options: Options, specs: Sequence[str]) -> int:
    """Verify each spec, and print a table."""
    rows: list[tuple[str, ...]] = []

    def one(path: str) -> int:
        before = len(rows)
        status = guarded(path, lambda path: _verified(path, options, rows), options)
        if len(rows) == before:
            rows.append((path, VERDICTS.get(status, "a mistake of the program"), "", "", ""))
        return status

    status = each(files(specs), one, options)
    if not options.json:
        show.table(rows, "spec", "verdict", "solutions", "answer", "seconds")
    return status


def _verified(path: str, options: Options, rows: list[tuple[str, ...]]) -> int:
    spec, outcome = search(path, options, limit_for)
    different, open_question = differences(spec, outcome), undecided(spec, outcome)
    if options.json:
        show.as_json(report.of_outcome(spec, outcome, different))
    verdict = "; ".join(different) or (f"gave up: {open_question}" if open_question else "as expected")
    count = f"{'' if outcome.complete else 'at least '}{outcome.count:,}"
    answer = next((str(solution.answer) for solution in outcome.solutions if solution.answer is not None), "")
    rows.append((path, verdict, count, answer, f"{sum(outcome.statistics.seconds.values()):.2f}"))
    if open_question.startswith("interrupted"):
        return INTERRUPTED
    return NOT_AS_CLAIMED if different else GAVE_UP if open_question else OK
