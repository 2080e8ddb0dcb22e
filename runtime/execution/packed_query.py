"""Pack a search for another process, and unpack what comes back."""

from __future__ import annotations

from ..solving.outcome import Outcome, Statistics
from .cubes.split import Cube
from .query import Query
from .serialize import NotAnOutcome, Plain
from .wire_format import pack_cube, pack_search, unpack_search


def pack(query: Query) -> Plain:
    """Pack a query."""
    return pack_search(
        query.spec,
        limit=query.limit,
        engine=query.engine,
        seed=query.seed,
        deadline=query.deadline,
        patience=query.patience,
    )


def packed_cube(query: Query, part: int, cube: Cube) -> Plain:
    """Pack the same for one cube of a part."""
    limits = {"limit": query.limit, "seed": query.seed}
    return pack_cube(query.spec, part, cube, engine=query.engine, deadline=query.deadline, **limits)


def unpack(query: Query, answer: Plain | str) -> Outcome:
    """Return the outcome that came back, judged, or one that gave up; raise `SpecError` if the spec has errors."""
    failed = answer if isinstance(answer, str) else answer.get("failed")
    if failed is None and not isinstance(answer, str):
        try:
            return unpack_search(query.spec, answer, query.limit, query.deadline)
        except NotAnOutcome as problem:
            failed = f"the answer was refused: {problem}"
    return Outcome((), 0, False, str(failed), (), Statistics({}))
