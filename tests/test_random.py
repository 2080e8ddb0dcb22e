"""Random specs: brute force by the judge, both engines, lazy and eager agree on every grid that is tried."""

from __future__ import annotations

import os
import random

import pytest
from brute import Visible, assignments, solutions, visible
from gridwright.compiler.budget import NO_DEADLINE
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.diagnostics import SpecError
from gridwright.compiler.reading import load_text
from gridwright.compiler.spec import Spec
from gridwright.runtime.hidden import literals_of
from gridwright.runtime.judge import Assignment
from gridwright.runtime.progress import Progress
from gridwright.runtime.session import Session
from gridwright.runtime.solve import make_engine, solve
from hypothesis import HealthCheck, assume, given, settings
from random_specs import specs

# How many random specs; a campaign asks for more: GRIDWRIGHT_RANDOM_SPECS=10000 pytest tests/test_random.py
EXAMPLES = int(os.environ.get("GRIDWRIGHT_RANDOM_SPECS", "60"))
TRIED = 40
WAYS = [("z3", True), ("z3", False), ("cadical", True), ("cadical", False)]


def disagreements(spec: Spec, expected: set[Visible], engine: str, lazy: bool) -> list[Assignment]:
    """Grids, of some that are solutions and some that are not, on which a search and brute force disagree."""
    puzzle = compile_spec(spec, lazy=lazy)
    sessions = [Session(part, make_engine(engine, 0), NO_DEADLINE, Progress()) for part in puzzle.parts]

    def is_found(grid: Assignment) -> bool:
        for session in sessions:
            fixed = [
                literal
                for variable, place in session.problem.places.items()
                if not variable.layer.hidden
                for literal in literals_of(place, grid[variable.layer.grid, variable.layer.name][variable.position])
            ]
            if session.next_solution(fixed) is None:
                return False
        return not puzzle.contradictions

    grids = list({visible(spec, grid): grid for grid in assignments(spec)}.items())
    random.Random(0).shuffle(grids)
    inside = [grid for key, grid in grids if key in expected][:TRIED]
    outside = [grid for key, grid in grids if key not in expected][:TRIED]
    return [grid for grid in inside if not is_found(grid)] + [grid for grid in outside if is_found(grid)]


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize="GRIDWRIGHT_RANDOM_SPECS" not in os.environ,
)
@given(specs())
def test_random_specs(text: str) -> None:
    """Whatever the spec, all ways to solve it agree with brute force, grid by grid and in the number of solutions."""
    try:
        spec = load_text(text, "random.yaml")
        compile_spec(spec)
    except SpecError:
        assume(False)
    expected = solutions(spec)
    for engine, lazy in WAYS:
        assert not disagreements(spec, expected, engine, lazy), f"{text}\n{engine}, {'lazy' if lazy else 'eager'}"
        outcome = solve(spec, limit=TRIED, engine=engine, lazy=lazy)
        assert outcome.count == min(TRIED, len(expected)), f"{text}\n{engine}, {'lazy' if lazy else 'eager'}"
        assert {visible(spec, solution.grid) for solution in outcome.solutions} <= expected


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_seeds(seed: int) -> None:
    """Different seeds find the same solutions."""
    spec = load_text("gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..2}}\nrules:\n  - distinct(x[:2])")
    assert len(solve(spec, limit=100, seed=seed).solutions) == 32
