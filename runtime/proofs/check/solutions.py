"""Check the solutions of a certificate: the judge accepts them, and they are as claimed."""

from __future__ import annotations

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, judge
from ...judging.objective import objective_value
from .certificate_files import SOLUTIONS, Folder, claim_of
from .json_values import Rejected, from_json


def check_solutions(folder: Folder, spec: Spec, deadline: Deadline) -> list[Assignment]:
    """Return the solutions; raise `Rejected` if one is none, two look the same, or something else is claimed.

    If there is an objective, the first is the best; where others are listed too, none of them is better.
    """
    found = _read(folder, spec)
    claim = claim_of(spec, len(found))
    if claim != folder.claim:
        raise Rejected(f"the claim is `{folder.claim[:40]}`, but with {len(found)} listed it must be `{claim}`")
    for grid in found:
        report = judge(spec, grid, deadline)
        if not report.accepted:
            raise Rejected(f"the judge does not accept a solution: {report.violations[0]}")
    visible = [(layer.grid, layer.name) for layer in spec.layers if not layer.hidden]
    if len({tuple(grid[key] for key in visible) for grid in found}) < len(found):
        raise Rejected("two of the solutions look the same")
    if spec.objective is not None and found:
        best = objective_value(spec, found[0], deadline)
        if any(spec.objective.is_better(objective_value(spec, other, deadline), best) for other in found[1:]):
            raise Rejected("the first of the solutions is not the best one")
    return found


def _read(folder: Folder, spec: Spec) -> list[Assignment]:
    """Return the solutions one after the other, each with all layers in their order."""
    found: list[dict[tuple[str, str], tuple[Value, ...]]] = []
    for number, line in enumerate(folder.lines(SOLUTIONS)):
        layer = spec.layers[number % len(spec.layers)]
        if not isinstance(line, list) or len(line) != 3 or line[:2] != [layer.grid, layer.name]:
            raise Rejected(f"line {number + 1} of {SOLUTIONS} is not about the layer `{layer.name}`")
        if not isinstance(line[2], list) or len(line[2]) != len(layer.places):
            raise Rejected(f"line {number + 1} of {SOLUTIONS} does not have a value for each place")
        if number % len(spec.layers) == 0:
            found.append({})
        found[-1][layer.grid, layer.name] = tuple([from_json(value, layer) for value in line[2]])
    if any(len(each) < len(spec.layers) for each in found):
        raise Rejected("a solution does not have all layers of the spec")
    return [*found]
