"""Check what somebody has entered who plays the puzzle: by the judge, and if nothing is broken yet, by the solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.loader.layers import value_of
from gridwright.compiler.syntax.visible_text import visible
from gridwright.compiler.values import Value

from ..editing.refused import Refused
from ..editing.work_process import Asked, Json
from ..explaining.judge_visible import judge_visible
from ..judging.judge import Violation
from ..judging.partial_judge import judge_partly, with_givens
from ..solving.solve import solve
from .findings import layer_key, marked_at, names_of

MOST_MISTAKES = 50
SECONDS_TO_SOLVE = 5.0

Entered = dict[tuple[str, str], list[Value | None]]


def check_grid(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return whether all that is entered is right as far as can be told, whether nothing is missing, and the mistakes.

    `by_rules`: only broken rules are mistakes, and the solution is not looked for.
    """
    spec = asked.load(request["text"])
    entered, mistakes = entered_values(spec, request["values"])
    grid = with_givens(spec, {key: tuple(values) for key, values in entered.items()})
    seen = [layer for layer in spec.layers if not layer.hidden]
    complete = all(value is not None for layer in seen for value in grid[layer.grid, layer.name])
    is_known = True  # that it is right so far, beyond what the rules show
    if not mistakes:
        judged = judge_partly(spec, grid, asked.deadline)
        mistakes = [_mistake(violation) for violation in judged.violations]
        if not mistakes and complete and (len(seen) < len(spec.layers) or judged.open_rules):
            whole = {(layer.grid, layer.name): grid[layer.grid, layer.name] for layer in seen}
            verdict = judge_visible(spec, whole, deadline=asked.deadline, engine="auto", seed=0)
            mistakes, is_known = [_mistake(violation) for violation in verdict.report.violations], not verdict.undecided
        elif not mistakes and not complete and not request.get("by_rules"):
            mistakes, is_known = _differences(spec, grid, asked)
    return {
        "correct": not mistakes,
        "complete": complete,
        "is_known": is_known,
        "mistakes": mistakes[:MOST_MISTAKES],
    }


def entered_values(spec: Spec, given: Mapping[str, Any]) -> tuple[Entered, list[Json]]:
    """Return the values that were entered, and those that no value of their layer is."""
    known = {layer_key(board, layer.name): layer for board in spec.grids for layer in board.layers if not layer.hidden}
    entered: Entered = {}
    mistakes: list[Json] = []
    for name, values in given.items():
        layer = known.get(name)
        if layer is None or not isinstance(values, dict):
            raise Refused(400, "`values` has a layer that is not in the text, or no values of it")
        places = {layer.place_name(at): at for at in range(len(layer.places))}
        own = entered.setdefault((layer.grid, layer.name), [None] * len(layer.places))
        for place, value in values.items():
            if place not in places or not isinstance(value, (str, int, type(None))):
                raise Refused(400, "`values` has a place that is not on the board, or no value")
            own[places[place]] = _read(value, layer)
            if value is not None and own[places[place]] is None:
                mistakes.append(
                    {"message": f"{visible(str(value))[:50]} at {place} is no value of {layer.name}", "cells": [place]}
                )
    return entered, mistakes


def _read(value: str | int | None, layer: Layer) -> Value | None:
    if value is None:
        return None
    if isinstance(value, str) and value.lstrip("-").isdecimal() and len(value) < 20:
        value_read = value_of(int(value), layer)
        if value_read is not None:
            return value_read
    return value_of(value, layer)


def _mistake(violation: Violation) -> Json:
    """Return a mistake, with the places of its values and clues; without any, all places that it is about."""
    values = [value.place for value in violation.values]
    clues = [at for clue in violation.about if hasattr(clue, "place") for at in marked_at(clue.place)]
    return {"message": visible(violation.message), "cells": list(dict.fromkeys([*values, *clues])) or names_of(violation.about)}


def _differences(spec: Spec, grid: Any, asked: Asked) -> tuple[list[Json], bool]:
    """Return the places whose values are not those of the only solution, and whether that could be found out."""
    left = asked.deadline.seconds_left()
    soon = Deadline(SECONDS_TO_SOLVE if left is None else min(SECONDS_TO_SOLVE, left / 2))
    try:
        outcome = solve(spec, limit=2, engine=asked.options.engine, deadline=soon)
    except (OutOfTime, GaveUp):
        return [], False
    if not outcome.unique:
        return [], False
    solution = outcome.solutions[0].grid
    return [
        {"message": f"{layer.name} at {layer.place_name(at)} is not that of the solution", "cells": [layer.place_name(at)]}
        for layer in spec.layers
        if not layer.hidden
        for at, value in enumerate(grid[layer.grid, layer.name])
        if value is not None and value != solution[layer.grid, layer.name][at]
    ], True
