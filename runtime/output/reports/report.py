"""Convert results to plain objects for tools, the output of `--json`. `commands/` describes them, `report_schema` as a schema."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.compile import Puzzle
from gridwright.compiler.ir.module import Module
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, as_json, place_as_json
from gridwright.compiler.values import BLANK, Value

from ...judging.answer import as_json as value_as_json
from ...judging.judge import Assignment, PlaceValue, Violation
from ...solving.expectations import DifferentPlace, differences, different_places, undecided_claims
from ...solving.outcome import EngineUse, Outcome, RuleWork

Json = dict[str, object]


def failure(path: str, status: str, reason: str = "", diagnostics: Iterable[Diagnostic] = (), *, during: str = "") -> Json:
    """Return the object of a file that a command could not finish: it is wrong, or time ran out."""
    report: Json = {"spec": path, "status": status}
    if reason:
        report["reason"] = reason
    if during:
        report["during"] = during
    return report | {"diagnostics": [as_json(diagnostic) for diagnostic in diagnostics]}


def claims(spec: Spec, outcome: Outcome) -> Json:
    """Return the comparison of an outcome with what `expect` claims; a claimed difficulty needs more than an outcome."""
    different = differences(spec, outcome)
    is_decided = spec.expected.difficulty is None and not undecided_claims(spec, outcome)
    met = "not-met" if different else "met" if is_decided else "undecided"
    claims_json: Json = {"expected": met, "differences": [as_json(difference) for difference in different]}
    places = different_places(spec, outcome)
    return claims_json | ({"different_places": [_different_place(place) for place in places]} if places else {})


def _different_place(place_found: DifferentPlace) -> Json:
    """Return the object of a place where the solution is another one than expected."""
    place = place_value(place_found.found)
    value = place.pop("value")
    return place | {"expected": value_as_json(place_found.expected), "found": value}


def violation(item: Violation) -> Json:
    """Return the object of a violation."""
    violation_json = {"says": item.message} | place_as_json(item.span) | where(item.grid, item.bindings)
    if item.values:
        violation_json["values"] = [place_value(value) for value in item.values]
    if item.because:
        violation_json["because"] = [violation(member) for member in item.because]
    return violation_json


def place_value(entry: PlaceValue) -> Json:
    """Return the object of a place with its value."""
    grid = {"grid": entry.layer.grid} if entry.layer.grid else {}
    return grid | {"layer": entry.layer.name, "place": entry.place, "value": value_as_json(entry.value)}


def where(grid: str, bindings: Iterable[tuple[str, str]]) -> Json:
    """Return the grid, if it has a name, and the values of the loop variables."""
    return ({"grid": grid} if grid else {}) | {"bindings": dict(bindings)}


def of_outcome(spec: Spec, outcome: Outcome) -> Json:
    """Return the object of a search."""
    report: Json = {
        "spec": spec.path,
        "title": spec.title,
        "status": outcome.result.value,
        "solutions": outcome.count,
        "complete": outcome.complete,
        "unique": outcome.unique,
        "answer": value_as_json(outcome.solutions[0].answer) if outcome.solutions else None,
    }
    if outcome.objective:
        best = outcome.objective
        bound = {} if best.bound is None else {"bound": value_as_json(best.bound)}
        report["objective"] = {"value": value_as_json(best.value), "optimal": best.optimal} | bound
    if outcome.solutions:
        report["solution"] = solution_as_json(spec, outcome.solutions[0].grid)
    if len(outcome.solutions) > 1:
        report["second_solution"] = solution_as_json(spec, outcome.solutions[1].grid)
    if outcome.agrees:
        report["agrees"] = outcome.agrees
    if outcome.reason:
        report["reason"] = outcome.reason
    if outcome.during:
        report["during"] = outcome.during
    report["diagnostics"] = [as_json(contradiction.diagnostic) for contradiction in outcome.contradictions]
    statistics = outcome.statistics
    report["stats"] = {
        "seconds": {stage: round(seconds, 4) for stage, seconds in statistics.seconds.items()},
        "rounds": statistics.rounds,
        "lemmas": dict(statistics.lemmas),
        "variables": statistics.variables,
        "clauses": statistics.clauses,
        "sums": statistics.sums,
        "parts": statistics.parts,
        "engines": engines(statistics.engines),
    }
    if statistics.rules:
        report["refined_rules"] = [_rule_work(work) for work in statistics.rules]
    return report


def _rule_work(work: RuleWork) -> Json:
    """Return the object of a rule that was refined."""
    return {"says": work.rule.sentence, "lemmas": work.lemmas, "seconds": round(work.seconds, 4)} | place_as_json(work.rule.span)


def engines(uses: Iterable[EngineUse]) -> list[Json]:
    """Return the objects of the engines of the parts."""
    return [
        {"engine": use.engine, "why": use.why, "parts": use.parts} | ({"missing": use.missing} if use.missing else {})
        for use in uses
    ]


def compilation(puzzle: Puzzle, format: str, text: str, uses: Iterable[EngineUse]) -> Json:
    """Return the object of a compiled puzzle, with its text in a format."""
    target = puzzle.module.target
    return {
        "spec": puzzle.spec.path,
        "title": puzzle.spec.title,
        "status": "compiled",
        "format": format,
        "text": text,
        "general": [place_as_json(origin.span) | where(origin.grid, origin.bindings) for origin in puzzle.fallback_instances],
        "laid": [
            {"places": layout.places, "placements": layout.placements, "clauses": layout.clauses, "otherwise": layout.otherwise}
            for layout in puzzle.laid
        ],
        **({"evaluated_objective": not target.term} if target else {}),
        "stats": size(puzzle.module)
        | size_of_clauses(puzzle)
        | {
            "sums": sum(sum(1 for _ in part.sums()) for part in puzzle.parts),
            "parts": len(puzzle.parts),
            "engines": engines(uses),
        },
    }


def size(module: Module) -> dict[str, int]:
    """Return the size of a lowered puzzle: its unknowns, and its givens and rules' instances."""
    return {"unknowns": len(module.variables), "constraints": len(module.assertions)}


def size_of_clauses(puzzle: Puzzle) -> dict[str, int]:
    """Return the size of the clauses of a puzzle."""
    return {
        "variables": sum(part.size for part in puzzle.parts),
        "clauses": sum(part.clause_count for part in puzzle.parts),
    }


def solution_as_json(spec: Spec, grid: Assignment) -> Json:
    """Return the visible layers: layer -> values, or with several grids grid -> layer -> values."""
    if len(spec.grids) == 1:
        return _layers(spec.grids[0], grid)
    return {board.name: _layers(board, grid) for board in spec.grids}


def _layers(board: Grid, grid: Assignment) -> Json:
    return {layer.name: layer_as_json(board, layer, grid[board.name, layer.name]) for layer in board.layers if not layer.hidden}


def layer_as_json(board: Grid, layer: Layer, values: tuple[Value, ...]) -> object:
    """Return rows of values for a layer on cells, one value for a single one, otherwise a list in the order of its places."""
    if layer.single:
        return value_as_json(values[0])
    if not layer.places or not all(place in board.board.cells for place in layer.places):
        return [value_as_json(value) for value in values]
    by_cell = dict(zip(layer.places, values, strict=True))
    lengths = enumerate(board.board.row_lengths)
    return [
        [value_as_json(by_cell.get(board.board.at(row, column), BLANK)) for column in range(length)] for row, length in lengths
    ]
