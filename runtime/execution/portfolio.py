"""Search for the solutions of one spec with two engines against each other, each in a process of its own: a portfolio.

The first search that ends is the result. If the other ends soon after, it is a second opinion; searches that contradict each
other are a mistake of this program, and there is no result then. With more than two processes, the others run the same two
engines with other seeds.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TYPE_CHECKING

import click
from gridwright.compiler.language.budget import OutOfTime
from gridwright.compiler.records import dataclass, replace

from ..engines.engine import Status
from ..engines.engine_choice import opponent
from ..engines.engine_registry import AUTO, engine_of
from ..proofs.cross_check import Opinion, contradiction, save
from ..solving.outcome import Outcome
from .options import Options
from .packed_query import pack, unpack
from .query import Query
from .wire_format import MISTAKE, answer_task

if TYPE_CHECKING:
    from .jobs import Backend, JobResult

SOON = 0.2  # seconds that the second opinion has after the first search, and a tenth of what that took
LARGEST_SEED = 2**31 - 1


class SearchesContradict(Exception):
    """Two searches that contradict each other, or one that failed by a mistake of this program, with where the evidence is."""


@dataclass(frozen=True)
class Portfolio:
    """So many processes that search the same; `start` makes the back end, which runs as many jobs at the same time."""

    processes: int
    start: Callable[[], Backend]
    options: Options

    def search(self, query: Query) -> Outcome:
        """Return the outcome of the first search that ends; raise `SearchesContradict`, or what is wrong with the spec."""
        if query.engine != AUTO:
            engine_of(query.engine)  # which says what is not installed
        query.progress.enter("solving")
        query.progress.note = _against(self.processes)
        try:
            outcomes = list(self._outcomes(query))
        except KeyboardInterrupt:
            return unpack(query, Status.INTERRUPTED.value)
        finally:
            query.progress.note = ""
        query.progress.enter("judging")
        ended = [outcome for outcome in outcomes if not outcome.reason]
        best = ended[0] if ended else outcomes[0]
        for other in outcomes:
            if best.reason or other is best:
                continue
            if contradicts := contradiction(query.spec, best, other):
                saved = save(query.spec, best, Opinion(_names(other), other, contradicts, 0))
                raise SearchesContradict(f"{_names(best)} and {_names(other)} contradict each other ({contradicts})\n  {saved}")
        query.progress.enter("")
        agree = [name for other in ended if (name := _names(other)) != _names(best)]
        return replace(best, agrees=agree[0] if agree else "")

    def _outcomes(self, query: Query) -> Iterator[Outcome]:
        """Yield the outcomes of the searches in their order, as far as they ended in time; stop the others."""
        from .jobs import Job  # noqa: PLC0415 (slow to import, and only for several processes)

        own = replace(self.options.for_process(), quiet=True, json=False, cache=None)
        began = time.monotonic()
        doing = {0: "starting"}  # what the search of each process is doing

        def note(process: int, text: str | None) -> None:
            doing[process] = text or "starting"
            query.progress.note = f"{_against(self.processes)}, one is {doing[0]}"
            if query.progress.on_enter is not None:
                query.progress.on_enter(query.progress)  # said if this process has to be ended

        with self.start() as backend, _note_first(doing):
            searches = [
                backend.submit(Job(answer_task, pack(query_part), own, query.deadline.seconds_left(), own.memory), note)
                for query_part in _searches(query, self.processes)
            ]
            open_: set[Future[JobResult]] = {*searches}
            until: float | None = None  # when the first has ended
            while open_ and (until is None or time.monotonic() < until):
                ready, open_ = wait(open_, None if until is None else until - time.monotonic(), FIRST_COMPLETED)
                if until is None and any(_is_decided(job.result()) for job in ready):
                    took = time.monotonic() - began
                    until = began + took + SOON + took / 10
            results = [job.result() for job in searches if job.done()]
        yield from _unpack(query, results)


def _against(processes: int) -> str:
    return f"{processes} searches against each other"


@contextlib.contextmanager
def _note_first(doing: Mapping[int, str]) -> Iterator[None]:
    """Add the stage of the first search as a note to an exception for lack of time or memory."""
    try:
        yield
    except (OutOfTime, MemoryError) as problem:
        problem.add_note(doing[0])
        raise


def _searches(query: Query, number: int) -> list[Query]:
    """Return the same query for both engines in turn, each time with another seed."""
    engines = (query.engine, opponent(query.engine))
    return [replace(query, engine=engines[at % 2], seed=(query.seed + at) % (LARGEST_SEED + 1)) for at in range(number)]


def _is_decided(result: JobResult) -> bool:
    """Check whether a search has ended with a verdict, or shows a mistake, of the spec or of this program."""
    answer = result.result
    return bool(result.usage) or (isinstance(answer, dict) and not answer.get("reason") and not _has_failed(answer))


def _has_failed(answer: dict[str, object]) -> bool:
    return "failed" in answer and not str(answer["failed"]).startswith(MISTAKE)


def _unpack(query: Query, results: Sequence[JobResult]) -> Iterator[Outcome]:
    """Yield the outcomes of jobs, judged; those that failed come last, as they say nothing."""
    failed = []
    for job in results:
        if job.usage:
            raise click.UsageError(job.usage)
        why = job.failed or (job.result.get("failed", "") if isinstance(job.result, dict) else "")
        if str(why).startswith(MISTAKE):
            raise SearchesContradict(str(why).removeprefix(MISTAKE))
        if why:
            failed.append(unpack(query, str(why).removeprefix("gave up: ")))
        else:
            yield unpack(query, job.result)
    yield from failed


def _names(outcome: Outcome) -> str:
    """Return the engines that searched."""
    return ", ".join(dict.fromkeys(use.engine for use in outcome.statistics.engines)) or "one search"
