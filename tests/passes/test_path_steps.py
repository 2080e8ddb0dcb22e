"""Steps of numbered paths that rules ask for: all grids and all engines, against brute force."""

from __future__ import annotations

import pytest
from brute import solutions, visible
from gridwright.compiler.compile import lower
from gridwright.compiler.ir.module import verify
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.path_steps import path_steps
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve

FROM = "number[c] == 1 or number[c] - 1 in number[neighbors(c)]"
TO = "number[c] == {} or number[c] + 1 in number[neighbors(c)]"
ENTERS = "count(any(number[d] == number[c] - 1 for d in neighbors(c) if d.row != c.row) for c in cells) == {}"

# board, largest number, sentence about each cell, sentence that asks for steps, assertions that are added
PATHS = [
    ("2x2", 4, FROM, ENTERS.format(1), 4),
    ("2x2", 4, FROM, ENTERS.format(2), 4),
    ("2x2", 5, FROM, ENTERS.format(1), 4),  # a number is missing
    ("2x2", 4, f"({FROM}) and ({TO.format(4)})", ENTERS.format(1), 8),
    ("2x3", 6, FROM, ENTERS.format(1), 6),
    ("2x3", 6, TO.format(6), "(number[r1c1] == number[r1c2] - 1) != (number[r2c1] == number[r2c2] + 1)", 6),
    (
        "2x2",
        4,
        FROM.replace("- 1", "- 2").replace("== 1", "<= 2"),
        "(number[r1c1] == number[r1c2] - 2) == (number[r2c2] == 4)",
        4,
    ),
    ("2x2", 4, FROM, "number[r1c1] == 1", 0),  # no step is asked for
]


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize(("grid", "last", "rule", "asking", "count"), PATHS)
def test_paths(grid: str, last: int, rule: str, asking: str, count: int) -> None:
    """The pass adds an assertion for each cell and direction; all engines find the grids that brute force finds."""
    spec = load_text(
        f"gridwright: 1\ngrid: {grid}\nlayers: {{number: {{values: 1..{last}}}}}\nrules:\n  - distinct(number)\n"
        f"  - for: c in cells\n    rule: {rule}\n  - rule: {asking}\n",
        "path.yaml",
    )
    module = lower(spec)
    after = verify(path_steps(module))
    assert len(after.assertions) - len(module.assertions) == count
    wanted = solutions(spec)
    assert wanted
    for engine in ENGINES:
        outcome = solve(spec, limit=len(wanted) + 1, engine=engine)
        assert {visible(spec, solution.grid) for solution in outcome.solutions} == wanted, engine
        assert outcome.complete
