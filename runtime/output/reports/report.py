"""Results as plain objects for tools: what `--json` prints. `reports/` describes it, and `report_schema` is that as a schema."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.compile import Puzzle
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, as_json, place_as_json
from gridwright.compiler.values import BLANK, Value

from ...judging.answer import plain
from ...judging.judge import Assignment, Violation
from ...solving.expectations import differences, undecided
from ...solving.outcome import Outcome

Json = dict[str, object]


def failed(path: str, status: str, reason: str = "", diagnostics: Iterable[Diagnostic] = ()) -> Json:
    """The object of a file with which a command could not do what it does: it is wrong, or there was not enough time for it."""
    found: Json = {"spec": path, "status": status}
    if reason:
        found["reason"] = reason
    return found | {"diagnostics": [as_json(diagnostic) for diagnostic in diagnostics]}


def claims(spec: Spec, outcome: Outcome) -> Json:
    """How an outcome compares with what is claimed."""
    different = differences(spec, outcome)
    met = "not-met" if different else "undecided" if undecided(spec, outcome) else "met"
    return {"expected": met, "differences": [as_json(difference) for difference in different]}


def violation(found: Violation) -> Json:
    """The object of something that a grid breaks."""
    return {"says": found.what} | place_as_json(found.span) | where(found.grid, found.bindings)


def where(grid: str, bindings: Iterable[tuple[str, str]]) -> Json:
    """On which grid, if it has a name, and with which values of the loop variables."""
    return ({"grid": grid} if grid else {}) | {"bindings": dict(bindings)}


def of_outcome(spec: Spec, outcome: Outcome) -> Json:
    """The object of a search."""
    found: Json = {
        "spec": spec.path,
        "title": spec.title,
        "status": outcome.result.value,
        "solutions": outcome.count,
        "complete": outcome.complete,
        "unique": outcome.unique,
        "answer": outcome.solutions[0].answer if outcome.solutions else None,
    }
    if outcome.objective:
        best = outcome.objective
        bound = {} if best.bound is None else {"bound": best.bound}
        found["objective"] = {"value": plain(best.value), "optimal": best.optimal} | bound
    if outcome.solutions:
        found["solution"] = solution_as_json(spec, outcome.solutions[0].grid)
    if len(outcome.solutions) > 1:
        found["second_solution"] = solution_as_json(spec, outcome.solutions[1].grid)
    if outcome.reason:
        found["reason"] = outcome.reason
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


def compiled(puzzle: Puzzle, format: str, text: str) -> Json:
    """The object of a compiled puzzle, with its text in a format."""
    target = puzzle.module.target
    return {
        "spec": puzzle.spec.path,
        "title": puzzle.spec.title,
        "status": "compiled",
        "format": format,
        "text": text,
        "general": [place_as_json(origin.span) | where(origin.grid, origin.bindings) for origin in puzzle.fallback_instances],
        **({"evaluated_objective": not target.term} if target else {}),
        "stats": size(puzzle.module)
        | size_of_clauses(puzzle)
        | {"sums": sum(sum(1 for _ in part.sums()) for part in puzzle.parts), "parts": len(puzzle.parts)},
    }


def size(module: Module) -> dict[str, int]:
    """How large a puzzle is whose rules are terms: its unknowns, and the givens and rules' instances."""
    return {"unknowns": len(module.variables), "constraints": len(module.assertions)}


def size_of_clauses(puzzle: Puzzle) -> dict[str, int]:
    """How large the clauses of a puzzle are."""
    return {
        "variables": sum(part.size for part in puzzle.parts),
        "clauses": sum(sum(1 for _ in part.clauses()) for part in puzzle.parts),
    }


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
