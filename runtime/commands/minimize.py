"""Find givens and clues that you can remove while the solution stays unique; with -o, write the spec without them.

The result is minimal: you cannot remove anything else. With --leave the command may stop before that. --seed decides the order
of the attempts. Everything else in the file stays, comments too; a removed given or clue becomes `.`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from gridwright.compiler.language.budget import GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader.libraries import used_files
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.visible_text import printable

from ..authoring.minimize import Finder, Minimized, NotUnique, Search
from ..authoring.printed_items import Item, Unit, items_of
from ..authoring.symmetry import MOVES, NotSymmetric, units
from ..authoring.uniqueness_claims import Claim, Finding, check_claim
from ..engines.engine import Status
from ..execution.error_boundary import gave_up, run_on_file
from ..execution.execution_plan import cluster_backend, cluster_option
from ..execution.options import FILE, Options, common_options, spec_argument
from ..execution.progress_display import show_progress
from ..exit_status import NOT_AS_CLAIMED, OK
from ..output.atomic_write import exists, write_whole
from ..output.reports import report
from ..output.text import print_text
from ..solving.endings import reason_of, with_stage
from ..solving.progress import Progress

if TYPE_CHECKING:
    from ..execution.jobs import Backend

ALONE = 1.0  # seconds in this process only, since others take a moment to start


@click.command("minimize", help=__doc__)
@spec_argument
@click.option("-o", "--output", metavar="OUT", type=FILE, help="Where to write the smaller spec; without -o, nothing is written.")
@click.option(
    "--keep-symmetry",
    type=click.Choice(list(MOVES)),
    help="Keep this symmetry of the givens and clues in cells; they must have it already.",
)
@click.option("--only", type=click.Choice(["givens", "clues"]), help="Remove only givens, or only clues.")
@click.option("--prefer", type=click.Choice(["givens", "clues"]), help="Try to remove these before the others.")
@click.option("--leave", type=click.IntRange(0), default=0, metavar="N", help="Stop when only N givens and clues are left.")
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Number of processes to use.")
@cluster_option
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@common_options
def command(
    options: Options,
    spec: str,
    output: str | None,
    keep_symmetry: str | None,
    only: str | None,
    prefer: str | None,
    leave: int,
    jobs: int | None,
    cluster: str | None,
    force: bool,
) -> int:
    """Minimize one spec."""
    start_cluster = cluster_backend(jobs, cluster)

    def one(path: str, options: Options) -> int:
        if output is not None:
            _check_output(path, output, force)
        progress = options.progress()
        with show_progress(path, progress, options):
            loaded = options.load(path)
            progress.enter("starting")
            chosen = _removable(loaded, keep_symmetry, only, options)
            search = Search(options.engine, options.seed, options.deadline(), progress, first=prefer or "")
            chosen_items = sum(map(len, chosen))
            search.least = max(0, leave - (len(items_of(loaded)) - chosen_items))
            if start_cluster or (jobs or 1) > 1:
                search.find = _after_a_while(options, jobs or 1, start_cluster)
            try:
                minimized = search.minimize(loaded, chosen)
            except NotUnique as problem:
                return _not_unique(path, problem, options)
            except (GaveUp, OutOfTime, MemoryError) as problem:
                return _report_end(path, reason_of(problem, progress), progress, options)
        if output is not None:
            write_whole(output, minimized.text, force=force)
        _tell(path, minimized, output, options)
        return OK

    return run_on_file(spec, one, options)


def _check_output(path: str, output: str, force: bool) -> None:
    """Refuse before the work what would be refused after it."""
    if Path(output).exists() and not force:
        raise exists(output)
    own = [name for name in used_files(path) if Path(path).with_name(name).exists()]
    if own and Path(output).resolve().parent != Path(path).resolve().parent:
        raise click.UsageError(f"{path} uses {', '.join(own)}, which is in its folder: write OUT there too")


def _removable(spec: Spec, symmetry: str | None, only: str | None, options: Options) -> list[Unit]:
    """Return the units to try: single items, or sets of items that are symmetric."""
    items = [item for item in items_of(spec) if only is None or item.is_given == (only == "givens")]
    if symmetry is None:
        return [(item,) for item in items]
    try:
        units_of_items, lacking = units(spec, items, symmetry)
    except NotSymmetric as problem:
        raise click.UsageError(f"{spec.path}: {problem}") from None
    for name in lacking:
        options.say(f"{spec.path}: {name} is not symmetric, so its items are tried one by one")
    return units_of_items


def _after_a_while(options: Options, jobs: int, start_cluster: Callable[[], Backend] | None) -> Finder:
    """Return a function that checks claims in their order, and after a while on a cluster or several processes."""

    def find(claims: Sequence[Claim]) -> Iterator[Finding]:
        began = time.monotonic()
        for at, claim in enumerate(claims):
            if time.monotonic() - began >= ALONE:
                yield from _all_at_once(claims[at:], replace(options, quiet=True), jobs, start_cluster)
                return
            yield check_claim(claim)

    return find


def _all_at_once(
    claims: Sequence[Claim], options: Options, jobs: int, start_cluster: Callable[[], Backend] | None
) -> Iterator[Finding]:
    from ..execution.jobs import Job, in_order, run_jobs  # noqa: PLC0415 (slow to import, and only for several processes)
    from ..execution.remote_search import run_with_remote_search  # noqa: PLC0415 (the same)
    from ..execution.runner import Runner  # noqa: PLC0415 (the same)

    if start_cluster is None:
        own = options.for_process()
        all_jobs = [Job(_task, claim, own, own.timeout, own.memory) for claim in claims]
        finished = run_jobs(Runner(min(jobs, len(claims))), all_jobs)
    else:
        finished = run_with_remote_search(_check_remotely, claims, options, start_cluster())
    with contextlib.closing(finished):
        for done in in_order(finished):
            yield Finding(False, reason=done.failed) if done.failed else done.result


def _task(claim: Claim, options: Options) -> tuple[int, Finding]:
    return OK, check_claim(claim)


def _check_remotely(claim: Claim, options: Options) -> Finding:
    assert options.remote is not None
    return check_claim(claim, options.remote)


def _not_unique(path: str, problem: NotUnique, options: Options) -> int:
    if options.json:
        options.report({"spec": path, "status": "not-unique", "solutions": problem.outcome.count})
    else:
        print(f"{path}: {problem}; minimize needs exactly one (to see why: gridwright explain {path})")
    return NOT_AS_CLAIMED


def _report_end(path: str, reason: str, progress: Progress, options: Options) -> int:
    interrupted = reason == Status.INTERRUPTED.value
    known = "" if interrupted or not progress.note else f" ({progress.note}; nothing was written)"
    if options.json:
        status = "interrupted" if interrupted else "gave-up"
        options.report(report.failure(path, status, f"{reason}{known}", during=progress.during))
    return gave_up(path, f"{with_stage(reason, progress.during)}{known}", options)


def _tell(path: str, minimized: Minimized, output: str | None, options: Options) -> None:
    gone, left = _items(minimized.dropped), _items(minimized.kept)
    if options.json:
        dropped, kept = list(map(_as_json, gone)), list(map(_as_json, left))
        written = {} if output is None else {"written": output}
        status = "minimal" if minimized.is_minimal else "left"
        options.report({"spec": path, "status": status, "dropped": dropped, "kept": kept, **written})
        return
    for item in gone:
        print(printable(f"{item.place}: you can remove {item}"))
    items = print_text.number_of(len(gone) + len(left), "item")
    if left and minimized.is_minimal:
        print(f"you can remove {len(gone)} of {items}, but no more" if gone else f"you can remove none of {items}")
    else:
        print(f"you can remove {len(gone)} of {items}")
    if output is not None:
        options.say(f"wrote {output}")


def _items(chosen: Iterable[Unit]) -> list[Item]:
    return sorted((item for unit in chosen for item in unit), key=lambda item: item.place.start)


def _as_json(item: Item) -> dict[str, object]:
    line, column = item.place.source.position(item.place.start)
    kind = "given" if item.is_given else "clue"
    return {"kind": kind, "name": item.name, "place": item.where, "value": item.value, "line": line, "column": column}
