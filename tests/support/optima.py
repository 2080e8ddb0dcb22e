"""Specs with an objective, and whether a search finds the optimum that brute force finds."""

from __future__ import annotations

import functools

from brute import Visible, accepted, best, visible
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import Value
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.solve import solve

BOARD = "grid: 2x3\nlayers:\n  number: {values: 1..3}\n"
BLANKS = "grid: 3x2\nlayers:\n  number: {values: [-2, 0, 3], blank: true}\n"
TRUTHS = "grid: 2x4\nlayers:\n  shaded: {values: bool}\n"
MIXED = "grid: 1x4\nlayers:\n  number: {values: 0..2}\n  total: {over: grid, values: 0..400, blank: true}\n"
HIDDEN = "grid: 2x2\nlayers:\n  number: {values: 0..2}\n  helper: {over: rows, values: 0..4, hidden: true}\n"
GRIDS = "grids:\n  west: 1x2\n  east: {size: 2x1, givens: {number: {r1c1: 2}}}\nlayers:\n  number: {values: -1..2}\n"


@functools.cache
def puzzle(board: str, rule: str, asked: str) -> Spec:
    """Return a spec with one rule and an objective."""
    return load_text(
        f"gridwright: 1\n{board}rules:\n  - rule: |\n      {rule}\n{asked.replace(': ', ': |' + chr(10) + '  ', 1)}\n"
    )


@functools.cache
def by_brute_force(spec: Spec) -> tuple[Value, set[Visible]]:
    """Return the best value, and the visible layers of the grids that have it."""
    return best(spec, accepted(spec))


def assert_optimum(spec: Spec, engine: str, lazy: bool) -> None:
    """Assert that the outcome of a whole search is the one of brute force."""
    value, grids = by_brute_force(spec)
    outcome = solve(spec, limit=10_000, engine=engine, lazy=lazy)
    assert outcome.complete
    assert outcome.count == len(grids)
    assert {visible(spec, solution.grid) for solution in outcome.solutions} == grids
    if grids:
        assert outcome.objective is not None
        assert outcome.objective.optimal
        assert outcome.objective.value is value or outcome.objective.value == value
    else:
        assert outcome.objective is None
        assert outcome.result is Result.NO_SOLUTION
