"""Values of exactly one solution, compared with all solutions, listed one by one."""

from __future__ import annotations

from collections import Counter

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime.explaining import unique_values as searched
from gridwright.runtime.explaining.unique_values import unique_values
from gridwright.runtime.solving.solve import solve

HEAD = "gridwright: 1\n"
TEXTS = {
    "latin": "grid: 3x3\nlayers: {x: {values: 1..3}}\nrules:\n  - {for: line in lines, rule: 'distinct(x[line])'}\n",
    "given": "grid: 3x3\nlayers: {x: {values: 1..3}}\ngivens: {x: {r1c1: 2}}\n"
    "rules:\n  - {for: line in lines, rule: 'distinct(x[line])'}\n",
    "blanks": "grid: 2x3\nlayers: {x: {values: 1..3, blank: true}}\n"
    "rules:\n  - sum(x) == 7\n  - {for: line in rows, rule: 'any(x[line] > 0)'}\n",
    "two parts": "grid: 1x4\nlayers: {x: {values: 1..3}}\nrules:\n  - x[r1c1] < x[r1c2]\n  - x[r1c3] < x[r1c4]\n",
    "one part varies": "grid: 1x4\nlayers: {x: {values: 1..3}}\nrules:\n  - x[r1c1] < x[r1c2]\n  - x[r1c3] + x[r1c4] == 6\n",
    "hidden": "grid: 1x3\nlayers: {x: {values: 1..3}, y: {values: 1..3, hidden: true}}\n"
    "rules:\n  - {for: c in cells, rule: 'y[c] <= x[c]'}\n  - sum(x) == 8\n",
    "numbers": "grid: 1x2\nlayers: {x: {values: 1..5000}}\nrules:\n  - x[r1c1] * x[r1c2] == 36\n  - x[r1c1] < 7\n",
    "loop": "use: [slitherlink]\ngrid: 2x3\nclues: {number: {r1c1: 3}}\n",
    "none": "grid: 1x2\nlayers: {x: {values: 1..2}}\nrules:\n  - x[r1c1] + x[r1c2] == 9\n",
    "one": "grid: 1x2\nlayers: {x: {values: 1..2}}\nrules:\n  - x[r1c1] + x[r1c2] == 4\n",
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("conflicts", [searched.CONFLICTS_AT_ONCE, 0])
def test_all_solutions(name: str, conflicts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Together and place by place, exactly the values are found that one solution of several has."""
    monkeypatch.setattr(searched, "CONFLICTS_AT_ONCE", conflicts)
    spec = load_text(HEAD + TEXTS[name])
    outcome = solve(spec, limit=100_000)
    assert outcome.complete
    shown = Counter(
        (layer.name, at, repr(solution.grid[layer.grid, layer.name][at]))
        for solution in outcome.solutions
        for layer in spec.layers
        if not layer.hidden
        for at in range(len(layer.places))
    )
    once = {key for key, number in shown.items() if number == 1 and outcome.count > 1}
    unique = unique_values(spec)
    assert unique.complete
    assert {(variable.layer.name, variable.position, repr(value)) for variable, value in unique.values} == once
    assert len(unique.values) == len(once)


def test_too_little_time() -> None:
    """A search without time names nothing that it has not proved, and says why."""
    unique = unique_values(load_text(HEAD + TEXTS["latin"]), deadline=Deadline(0.0))
    assert (unique.values, unique.complete) == ((), False)
    assert unique.reason
