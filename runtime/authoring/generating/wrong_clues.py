"""Find which values a wrong clue could have: those with which a puzzle without a solution has one."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value, typed

from ...engines.engine_registry import AUTO
from ...explaining.explain import Explanation
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts
from .other_values import other_values
from .printable import PrintableGroup
from .printed_now import PrintedNow, printed_now

MOST_CLUES = 6  # of which the values are looked for: with more, the mistake is not found this way
CONFLICTS = 5_000  # for each value; without an answer it is not named


def with_clue_values(
    spec: Spec,
    explanation: Explanation,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> Explanation:
    """Return an explanation in which each clue that alone could be removed has the values with which there is a solution.

    As far as they are known at the deadline, and the explanation as it is if no clue can be unknown.
    """
    conflict = explanation.conflict
    corrections = conflict.corrections if conflict else None
    spans = {one.span for one in corrections.sufficient if one.member.origin.kind != "given"} if corrections else set()
    if conflict is None or corrections is None or not 0 < len(spans) <= MOST_CLUES:
        return explanation
    progress = progress or Progress()
    progress.enter("other values")
    found: dict[Span, tuple[Value, ...]] = {}
    with contextlib.suppress(GaveUp, OutOfTime, MemoryError):
        found = _values(spec, spans, engine, seed, deadline, progress)
    progress.enter("")
    sufficient = tuple(replace(one, values=found.get(one.span, ())) for one in corrections.sufficient)
    return replace(explanation, conflict=replace(conflict, corrections=replace(corrections, sufficient=sufficient)))


def _values(
    spec: Spec, spans: set[Span], engine: str, seed: int, deadline: Deadline, progress: Progress
) -> dict[Span, tuple[Value, ...]]:
    """Return the values with which there is a solution, by the place of the clue in the file."""

    def values_of(group: PrintableGroup) -> Mapping[Value, Sequence[Value]]:
        return {place: values for clue, place, values in other_values(group) if clue.span in spans}

    now = printed_now(spec, values_of, only="clues", engine=engine, seed=seed, deadline=deadline, progress=progress)
    span_of = {
        (grid.name, group.name, clue.place): clue.span
        for grid in spec.grids
        for group in grid.clue_groups
        for clue in group
        if clue.span in spans
    }
    found: dict[Span, tuple[Value, ...]] = {}
    for clue in now.problem.clues:
        span = span_of.get((clue.layer.grid, clue.layer.name, clue.layer.places[clue.position]))
        if span is not None:
            found[span] = tuple(
                now.problem.printed_value(clue, value) for value in now.problem.choices(clue) if _is_solvable(now, clue, value)
            )
    return found


def _is_solvable(now: PrintedNow, clue: Variable, value: Value) -> bool:
    """Check whether there is a solution with another value; False if that takes too long."""
    if value is BLANK or typed(value) == typed(now.printed[clue]):
        return False
    try:
        return now.problem.search.solution({**now.printed, clue: value}, CONFLICTS) is not None
    except OutOfConflicts:
        return False
