"""Candidates and the closest solutions, held against brute force: all solutions there are, by the judge."""

from __future__ import annotations

import itertools

import pytest
from brute import Visible, accepted, best, solutions, visible
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.explaining import backbone as searching
from gridwright.runtime.explaining import self_composition
from gridwright.runtime.explaining.backbone import candidates
from gridwright.runtime.explaining.closest_solutions import find_difference
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve
from hypothesis import assume
from random_specs import given_specs

MOST_PAIRS = 50_000

SEVERAL = {
    "a square": "grid: 2x3\nlayers: {x: {values: 1..3}}\nrules:\n  - for: line in lines\n    rule: distinct(x[line])\n",
    "two boards": "grids: {a: 1x2, b: 2x1}\nlayers: {x: {values: 0..2}}\nrules: [sum(x) == 2]\n",
    "hidden": "grid: 1x3\nlayers: {x: {values: 0..1}, h: {values: 0..1, hidden: true}}\nrules:\n  - sum(x) + 1 == sum(h)\n",
    "wide": "grid: 1x2\nlayers: {x: {values: 0..2}, t: {over: grid, values: 0..300, blank: true}}\n"
    "rules:\n  - t == 100 * x[r1c1] + x[r1c2] or t == blank\n  - x[r1c1] != 1\n",
    "connected": "grid: 2x4\nlayers: {s: {values: bool}}\nrules: [connected(s), 'count(s) == 5', 'not s[r2c3]']\n",
    "the best": "grid: 2x2\nlayers: {x: {values: 0..3}}\nrules:\n  - x[r1c1] != x[r1c2]\nmaximize: x[r1c1] + x[r1c2] - x[r2c1]\n",
    "far apart": "grid: 1x5\nlayers: {x: {values: 0..2}}\nrules:\n  - for: a, b in links\n    rule: x[a] == x[b]\n",
}


def assert_candidates(spec: Spec, engine: str, lazy: bool) -> None:
    """Hold candidates and the closest solutions against all solutions."""
    expected = best(spec, accepted(spec))[1] if spec.objective else solutions(spec)
    known_candidates = candidates(spec, engine=engine, lazy=lazy)
    assert known_candidates.complete
    assert not known_candidates.reason
    values = [
        {f"{type(value).__name__} {value}" for value in place}
        for layer in spec.layers
        if not layer.hidden
        for place in known_candidates.values[layer.grid, layer.name]
    ]
    assert values == (_by_place(expected) or [set()] * known_candidates.places)
    if len(expected) > 1:
        assert_closest(spec, expected, engine, lazy)


def _by_place(grids: set[Visible]) -> list[set[str]]:
    """What stands at each place in the grids."""
    return [set(place) for place in zip(*([value for layer in grid for value in layer] for grid in grids), strict=True)]


def assert_closest(spec: Spec, expected: set[Visible], engine: str, lazy: bool) -> None:
    """Hold the closest two solutions against all pairs."""
    outcome = solve(spec, engine=engine, lazy=lazy)
    difference = find_difference(spec, outcome, engine=engine, lazy=lazy)
    grids = [visible(spec, difference.first), visible(spec, difference.second)]
    assert set(grids) <= expected
    assert accepts(spec, difference.first)
    assert accepts(spec, difference.second)
    assert len(difference.places) == _distance(*grids) > 0
    if len(expected) ** 2 <= 2 * MOST_PAIRS:
        least = min(itertools.starmap(_distance, itertools.combinations(expected, 2)))
        assert difference.lower_bound <= least
        assert len(difference.places) == least or not difference.closest
        assert difference.closest or difference.reason.startswith("only plain evaluation")


def _distance(first: Visible, second: Visible) -> int:
    return sum(a != b for one, other in zip(first, second, strict=True) for a, b in zip(one, other, strict=True))


@pytest.mark.cases(ci=12)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", SEVERAL)
def test_several(name: str, engine: str) -> None:
    """Specs with several solutions."""
    assert_candidates(load_text("gridwright: 1\n" + SEVERAL[name]), engine, lazy=True)


@pytest.mark.parametrize("name", ["a square", "connected", "the best"])
def test_place_by_place(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where too little time is given for all places together, the result is the same; so it is for pairs."""
    monkeypatch.setattr(searching, "CONFLICTS_FOR_ALL_PLACES", 0)
    monkeypatch.setattr(self_composition, "FIRST_CONFLICTS", 1)
    assert_candidates(load_text("gridwright: 1\n" + SEVERAL[name]), "cadical", lazy=True)


@pytest.mark.slow
@given_specs
def test_random_specs(text: str) -> None:
    """Whatever the spec, candidates are what brute force sees, and no two solutions are closer than those that are found."""
    try:
        spec = load_text(text, "random.yaml")
        assert_candidates(spec, "z3", lazy=True)
        assert_candidates(spec, "cadical", lazy=False)
    except SpecError:
        assume(False)


def test_out_of_time() -> None:
    """What was seen by the deadline is told, and nothing is claimed beyond it."""
    spec = load_text("gridwright: 1\n" + SEVERAL["a square"])
    outcome = solve(spec)
    known_candidates = candidates(spec, outcome=outcome, deadline=Deadline(0))
    assert not known_candidates.complete
    assert known_candidates.reason == "out of time"
    assert known_candidates.fixed == 0
    assert all(1 <= len(values) <= 2 for values in known_candidates.values["", "x"])
    near = find_difference(spec, outcome, deadline=Deadline(0))
    assert not near.closest
    assert near.reason == "out of time"
    assert near.places


def test_many_values() -> None:
    """A place with very many values is not listed to its end, and is not called settled."""
    spec = load_text("gridwright: 1\ngrid: 1x1\nlayers: {x: {values: 0..5000}}\nrules: [true]\n")
    known_candidates = candidates(spec)
    assert not known_candidates.complete
    assert len(known_candidates.values["", "x"][0]) > 100
    assert known_candidates.reason


@pytest.mark.parametrize(("rule", "number"), [("h[r1c1] < h[r1c2]", 1), ("sum(h) == 9", 0)])
def test_hidden_alone(rule: str, number: int) -> None:
    """Where no place is visible, it is still known whether there is a solution; out of time it is not."""
    spec = load_text(f"gridwright: 1\ngrid: 1x2\nlayers: {{h: {{values: 1..2, hidden: true}}}}\nrules:\n  - {rule}\n")
    known_candidates = candidates(spec)
    assert known_candidates.complete
    assert known_candidates.has_solution == bool(number)
    if number:
        unknown = candidates(spec, deadline=Deadline(0))
        assert not unknown.complete
        assert unknown.reason == "out of time"
