"""A search that has ended leaves nothing behind: a process that lives long, such as that of `watch`, does not grow."""

from __future__ import annotations

import gc

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import ENGINES, engine_of
from gridwright.runtime.solving.solve import solve

SPEC = """
gridwright: 1
grid: 3x3
layers: {number: {values: 1..3}, shaded: {values: bool}}
rules:
  - all(distinct(number[line]) for line in lines)
  - connected(shaded)
  - number[r1c1] + number[r2c2] <= 4
"""


def engines(kind: str) -> int:
    """The engines that there are now."""
    return sum(type(member) is engine_of(kind) for member in gc.get_objects())


@pytest.mark.parametrize("objective", ["", "minimize: sum(number[rows[0]]) + number[r2c2] - count(shaded)\n"])
@pytest.mark.parametrize("engine", ENGINES)
def test_engines_are_freed_at_once(engine: str, objective: str) -> None:
    """No engine is part of a cycle: what a solver holds is no memory that Python knows of, so it would collect too late."""
    spec = load_text(SPEC + objective, "puzzle.yaml")
    gc.freeze()  # what other tests have left is neither gone through nor counted
    gc.disable()
    try:
        outcome = solve(spec, engine=engine)
        assert outcome.solutions
        assert engines(engine) == 0
    finally:
        gc.unfreeze()
        gc.enable()
