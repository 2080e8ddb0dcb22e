"""Members that may be dropped, and make no difference where they are there: they need no term, and no grid is lost."""

from __future__ import annotations

import itertools

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.loader import load_text
from gridwright.runtime.judging.judge import judge
from instances import values_of

RULES = [
    "any(c.row == 0 for c in group(r2c3, y))",
    "count(c.column > 0 for c in group(r1c1, y)) == 2",
    "all(any(c.column == 2 for c in g) for g in groups(y))",
    "any(all(c.row == 0 for c in g) for g in groups(y))",
    "all(c.column < 2 for c in group(r2c2, y))",
    "all(c.column < 2 or y[c] for c in group(r2c2, not y))",
]


@pytest.mark.parametrize("rule", RULES)
def test_as_the_judge_says(rule: str) -> None:
    """Each rule means on all grids what the judge says, and no member of it is blank."""
    spec = load_text(f'gridwright: 1\ngrid: 2x3\nlayers: {{y: {{values: bool}}}}\nrules:\n  - "{rule}"\n', "neutral.yaml")
    module = lower(spec)
    for truths in itertools.product((False, True), repeat=6):
        grid = {("", "y"): truths}
        values = values_of(module, grid)
        holds = all(values.get(assertion.term, assertion.term) for assertion in module.assertions)
        assert holds == (not judge(spec, grid).violations), grid
    assert all(term.op != "cases" for term in module.terms.all)
