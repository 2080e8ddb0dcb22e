"""Check everything that `expect` claims, in files and folders. Made for CI."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic

from ..execution.cache import Cache
from ..execution.ci_formats.report_files import Wanted, ensure_writable, report_options, write_reports
from ..execution.execution_plan import cluster_option, cubes_option, execution_plan, jobs_option
from ..execution.jobs import Asking, asked
from ..execution.options import Options, cache_option, common_options, specs_argument
from ..execution.progress_display import shown
from ..execution.results import SpecResult, Work, run
from ..execution.spec_files import files
from ..exit_status import GAVE_UP, INTERRUPTED, NOT_AS_CLAIMED, OK, OUR_MISTAKE
from ..output.reports import report
from ..output.text import print_text
from ..solving.expectations import differences, limit_for, place_of_claim, undecided
from ..solving.findings import Ending
from ..solving.outcome import Outcome
from ..solving.progress import Progress
from ..solving.solve import make_engine


@click.command("verify", help=__doc__)
@specs_argument
@jobs_option
@cubes_option
@cluster_option
@click.option(
    "--certificate", metavar="DIR", help="Write a certificate of the claim to DIR; for several specs, to a folder each in DIR."
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
    paths = files(specs)
    work: Work = verified
    if certificate is not None or again:
        folders = {} if certificate is None else _folders(Path(certificate), paths)
        work = functools.partial(trusted, again=again, folders=folders, force=force)
    dealt = execution_plan(replace(options, cache=cache), len(paths), jobs, cubes, cluster)
    found = run(work, paths, dealt.options, jobs=dealt.jobs, tell=True, elsewhere=dealt.elsewhere)
    if not options.json:
        rows = [(case.spec, case.verdict, case.solutions, case.answer, f"{case.seconds:.2f}") for case in found]
        print_text.table(rows, "spec", "verdict", "solutions", "answer", "seconds")
    write_reports(wanted, options, found)
    return max(case.status for case in found)


def _folders(folder: Path, paths: Sequence[str]) -> dict[str, Path]:
    """Where the certificate of each spec goes."""
    if len(paths) == 1:
        return {paths[0]: folder}
    names = [Path(path).stem for path in paths]
    if len(set(names)) < len(names):
        raise click.UsageError("two specs have the same name, so their certificates would be in the same folder")
    return {path: folder / name for path, name in zip(paths, names, strict=True)}


def trusted(path: str, options: Options, *, again: bool, folders: Mapping[str, Path], force: bool) -> Asking[SpecResult]:
    """Verify one spec, ask for a second opinion, and write a certificate."""
    deadline = options.deadline()
    case, spec, outcome = yield from _verified(path, options)
    if again and case.status in (OK, NOT_AS_CLAIMED):
        case = _again(case, spec, outcome, options)
    return _certified(case, spec, outcome, options, folders, deadline, force) if folders and case.status == OK else case


def _again(case: SpecResult, spec: Spec, outcome: Outcome, options: Options) -> SpecResult:
    """The case of a spec after a second opinion; that has as much time as the first."""
    from ..proofs.cross_check import save, second_opinion  # noqa: PLC0415 (only for this option, as certificates are)

    progress = Progress()
    with shown(case.spec, progress, options):
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
        print(f"gridwright: {case.spec}: {verdict}\n  {save(spec, outcome, opinion)}; please report it", file=sys.stderr)
        return replace(case, status=OUR_MISTAKE, verdict=verdict)
    if opinion.undecided:
        status = INTERRUPTED if opinion.undecided.startswith("interrupted") else max(case.status, GAVE_UP)
        return replace(case, status=status, verdict=f"{case.verdict}; no second opinion: {opinion.undecided}")
    alone = f", {print_text.counted(opinion.general, 'truth')} only by the general lemma" if opinion.general else ""
    return replace(case, verdict=f"{case.verdict}; {opinion.engine} agrees{alone}")


def _certified(
    case: SpecResult, spec: Spec, outcome: Outcome, options: Options, folders: Mapping[str, Path], deadline: Deadline, force: bool
) -> SpecResult:
    """Write a certificate."""
    from ..proofs.write.certificate_writer import write  # noqa: PLC0415 (the same)
    from ..proofs.write.refutation import NoCertificate  # noqa: PLC0415 (slow to import, and only for this option)

    path = case.spec
    progress = Progress()
    try:
        with shown(path, progress, options):
            write(spec, outcome, folders[path], make_engine("clasp", options.seed), deadline, progress.enter, force=force)
    except NoCertificate as problem:
        verdict = f"{case.verdict}; no certificate: {problem}"
        return replace(case, status=GAVE_UP, verdict=verdict)
    options.say(f"{path}: certificate in {folders[path]}; check it with: gridwright certify {folders[path]}")
    return case


def verified(path: str, options: Options) -> Asking[SpecResult]:
    """Verify one spec."""
    case, _, _ = yield from _verified(path, options)
    return case


def _verified(path: str, options: Options) -> Asking[tuple[SpecResult, Spec, Outcome]]:
    spec, outcome = yield from asked(path, options, limit_for)
    different, open_question = differences(spec, outcome), undecided(spec, outcome)
    if options.json:
        cached = {"cached": True} if outcome.cached else {}
        options.report(report.of_outcome(spec, outcome) | report.claims(spec, outcome) | cached)
    known = [contradiction.diagnostic for contradiction in outcome.contradictions] if different else []
    if not options.json:
        print_text.diagnostics(known)
    verdict = "; ".join(each.message for each in different) or (f"gave up: {open_question}" if open_question else "as expected")
    status = NOT_AS_CLAIMED if different else GAVE_UP if open_question else OK
    if open_question.startswith("interrupted"):
        status = INTERRUPTED
    elif not different and open_question:
        different = [Diagnostic(Ending.GAVE_UP, verdict, place_of_claim(spec))]
    answers = [print_text.answer(each.answer) for each in outcome.solutions if each.answer is not None and outcome.is_proved]
    case = SpecResult(
        spec=path,
        status=status,
        verdict=verdict + (", cached" if outcome.cached else ""),
        diagnostics=(*different, *known),
        title=spec.title,
        solutions=f"{'' if outcome.complete else 'at least '}{outcome.count:,}",
        answer=answers[0] if answers else "",
    )
    return case, spec, outcome
