"""What a command asks of a spec. It does not know where the search takes place, nor whether there is one.

Work that asks is a generator. It yields questions, is sent outcomes, and returns what it makes of them; `here` answers on the
spot.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TypeVar

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load

from ..solving.outcome import Outcome
from ..solving.progress import Progress
from ..solving.solve import solve
from .cubes.cube_scheduler import CubeScheduler, ScheduledPuzzle
from .options import Options
from .progress_display import shown
from .query import Query
from .serialize import NotAnOutcome, as_plain, from_plain

Found = TypeVar("Found")


Asking = Generator[Query, Outcome, Found]


def asked(path: str, options: Options, limit: int | Callable[[Spec], int]) -> Asking[tuple[Spec, Outcome]]:
    """Load a spec and ask for up to `limit` solutions, unless that is known from before."""
    deadline, progress = options.deadline(), Progress()
    with shown(path, progress, options):
        progress.enter("reading")
        spec = load(path, options.limits)
        wanted = limit if isinstance(limit, int) else limit(spec)
        question = Query(spec, wanted, options.engine, options.seed, deadline, progress)
        known = _known(question, options)
    if known is not None:
        return spec, known
    outcome = yield question
    if options.cache and _is_kept(outcome):
        options.cache.keep(question.key, spec, as_plain(spec, outcome))
    return spec, outcome


def _is_kept(outcome: Outcome) -> bool:
    """Whether it is decided, and a search was needed for it: a contradiction is found by compiling alone."""
    return not outcome.reason and not outcome.contradictions


def _known(question: Query, options: Options) -> Outcome | None:
    """The outcome that an earlier run has kept, judged again."""
    spec, progress = question.spec, question.progress
    if options.cache is None:
        return None
    progress.enter("judging")

    def read(plain: object) -> Outcome:
        found = from_plain(spec, plain, question.limit, question.deadline)
        if not _is_kept(found):
            raise NotAnOutcome("it is not decided")
        return found

    found = options.cache.find(question.key, spec, read)
    if found is None:
        return None
    progress.enter("")
    statistics = replace(found.statistics, seconds=dict(progress.seconds))
    return replace(found, statistics=statistics, cached=True)


def here(asking: Asking[Found], answered: Callable[[Query], Outcome]) -> Found:
    """What work comes to that asks questions, each of which is answered on the spot."""
    try:
        question = next(asking)
        while True:
            try:
                outcome = answered(question)
            except Exception as problem:  # which is for the work to tell
                question = asking.throw(problem)
            else:
                question = asking.send(outcome)
    except StopIteration as stop:
        found: Found = stop.value
        return found


def searched(question: Query, sharing: CubeScheduler | None = None) -> Outcome:
    """The outcome of a search, perhaps one that is shared out."""
    spec, limit, engine, seed = question.spec, question.limit, question.engine, question.seed
    deadline, progress = question.deadline, question.progress
    if sharing is None:
        return solve(spec, limit=limit, engine=engine, seed=seed, deadline=deadline, progress=progress)
    part_of = ScheduledPuzzle(sharing, question).part
    return solve(spec, limit=limit, engine=engine, seed=seed, deadline=deadline, progress=progress, part_of=part_of)


def by(options: Options) -> Callable[[Query], Outcome]:
    """Answers questions as options say, with progress shown meanwhile."""

    def answered(question: Query) -> Outcome:
        with shown(question.spec.path, question.progress, options):
            return searched(question, options.sharing)

    return answered


def search(path: str, options: Options, limit: int) -> tuple[Spec, Outcome]:
    """A spec, and the outcome of a search for up to `limit` solutions, on the spot."""
    return here(asked(path, options, limit), by(options))
