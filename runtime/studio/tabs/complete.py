"""Complete: the fewest clues or givens that leave one solution, and single values that would do if they were others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...authoring.editable_spec import NoEdit
from ...authoring.generating.complete import complete
from ...authoring.generating.printed_now import ProposedPrint
from ...editing.refused import Refused
from ...editing.work_process import Asked, Json
from ..board_model import place_name, value_json
from ..drawn_solution import drawn_solution
from ..findings import asked_values, clue_edit, marked_at, verdict_of
from ..request_fields import check_fields
from ..tab import Tab

MOST_CHANGES = 30


def _complete(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return additions or changes as edits of the board. `options`: `values`, the entered part of the solution."""
    values = check_fields(request["options"], {"values": dict})["values"]
    progress = asked.progress()
    spec = asked.load(request["text"])
    try:
        target = drawn_solution(spec, values, asked) if any(values.values()) else None
    except NoEdit as problem:
        raise Refused(400, str(problem)) from None
    completion = complete(spec, target=target, progress=progress, **asked_values(asked))
    return {
        "verdict": verdict_of(completion.outcome),
        "additions": [_proposal(proposed) for proposed in sorted(completion.additions, key=lambda proposed: proposed.where)],
        "is_fewest": completion.is_fewest,
        "changes": [_proposal(proposed) for proposed in completion.changes[:MOST_CHANGES]],
        "reason": completion.reason,
    }


def _proposal(proposed: ProposedPrint) -> Json:
    """Return something to print as the page shows it, and as an operation on the board."""
    place, value, before = place_name(proposed.place), value_json(proposed.value), value_json(proposed.before)
    grid = {"grid": proposed.grid} if proposed.grid else {}
    given = {"kind": "given", "layer": proposed.name, "place": proposed.where} | grid
    op = given if proposed.is_given else clue_edit(proposed.name, place, proposed.grid)
    shown = {"name": proposed.name, "place": op["place"], "value": value, "before": before, "cells": marked_at(proposed.place)}
    return shown | {"edit": op | {"value": value}}


TAB = Tab(_complete)
