"""The specs of the repository: what they claim comes out, and the judge is not easily pleased."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Expected, Spec
from gridwright.compiler.loader import load
from gridwright.compiler.values import BLANK
from gridwright.runtime.engines.engine_registry import AUTO
from gridwright.runtime.judging.judge import Assignment, accepts, judge
from gridwright.runtime.judging.objective import objective_value
from gridwright.runtime.solving.expectations import differences, limit_for, undecided_claims
from gridwright.runtime.solving.solve import solve
from time_limits import skip_for_time
from ways import THOROUGH

ROOT = Path(__file__).parents[2] / "specs"
PATHS = sorted(ROOT.rglob("*.yaml"))

# How many seconds the second engine gets; no limit with GRIDWRIGHT_SECOND_ENGINE=1.
SECONDS = 0 if "GRIDWRIGHT_SECOND_ENGINE" in os.environ else 1

# Specs that only one engine proves, in about a minute: so they are searched for this long, without a limit as above.
LONG = {"2022-04-almost-magic": "cpsat"}
LONG_SECONDS = 0 if not SECONDS else 3

MUTATIONS = 30 * THOROUGH  # on one grid; several take longer to judge


def name(path: Path) -> str:
    """The spec as the name of its test."""
    return path.stem


# `test_budgets.py` solves all of them in CI, with the same engine, and compares what comes out with the same claims.
@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("path", PATHS, ids=name)
def test_as_expected(path: Path) -> None:
    """What `expect` claims is found out anew, without `expect` in sight."""
    spec = load(path)
    assert spec.expected.answer is not None
    engine, seconds = (LONG[path.stem], LONG_SECONDS) if path.stem in LONG else (AUTO, 0)
    deadline = Deadline(seconds) if seconds else NO_DEADLINE
    outcome = solve(replace(spec, expected=Expected()), limit=limit_for(spec), engine=engine, deadline=deadline)
    assert not differences(spec, outcome)
    if seconds and undecided_claims(spec, outcome):
        skip_for_time(f"{engine} gave up after {seconds} s")
    assert not undecided_claims(spec, outcome)
    assert not outcome.unique or spec.expected.solution is not None


@pytest.mark.cases(ci=24)
@pytest.mark.parametrize("path", PATHS, ids=name)
def test_nothing_near_the_solution(path: Path) -> None:
    """The judge accepts the solution, where there is only one, and nothing that differs from it in one value."""
    spec = load(path)
    solution = spec.expected.solution
    if solution is None:
        pytest.skip("it claims no single solution")
    if any(None in solution.get((layer.grid, layer.name), (None,)) for layer in spec.layers):  # what is hidden is not stated
        solution = solve(spec, limit=1).solutions[0].grid
    assert not judge(spec, solution).violations
    for key, position, value in _mutations(spec, solution):
        values = list(solution[key])
        values[position] = value
        changed = {**solution, key: tuple(values)}
        if accepts(spec, changed):  # then it is worse
            assert spec.objective, (key, position, value)
            assert spec.objective.is_better(objective_value(spec, solution), objective_value(spec, changed))


# CaDiCaL proves nothing of the long ones, and encodes for a minute before it looks at the clock.
@pytest.mark.cases(ci=8)
@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in PATHS if not (SECONDS and path.stem in LONG)], ids=name)
def test_second_engine(path: Path) -> None:
    """The second engine says the same."""
    spec = load(path)
    outcome = solve(spec, limit=limit_for(spec), engine="cadical", deadline=Deadline(SECONDS) if SECONDS else NO_DEADLINE)
    assert not differences(spec, outcome)
    if SECONDS and undecided_claims(spec, outcome):
        skip_for_time(f"CaDiCaL gave up after {SECONDS} s")
    assert not undecided_claims(spec, outcome)


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_written_for_people(path: Path) -> None:
    """Every rule says what it means, the source is cited, and an editor finds the schema."""
    spec = load(path)
    assert all(rule.says for rule in spec.rules)
    assert spec.title
    assert spec.text
    assert spec.document.get("source") is not None
    assert path.read_text("utf-8").startswith("# yaml-language-server: $schema=../../schema.json\n")


def _mutations(spec: Spec, solution: Assignment) -> list[tuple[tuple[str, str], int, object]]:
    """Single changes of a solution: a place, and another value for it."""
    changes = [
        ((layer.grid, layer.name), position, value)
        for layer in spec.layers
        if not layer.hidden
        for position, old in enumerate(solution[layer.grid, layer.name])
        for value in (*layer.values, *([BLANK] if layer.blank else []))
        if value is not old and value != old
    ]
    return random.Random(0).sample(changes, min(MUTATIONS // len(spec.grids) ** 2, len(changes)))
