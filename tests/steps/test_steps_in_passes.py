"""Passes: what is seen at a glance, and how long it takes to find the values of a puzzle."""

from __future__ import annotations

import pytest
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.steps import find_path as paths
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.glance import Glance
from gridwright.runtime.steps.knowledge import Knowledge
from gridwright.runtime.steps.passes import search_of
from gridwright.runtime.steps.path import End

LINE = """
gridwright: 1
grid: 1x4
layers: {{x: {{values: 1..4}}}}
givens: {{x: {givens}}}
rules: {rules}
"""


def search(givens: str, *rules: str) -> float:
    """Return how long it takes to find the four values of a line."""
    path = find_path(load_text(LINE.format(givens=givens, rules=[*rules])))
    assert path.end is End.SOLVED
    return path.search


def test_values_that_are_seen_together() -> None:
    """Three values that follow from one given are found one after the other: a third, a half, and the last."""
    assert search("{r1c1: 1}", "x[r1c2] == 5 - x[r1c1]", "x[r1c3] == 1 + x[r1c1]", "x[r1c4] == 2 + x[r1c1]") == 1.83


def test_values_that_are_seen_one_after_the_other() -> None:
    """A chain takes a pass for each value."""
    assert search("{r1c1: 1}", "x[r1c2] == 1 + x[r1c1]", "x[r1c3] == 1 + x[r1c2]", "x[r1c4] == 1 + x[r1c3]") == 3.0


def test_what_is_excluded_is_seen_in_the_same_pass() -> None:
    """A value that is the only one left after three rules have excluded the others takes one pass."""
    rules = ["x[r1c4] != x[r1c1]", "x[r1c4] != x[r1c2]", "x[r1c4] != x[r1c3]"]
    assert search("{r1c1: 1, r1c2: 2, r1c3: 3}", *rules) == 1.0


def test_a_step_that_is_not_seen() -> None:
    """What takes two rules together is no pass: it costs what the step costs."""
    rules = ["x[r1c3] + x[r1c4] == 4", "x[r1c3] != 1 or x[r1c4] != 3", "x[r1c3] != 3 or x[r1c4] != 1"]
    assert search("{r1c1: 1, r1c2: 2}", *rules) > 2.0


def test_same_search_with_every_engine() -> None:
    """What is seen does not depend on the engine."""
    spec = load_text(LINE.format(givens="{r1c1: 1}", rules=["distinct(x)", "x[r1c2] > x[r1c3]", "x[r1c3] > x[r1c4]"]))
    assert len({find_path(spec, engine=engine).search for engine in ENGINES}) == 1


def test_a_deadline_ends_it() -> None:
    """Where there is no time, the steps count by their costs, and that is called an estimate."""
    spec = load_text(LINE.format(givens="{r1c1: 1}", rules=["distinct(x)", "x[r1c2] > x[r1c3]", "x[r1c3] > x[r1c4]"]))
    path = find_path(spec)
    (layer,) = spec.layers
    values = {Variable(layer, at): (1, 2, 3, 4) for at in range(4)}
    start = Knowledge.nothing(values)
    assert not path.estimated
    assert search_of(path.steps, start, [], Deadline(0)) == (sum(step.cost for step in path.steps), "out of time")


@pytest.mark.parametrize("rule", ["distinct(x)", "x[r1c1] + x[r1c2] + x[r1c3] == 6", "x[r1c1] < x[r1c2]"])
def test_a_glance_is_sound(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a glance leaves of a place, the value of the solution is among it."""
    seen: list[tuple[dict[Variable, int], dict[Variable, int]]] = []
    look = Glance.seen_values

    def noted(self: Glance, possible: dict[Variable, int]) -> dict[Variable, int]:
        left = look(self, possible)
        seen.append((dict(possible), left))
        return left

    monkeypatch.setattr(paths.Glance, "seen_values", noted)
    spec = load_text(LINE.format(givens="{r1c1: 1, r1c2: 2}", rules=["distinct(x)", rule, "x[r1c3] < x[r1c4]"]))
    path = find_path(spec)
    solution = path.outcome.solutions[0].grid["", "x"]
    assert seen
    for _, left in seen:
        for variable, mask in left.items():
            value = solution[variable.position]
            assert isinstance(value, int)
            assert mask >> (value - 1) & 1
