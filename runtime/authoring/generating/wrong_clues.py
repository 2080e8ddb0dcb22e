"""Find which values a wrong clue could have: those with which a puzzle without a solution has one."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value, typed_key

from ...engines.engine_registry import AUTO
from ...explaining.explain import Explanation
from ...judging.judge import accepts
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts
from .other_values import other_values
from .printable import PrintableGroup
from .printed_now import PrintedNow, loaded_with_places, printed_now

MOST_CLUES = 3  # of which the values are looked for: among more, the mistake is not found this way
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
    """Add possible values to an explanation: for each clue that alone is wrong, the values with which there is a solution.

    Values that are not found before the deadline are missing. If no clue can be unknown, the explanation stays as it is.
    """
    conflict = explanation.conflict
    corrections = conflict.corrections if conflict else None
    sufficient = corrections.sufficient if corrections else ()
    spans = {correction.span for correction in sufficient if correction.member.origin.kind != "given"}
    if conflict is None or corrections is None or not 0 < len(spans) <= MOST_CLUES:
        return explanation
    progress = progress or Progress()
    progress.enter("other values")
    values: dict[Span, tuple[Value, ...]] = {}
    with contextlib.suppress(GaveUp, OutOfTime, MemoryError):
        values |= _values(spec, spans, engine, seed, deadline, progress)
    progress.enter("")
    with_values = tuple(replace(correction, values=values.get(correction.span, ())) for correction in sufficient)
    return replace(explanation, conflict=replace(conflict, corrections=replace(corrections, sufficient=with_values)))


def _values(
    spec: Spec, spans: set[Span], engine: str, seed: int, deadline: Deadline, progress: Progress
) -> dict[Span, tuple[Value, ...]]:
    """Return the values with which there is a solution, by the place of the clue in the file."""

    def values_of(group: PrintableGroup) -> Mapping[Value, Sequence[Value]]:
        return {clue.place: values for clue, values in other_values(group) if clue.span in spans}

    now = printed_now(spec, values_of, only="clues", engine=engine, seed=seed, deadline=deadline, progress=progress)
    span_of = {
        (grid.name, group.name, clue.place): clue.span
        for grid in spec.grids
        for group in grid.clue_groups
        for clue in group
        if clue.span in spans
    }
    values: dict[Span, tuple[Value, ...]] = {}
    for clue in now.problem.clues:
        span = span_of.get((clue.layer.grid, clue.layer.name, clue.layer.places[clue.position]))
        if span is not None:
            solvable = [value for value in now.problem.choices(clue) if _is_solvable(spec, now, clue, value, deadline)]
            values[span] = tuple(now.problem.printed_value(clue, value) for value in solvable)
    return values


def _is_solvable(spec: Spec, now: PrintedNow, clue: Variable, value: Value, deadline: Deadline) -> bool:
    """Check whether the judge accepts a solution of the puzzle with another value; False if finding one takes too long."""
    if value is BLANK or typed_key(value) == typed_key(now.printed[clue]):
        return False
    try:
        solution = now.problem.search.solution({**now.printed, clue: value}, CONFLICTS)
    except OutOfConflicts:
        return False
    if solution is None:
        return False
    changed = loaded_with_places(spec, (now.propose(clue, value),))
    return accepts(changed, now.problem.assignment(solution), deadline)
