"""Convert explanations to plain objects for tools; `commands/explain.yaml` and `commands/candidates.yaml` describe them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.syntax.diagnostics import place_as_json

from ...explaining.backbone import Candidates
from ...explaining.closest_solutions import Difference
from ...explaining.conflict import Conflict, Correction
from ...explaining.explain import Explanation
from ...explaining.linear_infeasibility import Parity
from ...explaining.wider_values import WiderValues
from ...judging.answer import as_json as value_as_json
from . import report
from .report import Json


def of_explanation(spec: Spec, explanation: Explanation) -> Json:
    """Return the object of an explanation."""
    result = report.of_outcome(spec, explanation.outcome) | report.claims(spec, explanation.outcome)
    if explanation.reason:
        result["reason"] = explanation.reason
    if explanation.broken:
        result["expected_solution_breaks"] = [report.violation(violation) for violation in explanation.broken.violations]
    if explanation.conflict:
        result["conflict"] = _conflict(explanation.conflict) | _steps(explanation)
    if explanation.wider:
        result["wider_values"] = [_wider(wider) for wider in explanation.wider]
    if explanation.difference:
        result["difference"] = _difference(spec, explanation.difference)
    if explanation.candidates:
        result["candidates"] = _candidates(spec, explanation.candidates)
    return result


def of_candidates(spec: Spec, candidates: Candidates) -> Json:
    """Return the object of the candidates of a spec."""
    status = "gave-up" if not candidates.complete else "complete" if candidates.has_solution else "no-solution"
    return {"spec": spec.path, "title": spec.title, "status": status, "candidates": _candidates(spec, candidates)}


def _steps(explanation: Explanation) -> Json:
    if not explanation.steps:
        return {}
    from ...steps.contradiction import steps_of  # noqa: PLC0415 (only for a large conflict)
    from .steps_report import of_step  # noqa: PLC0415

    return {"steps": [of_step(step) for step in steps_of(explanation)]}


def _conflict(conflict: Conflict) -> Json:
    members: list[Json] = []
    for member in conflict.members:
        kind = "given" if member.origin.kind == "given" else "rule"
        rule = {} if member.span == member.origin.span else {"rule": place_as_json(member.origin.span)}
        instance = report.where(member.origin.grid, member.origin.bindings)
        places = list(_places(member.variables))
        members.append({"kind": kind, "says": member.says} | place_as_json(member.span) | rule | instance | {"places": places})
    result: Json = {"members": members, "irreducible": conflict.irreducible, "smallest": conflict.smallest}
    result |= {"needed": conflict.needed, "at_least": conflict.lower_bound}
    if isinstance(conflict.totals, Parity):
        result["parity"] = {"total": conflict.totals.total, "members": _amounts(conflict.totals.amounts)}
    elif conflict.totals:
        result["totals"] = {
            "at_least": {"total": conflict.totals.needed, "members": _amounts(conflict.totals.at_least)},
            "at_most": {"total": conflict.totals.allowed, "members": _amounts(conflict.totals.at_most)},
        }
    if conflict.corrections:
        result["corrections"] = [_correction(conflict, correction) for correction in conflict.corrections.sufficient]
        result["corrections_open"] = conflict.corrections.undecided
    return result | ({"reason": conflict.reason} if conflict.reason else {})


def _wider(wider_values: WiderValues) -> Json:
    grid: Json = {"grid": wider_values.layer.grid} if wider_values.layer.grid else {}
    values, wider = wider_values.shown
    return place_as_json(wider_values.span) | grid | {"layer": wider_values.layer.name, "values": values, "wider": wider}


def _correction(conflict: Conflict, correction: Correction) -> Json:
    value = {"value": value_as_json(correction.value)} if correction.member.origin.kind == "given" else {}
    values = {"values": list(map(value_as_json, correction.values))} if correction.values else {}
    return {"member": conflict.members.index(correction.member)} | place_as_json(correction.span) | value | values


def _amounts(amounts: Mapping[int, int]) -> list[dict[str, int]]:
    return [{"member": member, "amount": amount} for member, amount in sorted(amounts.items())]


def _difference(spec: Spec, difference: Difference) -> Json:
    result: Json = {
        "first": report.solution_as_json(spec, difference.first),
        "second": report.solution_as_json(spec, difference.second),
        "places": list(_places(difference.places)),
        "closest": difference.closest,
        "at_least": difference.lower_bound,
    }
    return result | ({"reason": difference.reason} if difference.reason else {})


def _candidates(spec: Spec, candidates: Candidates) -> Json:
    open_places = [
        Variable(layer, at)
        for layer in spec.layers
        if not layer.hidden
        for at, is_complete in enumerate(candidates.complete_places[layer.grid, layer.name])
        if not is_complete
    ]
    result: Json = {"values": _values(spec, candidates), "places": candidates.places, "fixed": candidates.fixed}
    result |= {"complete": candidates.complete, "open": list(_places(open_places))}
    return result | ({"reason": candidates.reason} if candidates.reason else {})


def _values(spec: Spec, candidates: Candidates) -> Json:
    if len(spec.grids) == 1:
        return _layers(spec.grids[0], candidates)
    return {grid.name: _layers(grid, candidates) for grid in spec.grids}


def _layers(grid: Grid, candidates: Candidates) -> Json:
    return {
        layer.name: report.layer_as_json(grid, layer, candidates.values[layer.grid, layer.name])
        for layer in grid.layers
        if not layer.hidden
    }


def _places(variables: Iterable[Variable]) -> Iterable[Json]:
    for variable in variables:
        grid: Json = {"grid": variable.layer.grid} if variable.layer.grid else {}
        yield grid | {"layer": variable.layer.name, "place": variable.layer.place_name(variable.position)}
