"""What searches find out, as reports for the page: verdicts, solutions, candidates, and who is to blame."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.syntax.visible_text import visible

from ..editing.diagnostics_json import Offsets, diagnostics_json, place_json
from ..editing.work_process import Asked, Json
from ..explaining.backbone import Candidates
from ..explaining.conflict import Conflict
from ..explaining.members import ConflictMember
from ..judging.judge import Assignment
from ..output.pictures.board_picture import Known
from ..output.pictures.marks import Marks
from ..output.pictures.picture import NO_MARKS, picture
from ..output.pictures.svg import svg
from ..output.reports.report import solution_as_json
from ..solving.outcome import Outcome, Result
from .board_model import place_name, value_json

MOST_PLACES = 5_000  # of a report


def verdict_of(outcome: Outcome) -> str:
    """Return `unique`, `several`, `none` or `gave-up`; with less than two solutions of an unfinished search, the last."""
    if outcome.result is Result.NO_SOLUTION:
        return "none"
    if outcome.unique is None:
        return "gave-up"
    return "unique" if outcome.unique else "several"


def outcome_json(spec: Spec, outcome: Outcome, began: float) -> Json:
    """Return the result of a search for two solutions."""
    grids = [solution.grid for solution in outcome.solutions[:2]]
    outcome_as_json: Json = {
        "verdict": verdict_of(outcome),
        "seconds": round(time.perf_counter() - began, 3),
        "solutions": [solution_json(spec, grid) for grid in grids],
        "differs": differing(spec, *grids) if len(grids) > 1 else [],
        "culprits": diagnostics_as_culprits(spec, outcome),
    }
    if outcome.reason:
        outcome_as_json |= {"reason": outcome.reason, "during": outcome.during}
    if outcome.objective is not None:
        outcome_as_json["best"] = value_json(outcome.objective.value)
    return outcome_as_json


def solution_json(spec: Spec, grid: Known) -> Json:
    """Return a picture of a grid, and its values."""
    return {"svg": svg(picture(spec, grid, titled=False)), "values": values_json(spec, grid)}


def values_json(spec: Spec, grid: Known) -> Json:
    """Return the values of all visible layers by place; of several boards, by the name of a board before that of a layer."""
    values_of_place: Json = {}
    for board in spec.grids:
        for layer in board.layers:
            if not layer.hidden:
                values = grid.get((board.name, layer.name), ())
                values_of_place[layer_key(board, layer.name)] = {
                    layer.place_name(at): value_json(value) for at, value in enumerate(values[:MOST_PLACES])
                }
    return values_of_place


def layer_key(board: Grid, name: str) -> str:
    """Return how a report calls a layer: by its name, and of several boards after that of its board."""
    return f"{board.name}.{name}" if board.name else name


def differing(spec: Spec, first: Assignment, second: Assignment) -> list[Json]:
    """Return the visible places at which two solutions have different values."""
    return [
        {"layer": layer_key(board, layer.name), "place": layer.place_name(at)}
        for board in spec.grids
        for layer in board.layers
        if not layer.hidden
        for at, (one, other) in enumerate(zip(first[board.name, layer.name], second[board.name, layer.name], strict=True))
        if one != other
    ]


def candidates_json(spec: Spec, known: Candidates) -> Json:
    """Return the values of each place in some solution; null for a place whose values are not all known."""
    return {
        layer_key(board, layer.name): {
            layer.place_name(at): [value_json(value) for value in values] if is_complete else None
            for at, (values, is_complete) in enumerate(
                zip(known.values[board.name, layer.name], known.complete_places[board.name, layer.name], strict=True)
            )
        }
        for board in spec.grids
        for layer in board.layers
        if (board.name, layer.name) in known.values and len(layer.places) <= MOST_PLACES
    }


def conflict_json(spec: Spec, conflict: Conflict) -> Json:
    """Return a conflict: each member as a sentence, with its cells and its place in the text; and the corrections."""
    offsets = Offsets(spec.source)
    conflict_as_json: Json = {
        "members": [member_json(member, spec, offsets) for member in conflict.members],
        "smallest": conflict.smallest,
        "irreducible": conflict.irreducible,
        "reason": conflict.reason,
    }
    if conflict.corrections is not None:
        conflict_as_json["corrections"] = [
            {
                "message": visible(correction.member.says),
                "values": [value_json(value) for value in correction.possible_values],
                **place_json(correction.span, offsets),
            }
            for correction in conflict.corrections.sufficient
        ]
        conflict_as_json["undecided"] = conflict.corrections.undecided
    return conflict_as_json


def member_json(member: ConflictMember, spec: Spec, offsets: Offsets) -> Json:
    """Return a given or a rule's instance that contradicts others. `removals` are the edits of the board that leave it out."""
    is_given = member.origin.kind == "given"
    printed = (
        [given_edit(variable) for variable in member.variables] if is_given else [_edit_of(clue, spec) for clue in member.clues]
    )
    return {
        "message": visible(member.says),
        "is_given": is_given,
        "is_printed": member.is_printed,
        "given": _given_report(member.variables[0], spec) if is_given and len(member.variables) == 1 else None,
        "cells": cells_of(member.variables) or names_of(clue.place for clue in member.clues),
        "printed_at": [spot for clue in member.clues for spot in marked_at(clue.place)],
        "clues": [
            {"group": clue.group, "place": place_name(clue.place), "value": value_json(clue.value)} for clue in member.clues
        ],
        "removals": [edit | {"value": None} for edit in printed] if is_given or len(printed) == 1 else [],
        **place_json(member.span, offsets),
    }


