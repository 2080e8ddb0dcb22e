"""Check everything that `expect` claims, in files and folders; for workflows and CI."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

import click

from .. import batch, report, show
from ..cli import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED, OK, WRONG
from ..running import Options, common_options, each, files, guarded, search, specs_argument
from ..verify import differences, limit_for, undecided

VERDICTS = {WRONG: "invalid", GAVE_UP: "gave up: out of time"}

Row = tuple[str, ...]


@click.command("verify", help=__doc__)
@specs_argument
@click.option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="How many specs at the same time.")
@common_options
def command(options: Options, specs: Sequence[str], jobs: int) -> int:
    """Verify each spec, and print a table."""
    rows: list[Row] = []
    paths = files(specs)

    def one(path: str) -> int:
        status, row = row_of(path, options)
        rows.append(row)
        return status

    status = _at_the_same_time(paths, options, jobs, rows) if jobs > 1 else each(paths, one, options)
    if not options.json:
        show.table(rows, "spec", "verdict", "solutions", "answer", "seconds")
    return status


def row_of(path: str, options: Options) -> tuple[int, Row]:
    """The status of a spec, and its row of the table."""
    found: list[Row] = []
    status = guarded(path, lambda path: _verified(path, options, found), options)
    return status, found[0] if found else (path, VERDICTS.get(status, "a mistake of the program"), "", "", "")


def _at_the_same_time(paths: Sequence[str], options: Options, jobs: int, rows: list[Row]) -> int:
    """Verify specs on several processes. What is printed comes in their order; on standard error it is said when one is done."""
    status = OK
    done: dict[int, batch.Done] = {}
    finished = batch.run(row_of, paths, replace(options, quiet=True), jobs)
    try:
        for index, one in finished:
            done[index] = one
            status = max(status, one.status)
            row = one.result or (paths[index], one.failed, "", "", "")
            options.say(f"{paths[index]}: {row[1]}" + (f" ({row[4]} s)" if row[4] else ""))
            while len(rows) in done:
                _print(paths, done, rows)
    except KeyboardInterrupt:
        print("gridwright: interrupted", file=sys.stderr)
        return INTERRUPTED
    finally:
        finished.close()
    return status


def _print(paths: Sequence[str], done: dict[int, batch.Done], rows: list[Row]) -> None:
    """What the next spec printed, and its row."""
    at = len(rows)
    sys.stdout.write(done[at].out)
    sys.stderr.write(done[at].err)
    if done[at].failed:
        print(f"gridwright: {paths[at]}: {done[at].failed}", file=sys.stderr)
    rows.append(done[at].result or (paths[at], done[at].failed, "", "", ""))


def _verified(path: str, options: Options, rows: list[Row]) -> int:
    spec, outcome = search(path, options, limit_for)
    different, open_question = differences(spec, outcome), undecided(spec, outcome)
    if options.json:
        show.as_json(report.of_outcome(spec, outcome, different))
    verdict = "; ".join(different) or (f"gave up: {open_question}" if open_question else "as expected")
    count = f"{'' if outcome.complete else 'at least '}{outcome.count:,}"
    answer = next((show.answer(each.answer) for each in outcome.solutions if each.answer is not None and outcome.is_proved), "")
    rows.append((path, verdict, count, answer, f"{sum(outcome.statistics.seconds.values()):.2f}"))
    if open_question.startswith("interrupted"):
        return INTERRUPTED
    return NOT_AS_CLAIMED if different else GAVE_UP if open_question else OK
