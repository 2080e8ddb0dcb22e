"""Check the solutions of a certificate: the judge accepts them, and they are as claimed."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import BLANK, Value

from ...judging.judge import Assignment, judge
from ...judging.objective import objective_value
from .certificate_files import SOLUTIONS, Folder, claim_of
from .json_values import Rejected, reader


def check_solutions(folder: Folder, spec: Spec, deadline: Deadline) -> list[Assignment]:
    """Return the solutions; raise `Rejected` if one is none, two look the same, or something else is claimed.

    If there is an objective, the first is the best; where others are listed too, none of them is better. Each is judged as soon
    as it is read, so a file of many that are none ends at the first of them.
    """
    solutions: list[Assignment] = []
    seen: set[tuple[tuple[Value, ...], ...]] = set()
    visible = [(layer.grid, layer.name) for layer in spec.layers if not layer.hidden]
    best: Value = BLANK
    for grid in _read(folder, spec, deadline):
        report = judge(spec, grid, deadline)
        if not report.accepted:
            raise Rejected(f"the judge does not accept a solution: {report.violations[0]}")
        seen.add(tuple(grid[key] for key in visible))
        solutions.append(grid)
        if len(seen) < len(solutions):
            raise Rejected("two of the solutions look the same")
        if spec.objective is not None:
            value = objective_value(spec, grid, deadline)
            if len(solutions) == 1:
                best = value
            elif spec.objective.is_better(value, best):
                raise Rejected("the first of the solutions is not the best one")
    claim = claim_of(spec, len(solutions))
    if claim != folder.claim:
        raise Rejected(f"the claim is `{folder.claim[:40]}`, but with {len(solutions)} listed it must be `{claim}`")
    return solutions


def _read(folder: Folder, spec: Spec, deadline: Deadline) -> Iterator[Assignment]:
    """Yield the solutions one after the other, each with all layers in their order."""
    readers = [reader(layer) for layer in spec.layers]
    grid: dict[tuple[str, str], tuple[Value, ...]] = {}
    for number, line in enumerate(folder.lines(SOLUTIONS)):
        deadline.check()
        layer, read = spec.layers[number % len(readers)], readers[number % len(readers)]
        if not isinstance(line, list) or len(line) != 3 or line[:2] != [layer.grid, layer.name]:
            raise Rejected(f"line {number + 1} of {SOLUTIONS} is not about the layer `{layer.name}`")
        if not isinstance(line[2], list) or len(line[2]) != len(layer.places):
            raise Rejected(f"line {number + 1} of {SOLUTIONS} does not have a value for each place")
        grid[layer.grid, layer.name] = tuple([read(value) for value in line[2]])
        if len(grid) == len(readers):
            yield grid
            grid = {}
    if grid:
        raise Rejected("a solution does not have all layers of the spec")
