"""The specs of the repository: what they claim comes out, and the judge is not easily pleased."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from gridwright.compiler.reading import load
from gridwright.compiler.spec import Expected, Spec
from gridwright.compiler.values import BLANK
from gridwright.runtime.judge import accepts, judge
from gridwright.runtime.solve import solve
from gridwright.runtime.verify import differences, limit_for, undecided

ROOT = Path(__file__).parent.parent / "specs"
PATHS = sorted(ROOT.rglob("*.yaml"))
MUTATIONS = 300


def name(path: Path) -> str:
    """The spec as the name of its test."""
    return path.stem


@pytest.mark.parametrize("path", PATHS, ids=name)
@pytest.mark.parametrize("engine", ["z3", "cadical"])
def test_as_expected(path: Path, engine: str) -> None:
    """Everything that `expect` claims is found out anew, by both engines."""
    spec = load(path)
    outcome = solve(spec, limit=limit_for(spec.expected), engine=engine)
    assert not differences(spec, outcome)
    assert not undecided(spec, outcome)
    assert spec.expected.answer is not None
    assert spec.expected.solution is not None


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_answer_does_not_need_the_expectation(path: Path) -> None:
    """With `expect` taken out the same solution is found, so nothing leaks from it into the search."""
    spec = load(path)
    bare = solve(replace(spec, expected=Expected()))
    assert bare.unique
    grid = bare.solutions[0].grid
    assert {key: values for key, values in grid.items() if not spec.grid(key[0]).layer(key[1]).hidden} == spec.expected.solution


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_written_for_people(path: Path) -> None:
    """Every rule says what it means, the source is cited, and an editor finds the schema."""
    spec = load(path)
    assert all(rule.says for rule in spec.rules)
    assert spec.title
    assert spec.text
    assert spec.document.get("source") is not None
    assert path.read_text("utf-8").startswith("# yaml-language-server: $schema=../../schema.json\n")


@pytest.mark.parametrize("path", PATHS, ids=name)
def test_judge_rejects_mutations(path: Path) -> None:
    """The solution is accepted; with any single value changed it is not."""
    spec = load(path)
    assert spec.expected.solution is not None
    hidden = solve(spec, limit=1).solutions[0].grid if any(layer.hidden for layer in spec.layers) else {}
    solution = {**hidden, **spec.expected.solution}
    assert not judge(spec, solution).violations
    for key, position, value in _mutations(spec):
        values = list(solution[key])
        values[position] = value
        assert not accepts(spec, {**solution, key: tuple(values)}), (key, position, value)


def _mutations(spec: Spec) -> list[tuple[tuple[str, str], int, object]]:
    """Single changes of the solution: a place, and another value for it."""
    assert spec.expected.solution is not None
    found = [
        ((layer.grid, layer.name), position, value)
        for layer in spec.layers
        if not layer.hidden
        for position, old in enumerate(spec.expected.solution[layer.grid, layer.name])
        for value in (*layer.values, *([BLANK] if layer.blank else []))
        if value is not old and value != old
    ]
    return random.Random(0).sample(found, min(MUTATIONS, len(found)))
