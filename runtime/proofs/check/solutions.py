"""Check the solutions of a certificate: the judge accepts them, and there are as many as are claimed."""

from __future__ import annotations

from collections.abc import Mapping

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, judge
from ...judging.objective import objective_value
from .certificate_files import Folder
from .json_values import Rejected, Values

Layers = Mapping[tuple[str, str], Layer]


def check_solutions(folder: Folder, spec: Spec, layers: Layers, deadline: Deadline) -> list[Assignment]:
    """Return the solutions; raise `Rejected` if one is none, two look the same, or something else is claimed.

    Of an optimum the first is the best; where others are listed too, none of them is better.
    """
    claim, found = folder.claim, _read(folder, layers)
    if len(found) != {"no solution": 0, "no other solution": max(2, len(found)), "optimal": max(1, len(found))}.get(claim, 1):
        raise Rejected(f"the claim is `{claim}`, but the number of solutions is {len(found)}")
    for grid in found:
        report = judge(spec, grid, deadline)
        if not report.accepted:
            raise Rejected(f"the judge does not accept the solution: {report.violations[0]}")
    visible = [key for key, layer in layers.items() if not layer.hidden]
    if len({tuple(grid[key] for key in visible) for grid in found}) < len(found):
        raise Rejected("two of the solutions look the same")
    if claim == "optimal":
        value, claimed = objective_value(spec, found[0], deadline), Values().from_json(folder.objective)
        if spec.objective is None or not (value is claimed or value == claimed):
            raise Rejected(f"the objective of the solution is {value}, but the claim is {claimed}")
        for other in found[1:]:
            if spec.objective.is_better(better := objective_value(spec, other, deadline), value):
                raise Rejected(f"the objective of a solution is {better}, which is better than {claimed}")
    elif spec.objective is not None and found:
        raise Rejected("the spec has an objective, but the claim is not `optimal`")
    return found


def _read(folder: Folder, layers: Layers) -> list[Assignment]:
    """Return the solutions one after the other, each with all layers."""
    from_json = Values(layers.values()).from_json
    found: list[dict[tuple[str, str], tuple[Value, ...]]] = []
    for grid, name, values in folder.lines("solution"):
        layer = layers.get((grid, name))
        if layer is None or len(values) != len(layer.places):
            raise Rejected(f"the solution has a layer `{name}`, which the spec does not have")
        if not found or (grid, name) in found[-1]:
            found.append({})
        found[-1][grid, name] = tuple(from_json(value) for value in values)
    if any(each.keys() != layers.keys() for each in found):
        raise Rejected("the solution does not have all layers of the spec")
    return [*found]
