"""Random specs: brute force by the judge, both engines, lazy and eager, and the clauses themselves all say the same."""

from __future__ import annotations

import os

import pytest
from brute import assignments, solutions, visible
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.diagnostics import Code, SpecError
from gridwright.compiler.reading import load_text
from gridwright.runtime.solve import solve
from hypothesis import HealthCheck, assume, given, settings
from instances import faults, sample
from random_specs import specs
from test_optimum import by_brute_force
from ways import TRIED, WAYS, disagreements

# What the generator cannot help: `x // (2 - 2)` and `[1, 2, 3][abs(3)]` are refused; nothing else that it makes should be.
REFUSED = {Code.DIVISION_BY_ZERO, Code.OUT_OF_RANGE}

# How many random specs; a campaign asks for more: GRIDWRIGHT_RANDOM_SPECS=10000 pytest tests/test_random.py
EXAMPLES = int(os.environ.get("GRIDWRIGHT_RANDOM_SPECS", "40"))


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize="GRIDWRIGHT_RANDOM_SPECS" not in os.environ,
)
@given(specs())
def test_random_specs(text: str) -> None:
    """Whatever the spec, all ways to solve it agree with brute force, grid by grid and in the number of (optimal) solutions."""
    try:
        spec = load_text(text, "random.yaml")
        compile_spec(spec)
    except SpecError as problem:
        assert {found.code for found in problem.diagnostics} <= REFUSED, f"{text}\n{problem}"
        assume(False)
    expected = solutions(spec)
    value, best = by_brute_force(spec) if spec.objective else (None, expected)
    for lazy in (True, False):
        assert not list(faults(spec, sample(list(assignments(spec)), 60), lazy=lazy)), text
    for engine, lazy in WAYS:
        way = f"{text}\n{engine}, {'lazy' if lazy else 'eager'}"
        assert not disagreements(spec, expected, engine, lazy), way
        outcome = solve(spec, limit=TRIED, engine=engine, lazy=lazy)
        assert outcome.count == min(TRIED, len(best)), way
        assert {visible(spec, solution.grid) for solution in outcome.solutions} <= best, way
        assert outcome.objective is None or (outcome.objective.optimal and outcome.objective.value in (value,)), way


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_seeds(seed: int) -> None:
    """Different seeds find the same number of solutions."""
    spec = load_text("gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..2}}\nrules:\n  - distinct(x[:2])")
    assert len(solve(spec, limit=100, seed=seed).solutions) == 32
