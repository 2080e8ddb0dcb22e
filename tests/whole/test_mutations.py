"""Specs in which one printed thing is changed: the old solution is still one, or the verdict is another. The judge decides.

A search that goes on finding what it found before, whatever is printed, would pass every other test of that spec.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from changing import changes, mutated
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import Assignment, accepts
from gridwright.runtime.solving.expectations import differences
from gridwright.runtime.solving.solve import solve
from time_limits import skip_for_time

ROOT = Path(__file__).parents[2] / "specs"
PATHS = sorted(ROOT.rglob("*.yaml"))

# How many mutations of each spec, and how many seconds a search gets. A campaign asks for more:
# GRIDWRIGHT_MUTATIONS=20 pytest -m "" -n auto tests/whole/test_mutations.py
MUTATIONS = int(os.environ.get("GRIDWRIGHT_MUTATIONS", "1"))
SECONDS = 120 if "GRIDWRIGHT_MUTATIONS" in os.environ else 1.5


def old_solution(spec: Spec) -> Assignment:
    """Return the solution of a spec as it stands: the one that is written out if it is complete; skip if a search gives up."""
    written = spec.expected.solution or {}
    if all(None not in written.get((layer.grid, layer.name), (None,)) for layer in spec.layers):
        return written  # type: ignore[return-value]
    outcome = solve(spec, limit=1, deadline=Deadline(SECONDS))
    if outcome.reason and not outcome.solutions:
        skip_for_time(f"no solution of the spec as it stands within {SECONDS} s")
    return outcome.solutions[0].grid


@pytest.mark.cases(ci=14)
@pytest.mark.slow
@pytest.mark.parametrize("number", range(MUTATIONS))
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_mutation(path: Path, number: int) -> None:
    """What the judge still accepts is found, and what it accepts no more is not; then something is not as claimed."""
    mutations = list(changes(load(path).document))
    if number >= len(mutations):
        pytest.skip("the spec prints no more that can be changed")
    span, text = random.Random(path.stem).sample(mutations, min(MUTATIONS, len(mutations)))[number]
    try:
        spec = mutated(path, span, text)
        outcome = solve(spec, limit=2, deadline=Deadline(SECONDS))
    except SpecError:
        return  # refused: that is another verdict too
    old = old_solution(load(path))
    sizes = {(layer.grid, layer.name): len(layer.places) for layer in spec.layers}
    if {key: len(values) for key, values in old.items()} != sizes:
        pytest.skip("the places of a layer are made of what is printed, so the old solution cannot be compared")
    visible = {(layer.grid, layer.name) for layer in spec.layers if not layer.hidden}
    grids = [{key: solution.grid[key] for key in visible} for solution in outcome.solutions]
    is_found = {key: old[key] for key in visible} in grids
    if accepts(spec, old):
        best_only = any(spec.document.get(key) is not None for key in ("maximize", "minimize"))
        assert outcome.reason or best_only or outcome.count
        assert outcome.reason or best_only or not outcome.complete or is_found
    elif len(visible) == len(spec.layers):  # otherwise other values of the hidden layers may make it a solution
        assert not is_found
        assert outcome.reason or spec.expected.solutions is None or differences(spec, outcome)
    if outcome.reason:
        skip_for_time(f"the search gave up after {SECONDS} s")
