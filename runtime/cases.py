"""A run over many specs: what came of each, as `check` and `verify` tell it, one after another or several at the same time."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gridwright.compiler.diagnostics import Diagnostic, SpecError

from . import batch, report
from .asking import Asking, here
from .bars import display
from .cli import GAVE_UP, INTERRUPTED, OUR_MISTAKE
from .ending import Ending
from .running import PROBLEMS, Options, told
from .session import reason_of


@dataclass(frozen=True, slots=True)
class Case:
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
Work = Callable[[str, Options], Asking[Case]]


def run(work: Work, paths: Sequence[str], options: Options, *, jobs: int = 1, tell: bool = False) -> list[Case]:
    """Do the work for each spec, up to `jobs` of them at the same time; the cases come in the order of the specs.

    What is printed comes in that order too. `tell`: with several at a time, say on standard error when one is done. After an
    interrupt the last case is the one that was interrupted.
    """
    if jobs > 1:
        return _at_the_same_time(work, paths, options, jobs, tell)
    cases: list[Case] = []
    for path in paths:
        cases.append(here(case_of(work, path, options), options))
        if cases[-1].status == INTERRUPTED:
            break
    return cases


def case_of(work: Work, path: str, options: Options) -> Asking[Case]:
    """The case of one spec. What is wrong with it is told, and is a case too."""
    began = time.perf_counter()
    try:
        if options.is_to_be_apart:
            return options.apart(lambda apart: here(case_of(work, path, apart), apart))
        found = yield from work(path, options)
    except PROBLEMS as problem:
        found = _case_of_problem(path, problem, told(path, problem, options))
    return replace(found, seconds=time.perf_counter() - began)


def _case_of_problem(path: str, problem: Exception, status: int) -> Case:
    if isinstance(problem, SpecError):
        return Case(path, status, "invalid", problem.diagnostics)
    if status == GAVE_UP:
        return ended(path, status, f"gave up: {reason_of(problem)}")
    return ended(path, status, "a mistake of the program: the judge rejects a finished grid")


def ended(path: str, status: int, verdict: str) -> Case:
    """The case of a spec of which nothing is known but how the work on it ended."""
    ending = Ending.GAVE_UP if status == GAVE_UP else Ending.MISTAKE
    return Case(path, status, verdict, (Diagnostic(ending, verdict),))


def _task(work: Work, path: str, options: Options) -> tuple[int, Case]:
    found = here(case_of(work, path, options), options)
    return found.status, found


def _at_the_same_time(work: Work, paths: Sequence[str], options: Options, jobs: int, tell: bool) -> list[Case]:
    cases: list[Case] = []
    done: dict[int, batch.Done] = {}
    with display(paths, options) as shown:
        task = functools.partial(_task, work)
        finished = batch.run(task, paths, replace(options, quiet=options.quiet or tell), jobs, shown)
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
            return [*cases, Case(paths[len(cases)], INTERRUPTED, "interrupted")]
        finally:
            finished.close()
    return cases


def _tell(found: Case, options: Options) -> None:
    """Say that a spec is done."""
    options.say(f"{found.spec}: {found.verdict}" + (f" ({found.seconds:.2f} s)" if found.seconds else ""))


def _case(path: str, done: batch.Done) -> Case:
    return done.result or ended(path, GAVE_UP if done.status == GAVE_UP else OUR_MISTAKE, done.failed)


def _printed(path: str, done: batch.Done, options: Options) -> Case:
    """Print what the work on a spec printed, and give its case."""
    sys.stdout.write(done.out)
    sys.stderr.write(done.err)
    if done.failed:
        print(f"gridwright: {path}: {done.failed}", file=sys.stderr)
        if options.json:
            options.report(report.failed(path, "gave-up" if done.status == GAVE_UP else "mistake", done.failed))
    return _case(path, done)
