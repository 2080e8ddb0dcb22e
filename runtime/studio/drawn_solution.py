"""Find the solution that somebody means who has drawn it on the page, or a part of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.language.spec import Given, Grids, Layer, Spec
from gridwright.compiler.records import replace
from gridwright.compiler.values import Value

from ..authoring.editable_spec import NoEdit
from ..editing.work_process import Asked
from ..judging.judge import Assignment
from ..solving.outcome import Outcome
from ..solving.solve import solve
from .board_model import are_pairs
from .play import Entered, entered_values

SECONDS = 3.0  # for each of two searches


def drawn_solution(spec: Spec, values: Mapping[str, Any], asked: Asked) -> Assignment:
    """Return the only solution with the values that were entered, with those of hidden layers. Raise `NoEdit` if there is none.

    Whoever draws a loop does not cross out where it is not. So if there are several such solutions, what is empty means nothing:
    no line, no shade, no bridge.
    """
    entered, mistakes = entered_values(spec, values)
    if mistakes:
        raise NoEdit(mistakes[0]["message"])
    outcome = _solve(spec, entered, asked)
    if not outcome.unique and len(outcome.solutions) > 1:
        outcome = _solve(spec, _complete(spec, entered), asked)
    if outcome.unique:
        return outcome.solutions[0].grid
    if outcome.solutions:
        raise NoEdit("which solution is meant? Draw it in Solve; there are several with what is drawn there now")
    if outcome.reason:
        raise NoEdit(f"the solution was not found in time: draw more of it in Solve ({outcome.reason})")
    raise NoEdit("what is drawn in Solve is no solution of this puzzle; Check there says why")


def _complete(spec: Spec, entered: Entered) -> Entered:
    """Return the entries, with empty places set to "nothing" in each layer that has an entry."""
    finished = dict(entered)
    for layer in spec.layers:
        key, nothing = (layer.grid, layer.name), _nothing(layer)
        if nothing is not None and any(value is not None for value in entered.get(key, ())):
            finished[key] = [nothing if value is None else value for value in entered[key]]
    return finished


def _nothing(layer: Layer) -> Value | None:
    """Return the value of a place at which nothing is drawn; None if every place needs a value."""
    if layer.is_unbounded:
        return None
    if any(value is False for value in layer.values):
        return False
    return 0 if are_pairs(layer) and 0 in layer.values else None


def _solve(spec: Spec, entered: Entered, asked: Asked) -> Outcome:
    """Return up to two solutions with the values that were entered."""
    grids = []
    for grid in spec.grids:
        printed = {(given.layer, given.position) for given in grid.givens}
        added = [
            Given(layer, at, value, layer.span)
            for layer in grid.layers
            for at, value in enumerate(entered.get((layer.grid, layer.name), ()))
            if value is not None and (layer, at) not in printed
        ]
        grids.append(replace(grid, givens=(*grid.givens, *added)))
    puzzle = replace(spec, grids=Grids(tuple(grids)), objective=None, answers={})
    return solve(puzzle, limit=2, engine=asked.options.engine, deadline=asked.deadline.sooner(SECONDS))
