"""Explanations as plain objects for tools; `reports/explain.yaml` and `reports/candidates.yaml` describe them."""

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
from ...judging.answer import plain
from . import report
from .report import Json


def of_explanation(spec: Spec, found: Explanation) -> Json:
    """Return the object of an explanation."""
    told = report.of_outcome(spec, found.outcome) | report.claims(spec, found.outcome)
    if found.reason:
        told["reason"] = found.reason
    if found.broken:
        told["expected_solution_breaks"] = [report.violation(each) for each in found.broken.violations]
    if found.conflict:
        told["conflict"] = _conflict(found.conflict)
    if found.difference:
        told["difference"] = _difference(spec, found.difference)
    if found.candidates:
        told["candidates"] = _candidates(spec, found.candidates)
    return told


def of_candidates(spec: Spec, found: Candidates) -> Json:
    """Return the object of the candidates of a spec."""
    status = "gave-up" if not found.complete else "complete" if found.has_solution else "no-solution"
    return {"spec": spec.path, "title": spec.title, "status": status, "candidates": _candidates(spec, found)}


def _conflict(found: Conflict) -> Json:
    members: list[Json] = []
    for member in found.members:
        kind = "given" if member.origin.kind == "given" else "rule"
        rule = {} if member.span == member.origin.span else {"rule": place_as_json(member.origin.span)}
        instance = report.where(member.origin.grid, member.origin.bindings)
        places = list(_places(member.variables))
        members.append({"kind": kind, "says": member.says} | place_as_json(member.span) | rule | instance | {"places": places})
    told: Json = {"members": members, "irreducible": found.irreducible, "smallest": found.smallest}
    told |= {"needed": found.needed, "at_least": found.lower_bound}
    if isinstance(found.totals, Parity):
        told["parity"] = {"total": found.totals.total, "members": _amounts(found.totals.amounts)}
    elif found.totals:
        told["totals"] = {
            "at_least": {"total": found.totals.needed, "members": _amounts(found.totals.at_least)},
            "at_most": {"total": found.totals.allowed, "members": _amounts(found.totals.at_most)},
        }
    if found.corrections:
        told["corrections"] = [_correction(found, each) for each in found.corrections.sufficient]
        told["corrections_open"] = found.corrections.undecided
    return told | ({"reason": found.reason} if found.reason else {})


def _correction(found: Conflict, each: Correction) -> Json:
    value = {"value": plain(each.value)} if each.member.origin.kind == "given" else {}
    return {"member": found.members.index(each.member)} | place_as_json(each.span) | value


def _amounts(amounts: Mapping[int, int]) -> list[dict[str, int]]:
    return [{"member": member, "amount": amount} for member, amount in sorted(amounts.items())]


def _difference(spec: Spec, found: Difference) -> Json:
    told: Json = {
        "first": report.solution_as_json(spec, found.first),
        "second": report.solution_as_json(spec, found.second),
        "places": list(_places(found.places)),
        "closest": found.closest,
        "at_least": found.lower_bound,
    }
    return told | ({"reason": found.reason} if found.reason else {})


def _candidates(spec: Spec, found: Candidates) -> Json:
    open_places = [
        Variable(layer, at)
        for layer in spec.layers
        if not layer.hidden
        for at, is_settled in enumerate(found.complete_places[layer.grid, layer.name])
        if not is_settled
    ]
    told: Json = {"values": _values(spec, found), "places": found.places, "fixed": found.fixed}
    told |= {"complete": found.complete, "open": list(_places(open_places))}
    return told | ({"reason": found.reason} if found.reason else {})


def _values(spec: Spec, found: Candidates) -> Json:
    if len(spec.grids) == 1:
        return _layers(spec.grids[0], found)
    return {grid.name: _layers(grid, found) for grid in spec.grids}


def _layers(grid: Grid, found: Candidates) -> Json:
    return {
        layer.name: report.layer_as_json(grid, layer, found.values[layer.grid, layer.name])
        for layer in grid.layers
        if not layer.hidden
    }


def _places(variables: Iterable[Variable]) -> Iterable[Json]:
    for variable in variables:
        grid: Json = {"grid": variable.layer.grid} if variable.layer.grid else {}
        yield grid | {"layer": variable.layer.name, "place": variable.layer.place_name(variable.position)}
