"""Run a command on many specs, one after another or several at the same time, and collect the result of each."""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError

from ..exit_status import GAVE_UP, INTERRUPTED, OUR_MISTAKE
from ..output.reports import report
from ..solving.endings import during_of, reason_of, with_stage
from ..solving.findings import Ending
from .error_boundary import problems, report_problem
from .options import Options

if TYPE_CHECKING:
    from collections.abc import Generator

    from .jobs import Backend, JobResult
    from .progress_bars import ProgressDisplay


@dataclass(frozen=True, slots=True)
class SpecResult:
    """The result of one spec: an exit status, the verdict in words, and diagnostics, each at its place in the file.

    `solutions` and `answer` are texts for people, empty if nothing was solved. `next_step` is a command that tells more, if any.
    """

    spec: str
    status: int
    verdict: str
    diagnostics: tuple[Diagnostic, ...] = ()
    title: str = ""
    solutions: str = ""
    answer: str = ""
    seconds: float = 0.0
    next_step: str = ""


NOT_FINISHED = "interrupted"  # the verdict

# What is done with a spec; it prints its messages. It raises one of `problems` if it cannot be done.
SpecWork = Callable[[str, Options], SpecResult]


def run_specs(
    work: SpecWork,
    paths: Sequence[str],
    options: Options,
    *,
    jobs: int = 1,
    report_each: bool = False,
    cluster: Backend | None = None,
    finish: Callable[[Sequence[SpecResult]], int],
) -> int:
    """Do the work for each spec, up to `jobs` at the same time; return the status that `finish` makes of the results.

    They are in the order of the specs, and so is what is printed. With `cluster`, searches run there, and everything else here.
    `report_each`: with several at a time, print to standard error when one is done. After Ctrl-C, what was finished is printed,
    and each of the others has `INTERRUPTED` as its status.
    """
    quietly = replace(options, quiet=options.quiet or report_each)
    if cluster is not None:
        from .remote_search import run_with_remote_search  # noqa: PLC0415 (as below)

        finished = run_with_remote_search(functools.partial(result_of, work), paths, quietly, cluster)
        return finish(_complete(_collect(lambda display: finished, paths, options, report_each), paths, options))
    if jobs > 1:
        from .jobs import Job, run_jobs  # noqa: PLC0415 (slow to import, and only for several specs at a time)
        from .runner import Runner  # noqa: PLC0415 (the same)

        task, own = functools.partial(_task, work), quietly.for_process()
        all_jobs = [Job(task, path, own, own.timeout, own.memory) for path in paths]
        runner = Runner(min(jobs, len(paths)))
        by_index = _collect(lambda display: run_jobs(runner, all_jobs, display), paths, options, report_each)
        return finish(_complete(by_index, paths, options))

    def alone(problem: Exception) -> int:
        return finish([_result_of_problem(paths[0], problem, report_problem(paths[0], problem, options))])

    results: dict[int, SpecResult] = {}
    with contextlib.suppress(KeyboardInterrupt):
        for index, path in enumerate(paths):
            results[index] = result_of(work, path, options, alone if len(paths) == 1 else None)
            if results[index].status == INTERRUPTED:
                break
    return finish(_complete(results, paths, options))


def highest_status(results: Sequence[SpecResult]) -> int:
    """Return the status of a command that has nothing left to do with its results."""
    return max(result.status for result in results)


def _complete(results: Mapping[int, SpecResult], paths: Sequence[str], options: Options) -> list[SpecResult]:
    """Return the results in the order of the specs; those that are missing were interrupted, and it is printed how many."""
    missing = [path for index, path in enumerate(paths) if index not in results]
    for path in missing if options.json else ():
        options.report(report.failure(path, "interrupted"))
    finished = sum(result.status != INTERRUPTED for result in results.values())
    if len(paths) > 1 and finished < len(paths):
        print(f"gridwright: interrupted; {len(paths) - finished:,} of {len(paths):,} specs are not finished", file=sys.stderr)
    elif missing:
        print("gridwright: interrupted", file=sys.stderr)
    return [results.get(index) or SpecResult(path, INTERRUPTED, NOT_FINISHED) for index, path in enumerate(paths)]


def result_of(work: SpecWork, path: str, options: Options, last: Callable[[Exception], int] | None = None) -> SpecResult:
    """Return the result of one spec. What is wrong with it is printed, and is a result too. `last` is that of `run_limited`."""
    began = time.perf_counter()
    try:
        if options.needs_process:
            return options.run_limited(lambda limited: result_of(work, path, limited), last)
        result = options.run_limited(lambda begun: work(path, begun))
    except problems() as problem:
        result = _result_of_problem(path, problem, report_problem(path, problem, options))
    return replace(result, seconds=time.perf_counter() - began)


def _result_of_problem(path: str, problem: Exception, status: int) -> SpecResult:
    if isinstance(problem, SpecError):
        return SpecResult(path, status, "invalid", problem.diagnostics)
    if status == GAVE_UP:
        return unfinished_result(path, status, f"gave up: {with_stage(reason_of(problem), during_of(problem))}")
    return unfinished_result(path, status, "an error in this program: the judge rejects a finished grid")


def unfinished_result(path: str, status: int, verdict: str) -> SpecResult:
    """Return the result of a spec whose work did not finish: only the way it ended is known."""
    ending = Ending.GAVE_UP if status == GAVE_UP else Ending.MISTAKE
    return SpecResult(path, status, verdict, (Diagnostic(ending, verdict),))


def _task(work: SpecWork, path: str, options: Options) -> tuple[int, SpecResult]:
    result = result_of(work, path, options)
    return result.status, result


def _collect(
    start: Callable[[ProgressDisplay], Generator[tuple[int, JobResult], None, None]],
    paths: Sequence[str],
    options: Options,
    report_each: bool,
) -> dict[int, SpecResult]:
    """Print and return the results of specs that are worked on at the same time, in the order of the specs.

    After Ctrl-C those are printed too that were waiting for one before them.
    """
    from .progress_bars import display  # noqa: PLC0415 (as above)

    results: dict[int, SpecResult] = {}
    done: dict[int, JobResult] = {}
    with display(paths, options) as shown, contextlib.closing(start(shown)) as finished:
        try:
            for index, one in finished:
                done[index] = one
                with shown.aside():
                    if report_each:
                        _report_done(spec_result(paths[index], one), options)
                    while len(results) in done:
                        results[len(results)] = _print(paths[len(results)], done[len(results)], options)
        except KeyboardInterrupt:
            pass
    for index in sorted(done.keys() - results.keys()):
        results[index] = _print(paths[index], done[index], options)
    return results


def _report_done(result: SpecResult, options: Options) -> None:
    options.say(f"{result.spec}: {result.verdict}" + (f" ({result.seconds:.2f} s)" if result.seconds else ""))


def spec_result(path: str, done: JobResult) -> SpecResult:
    """Return the result of a spec that a job was about, also if the job has none."""
    result: SpecResult | None = done.result
    return result or unfinished_result(path, GAVE_UP if done.status == GAVE_UP else OUR_MISTAKE, done.failed)


def _print(path: str, done: JobResult, options: Options) -> SpecResult:
    """Print what the work on a spec printed, and return its result."""
    sys.stdout.write(done.out)
    sys.stderr.write(done.err)
    if done.failed:
        print(f"gridwright: {path}: {done.failed}", file=sys.stderr)
        if options.json:
            options.report(report.failure(path, "gave-up" if done.status == GAVE_UP else "mistake", done.failed))
    return spec_result(path, done)
