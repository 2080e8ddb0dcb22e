"""What is found out after each change: whether the puzzle is unique, then its candidates, and what would mend it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Given, Grid, Grids, Layer, Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import Value

from ..explaining.backbone import candidates
from ..explaining.conflict import find_conflict
from ..solving.outcome import Outcome
from ..solving.solve import solve
from ..warnings.warning_kind import warnings
from .board_model import value_json
from .diagnostics_json import Offsets, diagnostics_json
from .findings import candidates_json, layer_key, member_json, outcome_json, verdict_of
from .work_process import Asked, Json

LISTED = 300  # solutions that are looked at for the values that only one of them has
SECONDS_TO_LIST, SECONDS_TO_TRY, SECONDS_FOR_WARNINGS = 2.0, 3.0, 2.0
MOST_TRIED = 40  # values
MOST_MENDING, MOST_CULPRITS = 500, 50


def chain(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return a report; what is known before the end is told as partial reports."""
    began = time.perf_counter()
    progress = asked.progress()
    progress.enter("reading")
    spec = asked.load(request["text"])
    outcome = solve(spec, limit=2, engine=asked.options.engine, deadline=asked.deadline, progress=progress)
    report = outcome_json(spec, outcome, began)
    asked.tell("partial", report)
    try:
        if report["verdict"] == "none":
            report |= _culprits(spec, asked)
        elif verdict_of(outcome) == "several" or outcome.reason:
            report |= _candidates(spec, outcome, asked)
        report |= {"warnings": _warnings(spec, asked)}
        if report["verdict"] == "several":
            asked.tell("partial", report)
            report |= would_be_unique(spec, asked)
    except (OutOfTime, GaveUp, MemoryError):
        report["unfinished"] = True  # the verdict stands
    return report


def _candidates(spec: Spec, outcome: Outcome, asked: Asked) -> Json:
    found = candidates(spec, engine=asked.options.engine, deadline=asked.deadline, progress=asked.progress(), outcome=outcome)
    return {"candidates": candidates_json(spec, found), "candidates_complete": found.complete}


def _culprits(spec: Spec, asked: Asked) -> Json:
    """Return a small set that contradicts, those that can be left out first."""
    conflict = find_conflict(
        spec, engine=asked.options.engine, deadline=asked.deadline, effort=2_000, progress=asked.progress()
    )  # fmt: skip
    if conflict is None:
        return {}
    offsets = Offsets(spec.source)
    able = {each.span for each in conflict.corrections.sufficient} if conflict.corrections else set()
    members = [member_json(member, offsets) | {"is_enough": member.span in able} for member in conflict.members]
    members.sort(key=lambda each: (not each["is_enough"], not each["is_printed"]))
    return {"culprits": members[:MOST_CULPRITS]}


def _warnings(spec: Spec, asked: Asked) -> list[Json]:
    """Return what has no effect in a spec that is right; nothing if that takes long."""
    try:
        deadline = Deadline(SECONDS_FOR_WARNINGS)
        return diagnostics_json(warnings(spec, lower(spec, deadline), deadline), spec.source)
    except (OutOfTime, GaveUp, SpecError):
        return []


def would_be_unique(spec: Spec, asked: Asked) -> Json:
    """Return the values that exactly one solution has: each would make the puzzle unique.

    If there are too many solutions to list them all, the values that only one of those listed has are tried one by one, and
    `would_be_unique_complete` is false: there may be others.
    """
    if spec.objective is not None:
        return {}
    found = solve(spec, limit=LISTED, engine=asked.options.engine, deadline=Deadline(SECONDS_TO_LIST))
    once: list[tuple[Grid, Layer, int, Value]] = []
    for board in spec.grids:
        for layer in board.layers:
            for at in range(0 if layer.hidden else len(layer.places)):
                counted = Counter(solution.grid[board.name, layer.name][at] for solution in found.solutions)
                once += [(board, layer, at, value) for value, number in counted.items() if number == 1]
    if not found.complete:
        once = list(_tried(spec, once, asked))
    mending = [
        {"layer": layer_key(board, layer.name), "place": layer.place_name(at), "value": value_json(value)}
        for board, layer, at, value in once[:MOST_MENDING]
    ]
    number = {"number": found.count} if found.complete else {"more_than": found.count}
    return {"would_be_unique": mending, "would_be_unique_complete": found.complete} | number


def _tried(spec: Spec, once: list[tuple[Grid, Layer, int, Value]], asked: Asked) -> Iterator[tuple[Grid, Layer, int, Value]]:
    """Yield the values with which, as givens, there is one solution, as many as there is time for."""
    deadline = Deadline(SECONDS_TO_TRY)
    for board, layer, at, value in once[:MOST_TRIED]:
        given = Given(layer, at, value, layer.span)
        boards = (replace(each, givens=(*each.givens, given)) if each is board else each for each in spec.grids)
        try:
            outcome = solve(replace(spec, grids=Grids(tuple(boards))), limit=2, engine=asked.options.engine, deadline=deadline)
        except (OutOfTime, GaveUp):
            return
        if outcome.reason:
            return
        if outcome.unique:
            yield board, layer, at, value
