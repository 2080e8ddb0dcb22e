"""A run over many specs: what came of each, as `check` and `verify` tell it, one after another or several at the same time."""

from __future__ import annotations

import contextlib
import functools
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError

from ..exit_status import GAVE_UP, INTERRUPTED, OUR_MISTAKE
from ..output.reports import report
from ..solving.findings import Ending
from ..solving.session import reason_of
from .error_boundary import PROBLEMS, report_problem
from .jobs import Asking, by, here
from .options import Options

if TYPE_CHECKING:
    from . import pool
    from .cubes.cube_scheduler import Elsewhere
    from .progress_bars import ProgressDisplay
    from .remote import Finished


@dataclass(frozen=True, slots=True)
class SpecResult:
    """What came of one spec: an exit status, the verdict in words, and what is to be said, each at its place in the file.

    `solutions` and `answer` are texts for people, empty where nothing was solved.
    """

    spec: str
    status: int
    verdict: str
    diagnostics: tuple[Diagnostic, ...] = ()
    title: str = ""
    solutions: str = ""
    answer: str = ""
    seconds: float = 0.0


# What is done with a spec; it prints what it has to say. One of `PROBLEMS` is raised where it cannot be done.
Work = Callable[[str, Options], Asking[SpecResult]]


def run(
    work: Work,
    paths: Sequence[str],
    options: Options,
    *,
    jobs: int = 1,
    tell: bool = False,
    elsewhere: Elsewhere | None = None,
) -> list[SpecResult]:
    """Do the work for each spec, up to `jobs` of them at the same time; the cases come in the order of the specs.

    With `elsewhere`, what the work asks is answered there, and the rest is done here.

    What is printed comes in that order too. `tell`: with several at a time, say on standard error when one is done. After an
    interrupt the last case is the one that was interrupted.
    """
    quietly = replace(options, quiet=options.quiet or tell)
    if elsewhere is not None:
        from .remote import answered_elsewhere  # noqa: PLC0415 (as below)

        here_only = replace(quietly, memory=None)  # the limit holds where it is searched
        finished = answered_elsewhere(functools.partial(result_of, work), paths, here_only, elsewhere)
        return _as_they_come(lambda shown: finished, paths, options, tell)
    if jobs > 1:
        from . import pool  # noqa: PLC0415 (slow to import, and only for several specs at a time)

        task = functools.partial(_task, work)
        return _as_they_come(lambda shown: pool.run(task, paths, quietly, jobs, shown), paths, options, tell)
    cases: list[SpecResult] = []
    for path in paths:
        cases.append(here(result_of(work, path, options), by(options)))
        if cases[-1].status == INTERRUPTED:
            break
    return cases


def result_of(work: Work, path: str, options: Options) -> Asking[SpecResult]:
    """The case of one spec. What is wrong with it is told, and is a case too."""
    began = time.perf_counter()
    try:
        if options.is_to_be_apart:
            return options.apart(lambda apart: here(result_of(work, path, apart), by(apart)))
        found = yield from work(path, options)
    except PROBLEMS as problem:
        found = _case_of_problem(path, problem, report_problem(path, problem, options))
    return replace(found, seconds=time.perf_counter() - began)


def _case_of_problem(path: str, problem: Exception, status: int) -> SpecResult:
    if isinstance(problem, SpecError):
        return SpecResult(path, status, "invalid", problem.diagnostics)
    if status == GAVE_UP:
        return ended(path, status, f"gave up: {reason_of(problem)}")
    return ended(path, status, "an error in this program: the judge rejects a finished grid")


def ended(path: str, status: int, verdict: str) -> SpecResult:
    """The case of a spec of which nothing is known but how the work on it ended."""
    ending = Ending.GAVE_UP if status == GAVE_UP else Ending.MISTAKE
    return SpecResult(path, status, verdict, (Diagnostic(ending, verdict),))


def _task(work: Work, path: str, options: Options) -> tuple[int, SpecResult]:
    found = here(result_of(work, path, options), by(options))
    return found.status, found


def _as_they_come(
    begin: Callable[[ProgressDisplay], Finished], paths: Sequence[str], options: Options, tell: bool
) -> list[SpecResult]:
    """The cases of specs that are worked on at the same time, of which each is there when it is."""
    from .progress_bars import display  # noqa: PLC0415 (as above)

    cases: list[SpecResult] = []
    done: dict[int, pool.Done] = {}
    with display(paths, options) as shown, contextlib.closing(begin(shown)) as finished:
        try:
            for index, one in finished:
                done[index] = one
                with shown.aside():
                    if tell:
                        _tell(_case(paths[index], one), options)
                    while len(cases) in done:
                        cases.append(_printed(paths[len(cases)], done[len(cases)], options))
        except KeyboardInterrupt:
            with shown.aside():
                print("gridwright: interrupted", file=sys.stderr)
            return [*cases, SpecResult(paths[len(cases)], INTERRUPTED, "interrupted")]
    return cases


def _tell(found: SpecResult, options: Options) -> None:
    """Say that a spec is done."""
    options.say(f"{found.spec}: {found.verdict}" + (f" ({found.seconds:.2f} s)" if found.seconds else ""))


def _case(path: str, done: pool.Done) -> SpecResult:
    return done.result or ended(path, GAVE_UP if done.status == GAVE_UP else OUR_MISTAKE, done.failed)


def _printed(path: str, done: pool.Done, options: Options) -> SpecResult:
    """Print what the work on a spec printed, and give its case."""
    sys.stdout.write(done.out)
    sys.stderr.write(done.err)
    if done.failed:
        print(f"gridwright: {path}: {done.failed}", file=sys.stderr)
        if options.json:
            options.report(report.failed(path, "gave-up" if done.status == GAVE_UP else "mistake", done.failed))
    return _case(path, done)
