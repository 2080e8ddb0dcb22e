"""Which sums Z3 propagates itself: what they count decides."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines import z3

BOARD = "gridwright: 1\ngrid: 3x3\nlayers: {x: {values: 1..3, blank: true}}\nrules:\n"


@pytest.mark.parametrize(
    ("rules", "natively"),
    [
        ("  - count(x == 1) == 3", True),
        ("  - count(x != blank) == 4\n  - count(x == 1) == 3\n  - count(x != 2) <= 7", True),
        ("  - for: c in cells\n    rule: len(group(c, same=x)) != 3", False),
    ],
)
def test_counts(rules: str, natively: bool) -> None:
    """Sums of what single places say are native, also where they count what is not there; those of members of groups are not."""
    (problem,) = compile_spec(load_text(BOARD + rules, "puzzle.yaml")).parts
    assert [*problem.sums()]
    assert z3._counts_natively(problem) is natively
