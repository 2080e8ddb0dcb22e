"""Results as plain objects for tools: the JSON of `--json`, version 1."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.diagnostics import Diagnostic, as_json
from gridwright.compiler.spec import Grid, Layer, Spec
from gridwright.compiler.values import BLANK, Value

from .answer import plain
from .judge import Assignment
from .outcome import Outcome

Json = dict[str, object]


def invalid(path: str, diagnostics: Iterable[Diagnostic]) -> Json:
    """The object of a spec that is wrong."""
    return {
        "spec": path,
        "title": None,
        "status": "invalid",
        "solutions": 0,
        "unique": None,
        "answer": None,
        "diagnostics": [as_json(diagnostic) for diagnostic in diagnostics],
    }


def of_outcome(spec: Spec, outcome: Outcome, expected: list[str] | None) -> Json:
    """The object of a search. `expected` is what differs from the claims, or none where they were not looked at."""
    found: Json = {
        "spec": spec.path,
        "title": spec.title,
        "status": outcome.result.value,
        "solutions": outcome.count,
        "unique": outcome.unique,
        "answer": outcome.solutions[0].answer if outcome.solutions else None,
    }
    if outcome.objective:
        found["objective"] = {"value": plain(outcome.objective.value), "optimal": outcome.objective.optimal}
    if outcome.solutions:
        found["solution"] = solution_as_json(spec, outcome.solutions[0].grid)
    if len(outcome.solutions) > 1:
        found["second_solution"] = solution_as_json(spec, outcome.solutions[1].grid)
    if outcome.reason:
        found["reason"] = outcome.reason
    if expected is not None:
        found["expected"] = "; ".join(expected) or "met"
    found["diagnostics"] = [as_json(contradiction.diagnostic) for contradiction in outcome.contradictions]
    statistics = outcome.statistics
    found["stats"] = {
        "seconds": {stage: round(seconds, 4) for stage, seconds in statistics.seconds.items()},
        "rounds": statistics.rounds,
        "lemmas": dict(statistics.lemmas),
        "variables": statistics.variables,
        "clauses": statistics.clauses,
        "sums": statistics.sums,
        "parts": statistics.parts,
    }
    return found


def solution_as_json(spec: Spec, grid: Assignment) -> Json:
    """The visible layers: layer -> values, or with several grids grid -> layer -> values."""
    if len(spec.grids) == 1:
        return _layers(spec.grids[0], grid)
    return {board.name: _layers(board, grid) for board in spec.grids}


def _layers(board: Grid, grid: Assignment) -> Json:
    return {layer.name: layer_as_json(board, layer, grid[board.name, layer.name]) for layer in board.layers if not layer.hidden}


def layer_as_json(board: Grid, layer: Layer, values: tuple[Value, ...]) -> object:
    """Rows of values where the layer lies on cells, one value where it is single, otherwise a list in the order of its places."""
    if layer.single:
        return plain(values[0])
    if not all(place in board.board.cells for place in layer.places):
        return [plain(value) for value in values]
    by_cell = dict(zip(layer.places, values, strict=True))
    lengths = enumerate(board.board.row_lengths)
    return [[plain(by_cell.get(board.board.at(row, column), BLANK)) for column in range(length)] for row, length in lengths]
