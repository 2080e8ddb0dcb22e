"""Search for the solutions of a spec: in the cache, in this process, in cubes, with two engines at once, or elsewhere."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace

from ..solving.outcome import Outcome
from ..solving.solve import solve
from .options import Options
from .progress_display import show_progress
from .query import Query
from .serialize import NotAnOutcome, as_plain, from_plain

if TYPE_CHECKING:
    from .cubes.cube_scheduler import CubeScheduler


def search(
    path: str, options: Options, limit: int | Callable[[Spec], int], *, patience: float | None = None
) -> tuple[Spec, Outcome]:
    """Load a spec and search for up to `limit` solutions, unless the cache has them; return both.

    `patience`: seconds for the search if an engine that is better for the spec is not installed; None for no limit.
    """
    deadline, progress = options.deadline(), options.progress()
    with show_progress(path, progress, options):
        spec = options.load(path)
        wanted = limit if isinstance(limit, int) else limit(spec)
        query = Query(spec, wanted, options.engine, options.seed, deadline, progress, patience)
        cached = _cached_outcome(query, options)
        if cached is not None:
            return spec, cached
        if options.remote is None:
            outcome = options.portfolio(query) if options.portfolio else run_query(query, options.cubes)
    if options.remote is not None:
        outcome = options.remote(query)
    if options.cache and _is_cacheable(outcome):
        options.cache.keep(options.cache.key_of_query(query), spec, as_plain(spec, outcome))
    return spec, outcome


def _is_cacheable(outcome: Outcome) -> bool:
    """Check whether it is decided, and took a search: a contradiction is found by compiling alone."""
    return not outcome.reason and not outcome.contradictions


def _cached_outcome(query: Query, options: Options) -> Outcome | None:
    """Return the outcome that an earlier run has kept, judged again; None if there is none."""
    spec, progress = query.spec, query.progress
    if options.cache is None:
        return None
    progress.enter("judging")

    def read(plain: object) -> Outcome:
        outcome = from_plain(spec, plain, query.limit, query.deadline)
        if not _is_cacheable(outcome):
            raise NotAnOutcome("it is not decided")
        return outcome

    outcome = options.cache.find(options.cache.key_of_query(query), spec, read)
    if outcome is None:
        return None
    progress.enter("")
    statistics = replace(outcome.statistics, seconds=dict(progress.seconds))
    return replace(outcome, statistics=statistics, cached=True)


def run_query(query: Query, scheduler: CubeScheduler | None = None) -> Outcome:
    """Search in this process; with a scheduler, hard parts in cubes."""
    search = functools.partial(
        solve,
        query.spec,
        limit=query.limit,
        engine=query.engine,
        seed=query.seed,
        deadline=query.deadline,
        patience=query.patience,
        progress=query.progress,
    )
    return search() if scheduler is None else search(part_of=scheduler.schedule(query).part)
