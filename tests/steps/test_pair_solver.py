"""Two rules that are asked in turn imply the same as a solver of both."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import AUTO, ENGINES
from gridwright.runtime.solving.progress import Progress
from gridwright.runtime.steps import pair_solver
from gridwright.runtime.steps.group_solver import Implied, Workshop
from gridwright.runtime.steps.knowledge import Knowledge, bits
from gridwright.runtime.steps.pair_solver import PairSolver
from gridwright.runtime.steps.propagation import Solvers
from gridwright.runtime.steps.rule_instance import rule_instances

SPECS = {
    "latin": """
gridwright: 1
grid: 3x4
layers: {x: {values: 1..4}}
rules:
  - for: line in lines
    rule: distinct(x[line])
  - for: block in blocks(2, 2)
    rule: distinct(x[block])
""",
    "sums": """
gridwright: 1
grid: 2x4
layers: {x: {values: 0..3}}
rules:
  - for: row in rows
    rule: sum(x[row]) == 7
  - for: row in rows
    rule: distinct(x[row])
  - x[r1c1] + x[r1c2] + x[r2c1] + x[r2c2] == 5
  - x[r1c2] < x[r1c3] or x[r2c2] == 0
""",
    "shading": """
gridwright: 1
grid: 3x4
layers: {s: {values: bool}}
rules:
  - for: line in lines
    rule: count(s[line]) == 2
  - for: block in blocks(2, 2)
    rule: any(s[block])
  - for: block in blocks(2, 2)
    rule: not all(s[block])
""",
}


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("most", [0, pair_solver.MOST_LEARNT])
@pytest.mark.parametrize("engine", [AUTO, *ENGINES])
@pytest.mark.parametrize("name", SPECS)
def test_same_as_one_solver(name: str, engine: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At random moments, as more becomes known, each pair implies the same both ways, contradictions too."""
    monkeypatch.setattr(pair_solver, "MOST_LEARNT", most)  # with 0, a solver of both is made soon
    spec = load_text(SPECS[name])
    module = lower(spec, independently=True)
    values = {variable: tuple(module.terms.unknown(variable).domain) for variable in module.variables}
    pairs = list(combinations([instance for instance in rule_instances(module) if not instance.is_whole], 2))
    rng = random.Random(name)
    implied = contradictions = 0
    for _ in range(6 if engine == AUTO else 1):
        solvers = Solvers(Workshop(module.terms, values, engine, 0, NO_DEADLINE, NO_DEADLINE, Progress()))
        knowledge = Knowledge.nothing(values)
        for _ in range(4):
            batch = knowledge.begin(None)
            for variable in rng.sample(sorted(values, key=str), 3):
                left = list(bits(knowledge.possible[variable]))
                if len(left) > 1 and knowledge.is_open(variable):
                    at = rng.choice(left)
                    if len(left) == 2:
                        knowledge.settle(batch, variable, at)
                    else:
                        knowledge.exclude(batch, variable, 1 << at)
            for pair in rng.sample(pairs, 12):
                in_turn, together = solvers.pair(pair), solvers.solver(pair)
                assert isinstance(in_turn, PairSolver)
                actual, expected = in_turn.implications(knowledge), together.implications(knowledge)
                assert _facts(actual) == _facts(expected)
                implied += bool(actual.removed)
                contradictions += actual.contradicts
    assert implied or engine != AUTO
    assert contradictions or engine != AUTO


def _facts(implied: Implied) -> object:
    return "contradiction" if implied.contradicts else {variable: mask for variable, mask in implied.removed.items() if mask}
