"""A large conflict is told as steps, each of which is proved again; the last one is impossible."""

from __future__ import annotations

import json
from pathlib import Path

import gridwright
import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import INTERRUPTED
from gridwright.runtime.explaining.conflict import LARGE, find_conflict
from gridwright.runtime.steps.contradiction import contradiction_steps, steps_of
from proved_steps import assert_all_proved

CLIMB = """
gridwright: 1
grid: 1x6
layers: {x: {values: 1..6}}
givens: {x: {r1c1: 2}}
rules:
  - for: a, b in links
    rule: x[a] < x[b]
    says: Numbers rise.
"""
SPLIT = """
gridwright: 1
grid: 2x4
layers: {s: {values: bool}}
givens: {s: {r1c1: true, r1c4: true, r2c2: false}}
rules:
  - rule: connected(s)
    says: All shaded cells are connected.
  - for: line in columns
    rule: count(s[line]) <= 1
    says: At most one cell of a column is shaded.
  - rule: s[r1c2] and s[r2c3]
    says: Two cells are shaded.
"""


@pytest.mark.parametrize(("text", "least"), [(CLIMB, LARGE), (SPLIT, 1)], ids=["numbers", "connected"])
def test_steps(text: str, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step follows from what it cites, and the last one has no conclusions."""
    monkeypatch.setattr("gridwright.runtime.explaining.conflict.LARGE", least)
    spec = load_text(text)
    conflict = find_conflict(spec)
    assert conflict is not None
    steps = contradiction_steps(spec, conflict)
    assert [bool(step.conclusions) for step in steps] == [True] * (len(steps) - 1) + [False]
    assert_all_proved(spec, steps)


def test_small_or_late() -> None:
    """A small conflict is not told as steps, nor is one whose time is over."""
    spec = load_text(CLIMB)
    conflict = find_conflict(spec)
    assert conflict is not None
    assert contradiction_steps(spec, conflict, deadline=Deadline(0)) == ()
    small = load_text(CLIMB.replace("1x6", "1x3").replace("r1c1: 2", "r1c1: 6"))
    conflict = find_conflict(small)
    assert conflict is not None
    assert contradiction_steps(small, conflict) == ()


@pytest.mark.slow
def test_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`explain` prints the steps of a large conflict, and `--json` has them."""
    file = tmp_path / "climb.yaml"
    file.write_text(CLIMB, encoding="utf-8")
    run(["explain", str(file)])
    printed = capsys.readouterr().out
    assert "step by step:" in printed
    assert "that is impossible" in printed
    run(["explain", "--json", str(file)])
    steps = json.loads(capsys.readouterr().out)["conflict"]["steps"]
    assert [bool(step["conclusions"]) for step in steps][-2:] == [True, False]


def test_in_python() -> None:
    """`gridwright.explain` has the same steps, as records and in its report; without a conflict there are none."""
    spec = load_text(CLIMB)
    explanation = gridwright.explain(spec)
    steps = steps_of(explanation)
    assert steps == explanation.steps
    assert not steps[-1].conclusions
    assert_all_proved(spec, steps)
    assert len(explanation.to_dict()["conflict"]["steps"]) == len(steps)
    assert gridwright.explain(CLIMB.replace("r1c1: 2", "r1c1: 1")).steps == ()


def test_interrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while steps are sought ends the command as everywhere, and what contradicts each other is printed."""

    def interrupted(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gridwright.runtime.steps.contradiction._steps", interrupted)
    file = tmp_path / "climb.yaml"
    file.write_text(CLIMB, encoding="utf-8")
    assert run(["explain", str(file)]) == INTERRUPTED
    printed = capsys.readouterr().out
    assert "contradict each other" in printed
    assert "step by step:" not in printed
