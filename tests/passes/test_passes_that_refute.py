"""A module that a pass refutes has no solution, whoever solves it: what was found to be false is in one of the parts."""

from __future__ import annotations

import pytest
from brute import solutions
from gridwright.compiler.compile import lower
from gridwright.compiler.loader import load_text
from gridwright.compiler.passes.encode_group_placements import encode_group_placements
from gridwright.compiler.passes.rectangular_groups import rectangular_groups
from gridwright.compiler.passes.split_components import split_components
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.execution.serialize import as_plain, from_plain
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.solve import solve

LAID = """gridwright: 1
grid: 2x2
use: [is_rectangle]
layers:
  number: {values: 1..2}
  mark: {values: bool}
rules:
  - number[r1c1] != number[r1c2]
  - count(len(g) == 3 for g in groups(mark)) == 1
  - all(is_rectangle(g) for g in groups(mark))
"""
STRAIGHT = """gridwright: 1
grid: 1x4
layers:
  number: {values: 1..2}
  wall: {over: links, values: bool}
rules:
  - number[r1c1] != number[r1c2]
  - not all(wall[a, b] == (b not in group(a, cells, by=not wall)) for a, b in links)
"""
REFUTED = {"laid": (LAID, encode_group_placements), "straight ways": (STRAIGHT, rectangular_groups)}


@pytest.mark.parametrize("name", REFUTED)
def test_a_pass_finds_it(name: str) -> None:
    """Lowering does not know that a rule is false, a pass does, and one of the parts says it."""
    text, refuting = REFUTED[name]
    module = lower(load_text(text))
    assert not any(assertion.term is False for assertion in module.assertions)
    after = refuting(module)
    assert any(assertion.term is False for assertion in after.assertions)
    assert any(assertion.term is False for part in split_components(after) for assertion in part.assertions)


@pytest.mark.parametrize("lazy", [True, False])
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", REFUTED)
def test_there_is_no_solution(name: str, engine: str, lazy: bool) -> None:
    """Every engine says so, with the passes and without, and what it says can be kept and read again."""
    spec = load_text(REFUTED[name][0])
    assert not solutions(spec)
    for passes in (True, False):
        outcome = solve(spec, engine=engine, lazy=lazy, passes=passes)
        assert outcome.result is Result.NO_SOLUTION
        assert outcome.complete
        assert from_plain(spec, as_plain(spec, outcome), 2).result is Result.NO_SOLUTION
