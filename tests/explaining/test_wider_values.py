"""Layers with too few values: a solution with the wider range shows that each is one, and a Latin square is not named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from brute import accepted
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.explaining import wider_values
from gridwright.runtime.explaining.explain import explain
from gridwright.runtime.solving.outcome import Outcome
from gridwright.runtime.solving.solve import solve

HEAD = "gridwright: 1\ngrid: 2x3\nlayers:\n  n: {values: VALUES}\nrules:\n"
ROWS = HEAD + "  - for: row in rows\n    rule: sum(n[row]) == TOTAL\n"

# values, rule, and the range that is told
CASES = [
    ("1..2", "sum(n[rows[0]]) == 7", "1..3"),
    ("1..2", "sum(n[rows[0]]) == 2", "0..2"),
    ("1..2", "sum(n[rows[0]]) == 12", "1..4"),
    ("1..3", "n[r1c1] == 6", "1..6"),
    ("1..3", "n[r1c1] == 7", None),  # more than twice as many values are not tried
    ("1..3", "n[r1c1] > n[r1c2] and n[r1c2] > n[r1c1]", None),
    ("1..3", "distinct(n[r1c1, r1c2, r1c3]) and sum(n[rows[0]]) == 9", None),
    ("1..2", "distinct(n[rows[0]])", "1..3"),
    ("[1, 2]", "n[r1c1] == 3", None),
    ("1..2", "n[r1c1] // 0 == 1 or n[r1c1] == 3", None),
]


@pytest.mark.parametrize(("values", "rule", "wider"), CASES[:9])
def test_what_is_told(values: str, rule: str, wider: str | None) -> None:
    """The range that is told, or none. With it there is a solution by brute force, and with the written one there is none."""
    text = (
        HEAD.replace("VALUES", values) + f"  - {json.dumps(rule.replace('n[r1c1, r1c2, r1c3]', '[n[r1c1], n[r1c2], n[r1c3]]'))}\n"
    )
    spec = load_text(text, "puzzle.yaml")
    ranges = explain(spec).wider
    assert [value.shown for value in ranges] == ([] if wider is None else [(values, wider)])
    assert next(accepted(spec), None) is None
    if wider:
        assert str(ranges[0].span) == "puzzle.yaml:4:15"
        assert next(accepted(load_text(text.replace(f"values: {values}", f"values: {wider}"))), None) is not None


def test_a_written_solution_has_its_values() -> None:
    """If a whole solution is under `expect`, its values are enough, and no other range is tried."""
    text = HEAD.replace("VALUES", "1..3") + "  - n[r1c1] == 6\n"
    assert explain(load_text(text)).wider
    explanation = explain(load_text(text + "expect:\n  solution:\n    n: |\n      123\n      321\n"))
    assert explanation.broken and not explanation.wider


def test_layers_of_several_grids() -> None:
    """The place in the file is tried once, with all grids."""
    text = """gridwright: 1
grids: {a: 1x2, b: 1x2}
layers: {n: {values: 1..3}, m: {values: 1..2}}
together:
  - sum(grids['a'].n) + sum(grids['b'].n) == 14
  - sum(grids['b'].m) <= 4
"""
    (wider,) = explain(load_text(text, "puzzle.yaml")).wider
    assert (wider.layer.name, wider.shown, wider.span.line) == ("n", ("1..3", "1..4"), 3)


def test_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The text names the place and both ranges; `--json` has them too."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.yaml").write_text(ROWS.replace("VALUES", "1..8").replace("TOTAL", "25"), "utf-8")
    assert run(["explain", "puzzle.yaml"]) == 1
    out = capsys.readouterr().out
    assert "no grid has all values of `n` in 1..8, but with 1..9 there is a solution:\n  puzzle.yaml:4:15: `values: 1..8`" in out
    assert run(["explain", "--json", "puzzle.yaml"]) == 1
    (wider,) = json.loads(capsys.readouterr().out)["wider_values"]
    assert (wider["layer"], wider["values"], wider["wider"], wider["line"], wider["column"]) == ("n", "1..8", "1..9", 4, 15)


def test_what_still_contradicts_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the members of the conflict contradict with wider values too, no puzzle is solved for that; otherwise some are."""
    solved: list[str] = []

    def counting(spec: Spec, **options: Any) -> Outcome:
        solved.append(spec.path)
        return solve(spec, **options)

    monkeypatch.setattr(wider_values, "solve", counting)
    text = HEAD.replace("VALUES", "1..3")
    assert not explain(load_text(text + "  - n[r1c1] > n[r1c2] and n[r2c1] >= n[r1c1]\n  - n[r1c2] > n[r2c1]\n")).wider
    assert not solved
    assert explain(load_text(text + "  - n[r1c1] == 6\n")).wider
    assert solved
