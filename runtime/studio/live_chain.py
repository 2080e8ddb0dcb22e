"""What is found out after each change: whether the puzzle is unique, then its candidates, and what would mend it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import SpecError

from ..editing.diagnostics_json import Offsets, diagnostics_json
from ..editing.work_process import Asked, Json
from ..explaining.backbone import candidates
from ..explaining.conflict import find_conflict
from ..explaining.unique_values import unique_values
from ..solving.outcome import Outcome
from ..solving.solve import solve
from ..warnings.warning_kind import warnings
from .board_model import value_json
from .clue_offers import clue_offers
from .findings import candidates_json, given_edit, layer_key, member_json, outcome_json, verdict_of

COUNTED = 300  # solutions
SECONDS_TO_COUNT, SECONDS_FOR_WARNINGS = 2.0, 2.0
MOST_MENDING, MOST_CULPRITS = 500, 50


def chain(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return a report; what is known before the end is told as partial reports."""
    began = time.perf_counter()
    progress = asked.progress()
    progress.enter("reading")
    spec = asked.load(request["text"])
    outcome = solve(spec, limit=2, engine=asked.options.engine, deadline=asked.deadline, progress=progress)
    report = outcome_json(spec, outcome, began)
    asked.on_progress("partial", report)
    try:
        if report["verdict"] == "none":
            report |= _culprits(spec, asked)
            asked.on_progress("partial", report)  # warnings may take longer
        elif verdict_of(outcome) == "several" or outcome.reason:
            report |= _candidates(spec, outcome, asked)
        report |= {"warnings": _warnings(spec, asked)}
        if report["verdict"] == "several":
            asked.on_progress("partial", report)
            report |= would_be_unique(spec, asked)
            asked.on_progress("partial", report)
            report |= number_of_solutions(spec, asked)
            offers = clue_offers(spec, request["text"], [solution.grid for solution in outcome.solutions[:2]], asked)
            if offers:  # a setter prints clues, and not what the solver draws
                report |= {"would_be_unique": offers, "would_be_unique_complete": False}
    except (OutOfTime, GaveUp, MemoryError):
        report["unfinished"] = True  # the verdict stands
    return report


def _candidates(spec: Spec, outcome: Outcome, asked: Asked) -> Json:
    known = candidates(spec, engine=asked.options.engine, deadline=asked.deadline, progress=asked.progress(), outcome=outcome)
    return {"candidates": candidates_json(spec, known), "candidates_complete": known.complete}


def _culprits(spec: Spec, asked: Asked) -> Json:
    """Return a small set that contradicts, those that can be left out first."""
    conflict = find_conflict(
        spec, engine=asked.options.engine, deadline=asked.deadline, effort=8_000, progress=asked.progress()
    )  # fmt: skip
    if conflict is None:
        return {}
    offsets = Offsets(spec.source)
    able = {member.span for member in conflict.corrections.sufficient} if conflict.corrections else set()
    members = [member_json(member, spec, offsets) | {"is_enough": member.span in able} for member in conflict.members]
    members.sort(key=lambda culprit: (not culprit["is_enough"], not culprit["is_printed"]))
    return {"culprits": members[:MOST_CULPRITS]}


def _warnings(spec: Spec, asked: Asked) -> list[Json]:
    """Return the warnings of a valid spec; nothing if that takes long."""
    try:
        deadline = Deadline(SECONDS_FOR_WARNINGS)
        return diagnostics_json(warnings(spec, lower(spec, deadline), deadline), spec.source)
    except (OutOfTime, GaveUp, SpecError):
        return []


def would_be_unique(spec: Spec, asked: Asked) -> Json:
    """Return the values that exactly one solution has: each would make the puzzle unique.

    If the search ends early, or there are very many, `would_be_unique_complete` is false: there may be more such values.
    """
    if spec.objective is not None:
        return {}
    options, layers = asked.options, {(board.name, layer.name): (board, layer) for board in spec.grids for layer in board.layers}
    unique = unique_values(spec, engine=options.engine, seed=options.seed, deadline=asked.deadline, progress=asked.progress())
    mending = []
    for variable, value in unique.values[:MOST_MENDING]:
        board, layer = layers[variable.layer.grid, variable.layer.name]
        place = layer.place_name(variable.position)
        shown = {"layer": layer_key(board, layer.name), "place": place, "value": value_json(value)}
        mending.append(shown | {"edit": given_edit(variable) | {"value": shown["value"]}})
    return {"would_be_unique": mending, "would_be_unique_complete": unique.complete and len(unique.values) <= MOST_MENDING}


def number_of_solutions(spec: Spec, asked: Asked) -> Json:
    """Return how many solutions there are, or than how many there are more."""
    outcome = solve(spec, limit=COUNTED, engine=asked.options.engine, deadline=Deadline(SECONDS_TO_COUNT))
    return {"number": outcome.count} if outcome.complete else {"more_than": outcome.count}
