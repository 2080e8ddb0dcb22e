"""Conditions of rules, and comparisons of unknowns with directions, cells and blank: against brute force, and how often."""

from __future__ import annotations

from collections import Counter

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.symbolic import SymbolicInterpreter
from gridwright.compiler.syntax.syntax_tree import Expression
from gridwright.compiler.values import Value
from gridwright.runtime.solving.solve import solve
from support import brute

SIDE = 5


def test_a_condition_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth of a condition that chooses an instance is kept for its term; only the first turns are interpreted."""
    spec = load_text(
        f"gridwright: 1\ngrid: {SIDE}x{SIDE}\nlayers: {{x: {{values: bool}}}}\n"
        "rules:\n  - for: c in cells\n    if: x[c] and any(x[neighbors(c)])\n    rule: count(x[neighbors(c)]) == 2\n"
    )
    evaluated = Counter[str]()
    run_truth = SymbolicInterpreter.run_truth

    def counted(self: SymbolicInterpreter, node: Expression, scope: Scope) -> Value:
        evaluated[node.span.text] += 1
        return run_truth(self, node, scope)

    monkeypatch.setattr(SymbolicInterpreter, "run_truth", counted)
    lower(spec)
    condition, rule = "x[c] and any(x[neighbors(c)])", "count(x[neighbors(c)]) == 2"
    assert evaluated[rule] == SIDE * SIDE
    assert evaluated[condition] < SIDE


@pytest.mark.parametrize(
    "values",
    [
        "{values: [up, right], blank: true}",
        "{values: [r1c1, r1c2]}",
        "{values: [r1c2, left, 1], blank: true}",
        "{values: [p, 2], blank: true}",
    ],
)
@pytest.mark.parametrize(
    "rule",
    [
        "{for: 'a in cells for b in neighbors(a) for d in (up, left)', if: 'w[a] != d', rule: 'w[b] in (blank, d)'}",
        "{for: 'a, b in links for d in directions', if: 'd == w[a]', rule: 'step(b, d) == blank or w[b] == blank'}",
        "{for: 'a in cells for b in cells', if: 'w[a] == b and w[b] != blank', rule: 'blank != w[a] and w[b] in [a, up, 1]'}",
        "{for: 'a in cells', rule: '[w[a], a, up][-1] == w[r1c1] or [w[a], blank][-2] == a or w[a] == 1'}",
    ],
)
def test_single_values(values: str, rule: str) -> None:
    """An unknown is compared with values of every kind, from either side; the solutions are those of brute force."""
    spec = load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {{w: {values}}}\nrules:\n  - {rule}\n")
    solutions = {brute.visible(spec, solution.grid) for solution in solve(spec, limit=brute.size(spec)).solutions}
    assert solutions == brute.solutions(spec)
