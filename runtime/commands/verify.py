"""Check everything that `expect` claims, in files and folders. Made for CI."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace

from ..engines.engine_registry import make_engine
from ..execution.ci_formats.report_files import Wanted, ensure_writable, report_options, write_reports
from ..execution.execution_plan import cluster_option, cubes_option, execution_plan, jobs_option
from ..execution.options import FILE, Options, cache_option, common_options, specs_argument
from ..execution.progress_display import show_progress
from ..execution.results import NOT_FINISHED, SpecResult, SpecWork, highest_status, run_specs
from ..execution.spec_files import files
from ..execution.verify_library import verify_library
from ..execution.verify_spec import verify_and_keep, verify_spec
from ..exit_status import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED, OK, OUR_MISTAKE
from ..output.text import print_styled, print_text
from ..solving.expectations import limit_for
from ..solving.outcome import Outcome

MOST_STEPS = 5  # commands that are printed after the table

if TYPE_CHECKING:
    from ..execution.cache import Cache


@click.command("verify", help=__doc__)
@specs_argument
@jobs_option
@cubes_option
@cluster_option
@click.option(
    "--certificate",
    metavar="DIR",
    type=FILE,
    help="Write a certificate of the claim to DIR; for several specs, to a folder each in DIR.",
)
@click.option(
    "--second-opinion", "again", is_flag=True, help="Search again with another engine, and reuse nothing of the first search."
)
@click.option("--force", is_flag=True, help="Overwrite certificates that exist.")
@report_options
@cache_option
@common_options
def command(
    options: Options,
    specs: Sequence[str],
    jobs: int | None,
    cubes: int | None,
    cluster: str | None,
    certificate: str | None,
    again: bool,
    force: bool,
    cache: Cache | None,
    wanted: Wanted,
) -> int:
    """Verify each spec, and print a table."""
    ensure_writable(wanted)
    paths = files(specs, options.deadline())
    work: SpecWork = verify_spec
    if certificate is not None or again:
        folders = {} if certificate is None else _folders(Path(certificate), paths)
        work = functools.partial(verify_and_certify, again=again, folders=folders, force=force)
    plan = execution_plan(replace(options, cache=cache), len(paths), jobs, cubes, cluster)

    def finish(results: Sequence[SpecResult]) -> int:
        if not options.json:
            shown = [result for result in results if result.verdict != NOT_FINISHED]
            rows = [(result.spec, result.verdict, result.solutions, result.answer, f"{result.seconds:.2f}") for result in shown]
            print_styled.table(rows, "spec", "verdict", "solutions", "answer", "seconds")
            _print_next_steps([result.next_step for result in results if result.next_step])
        write_reports(wanted, options, results)
        return highest_status(results)

    return run_specs(work, paths, plan.options, jobs=plan.jobs, report_each=True, cluster=plan.cluster, finish=finish)


def _print_next_steps(steps: Sequence[str]) -> None:
    for step in steps[:MOST_STEPS]:
        print(f"run: {step}")
    if len(steps) > MOST_STEPS:
        print(f"and likewise for {len(steps) - MOST_STEPS:,} more")


def _folders(folder: Path, paths: Sequence[str]) -> dict[str, Path]:
    """Return the folder for the certificate of each spec."""
    if len(paths) == 1:
        return {paths[0]: folder}
    names = [Path(path).stem for path in paths]
    if len(set(names)) < len(names):
        raise click.UsageError("two specs have the same name, so their certificates would be in the same folder")
    return {path: folder / name for path, name in zip(paths, names, strict=True)}


def verify_and_certify(path: str, options: Options, *, again: bool, folders: Mapping[str, Path], force: bool) -> SpecResult:
    """Verify one spec; if requested, search again with the other engine, and write a certificate."""
    library = verify_library(path, options)
    if library is not None:
        return library
    deadline = options.deadline()
    result, spec, outcome = verify_and_keep(path, options)
    if again and result.status in (OK, NOT_AS_CLAIMED):
        result = _again(result, spec, outcome, options)
    return _certify(result, spec, outcome, options, folders, deadline, force) if folders and result.status == OK else result


def _again(result: SpecResult, spec: Spec, outcome: Outcome, options: Options) -> SpecResult:
    """Return the result of a spec after a second search."""
    from ..proofs.cross_check import save, second_opinion  # noqa: PLC0415 (only for this option, as certificates are)

    progress = options.progress()
    with show_progress(result.spec, progress, options):
        opinion = second_opinion(
            spec,
            outcome,
            limit=limit_for(spec),
            engine=options.engine,
            seed=options.seed,
            deadline=options.deadline(),
            progress=progress,
        )
    if opinion.contradicts:
        verdict = f"an error in this program: two searches contradict each other ({opinion.contradicts})"
        print(f"gridwright: {result.spec}: {verdict}\n  {save(spec, outcome, opinion)}; please report it", file=sys.stderr)
        return replace(result, status=OUR_MISTAKE, verdict=verdict)
    if opinion.undecided:
        status = INTERRUPTED if opinion.undecided.startswith("interrupted") else max(result.status, GAVE_UP)
        return replace(result, status=status, verdict=f"{result.verdict}; no second opinion: {opinion.undecided}")
    alone = f", {print_text.number_of(opinion.general, 'truth')} only by the general lemma" if opinion.general else ""
    return replace(result, verdict=f"{result.verdict}; {opinion.engine} agrees{alone}")


def _certify(
    result: SpecResult,
    spec: Spec,
    outcome: Outcome,
    options: Options,
    folders: Mapping[str, Path],
    deadline: Deadline,
    force: bool,
) -> SpecResult:
    """Write a certificate, and return the result with what came of that."""
    from ..proofs.write.certificate_writer import write  # noqa: PLC0415 (the same)
    from ..proofs.write.refutation import NoCertificate  # noqa: PLC0415 (slow to import, and only for this option)

    path = result.spec
    progress = options.progress()
    try:
        with show_progress(path, progress, options):
            write(spec, outcome, folders[path], make_engine("clasp", options.seed), deadline, progress.enter, force=force)
    except NoCertificate as problem:
        verdict = f"{result.verdict}; no certificate: {problem}"
        return replace(result, status=GAVE_UP, verdict=verdict)
    options.say(f"{path}: certificate in {folders[path]}; check it with: gridwright certify {folders[path]}")
    return result