def _given_report(variable: Variable, spec: Spec) -> Json | None:
    """Return a printed value with its place; None if there is none."""
    for grid in spec.grids:
        for given in grid.givens:
            if given.layer is variable.layer and given.position == variable.position:
                return {"place": given.layer.place_name(given.position), "value": value_json(given.value)}
    return None


def given_edit(variable: Variable) -> Json:
    """Return the operation on the board that sets a given, without its value."""
    layer = variable.layer
    grid = {"grid": layer.grid} if layer.grid else {}
    return {"kind": "given", "layer": layer.name, "place": layer.place_name(variable.position)} | grid


def _edit_of(clue: Clue, spec: Spec) -> Json:
    """Return the operation on the board that sets a clue, without its value."""
    board = next((grid.name for grid in spec.grids for group in grid.clue_groups if any(other is clue for other in group)), "")
    return clue_edit(clue.group, place_name(clue.place), board)


def clue_edit(group: str, place: str, board: str) -> Json:
    """Return the operation that sets a clue of a group at a place, without its value."""
    return {"kind": "clue", "group": group, "place": place} | ({"grid": board} if board else {})


def cells_of(variables: Iterable[Variable]) -> list[str]:
    """Return the names of the cells of unknowns."""
    return names_of(variable.layer.places[variable.position] for variable in variables)


def marked_at(place: object) -> list[str]:
    """Return the names of the places that a clue stands at: of an area, its cells."""
    is_inside = isinstance(place, Area) and not getattr(place, "side", "")
    return names_of([place]) if is_inside else [place_name(place)]


def names_of(places: Iterable[object]) -> list[str]:
    """Return the names of the cells of places."""
    names: dict[str, None] = {}
    for place in places:
        if isinstance(place, Cell):
            names[place.name] = None
        elif isinstance(place, (Link, Border, Corner, Area)):
            names |= dict.fromkeys(cell.name for cell in place.cells)
        elif isinstance(place, Sequence) and not isinstance(place, str):
            names |= dict.fromkeys(names_of(place))
    return list(names)


def diagnostics_as_culprits(spec: Spec, outcome: Outcome) -> list[Json]:
    """Return the contradictions that were found before any search."""
    diagnostics = diagnostics_json([contradiction.diagnostic for contradiction in outcome.contradictions], spec.source)
    return [diagnostic | {"cells": []} for diagnostic in diagnostics]


def marked_svg(spec: Spec, marks: Marks = NO_MARKS, known: Known | None = None) -> str:
    """Return a picture with marks."""
    return svg(picture(spec, known or {}, marks, titled=False))


def asked_values(asked: Asked) -> dict[str, Any]:
    """Return the arguments that all searches take."""
    return {"engine": asked.options.engine, "seed": asked.options.seed, "deadline": asked.deadline}


def json_solution(spec: Spec, grid: Assignment) -> Any:
    """Return a solution as `expect` takes it."""
    return solution_as_json(spec, grid)
