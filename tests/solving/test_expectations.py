"""The solution is another one than expected: which places differ, in text and in JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.solving.expectations import differences, different_places, limit_for
from gridwright.runtime.solving.solve import solve

SPEC = """\
gridwright: 1
grid: 2x3
layers:
  number: {values: 1..6}
  shaded: {values: bool}
rules:
  - for: c in cells
    rule: number[c] == 3 * c.row + c.column + 1 and shaded[c] == (c.row == 0)
"""


def _expecting(number: str, shaded: str, solutions: str = "1") -> str:
    expect = f"expect:\n  solutions: {solutions}\n  solution:\n    number: |\n      {number}\n    shaded: |\n      {shaded}\n"
    return SPEC + expect.replace("/", "\n      ")


def _said(text: str) -> tuple[list[str], list[str]]:
    spec = load_text(text)
    outcome = solve(spec, limit=limit_for(spec))
    return [difference.message for difference in differences(spec, outcome)], [
        str(place) for place in different_places(spec, outcome)
    ]


def test_each_place_is_named() -> None:
    """With the layer, the place, and both values."""
    messages, places = _said(_expecting("1 2 4/4 5 5", "# # #/- # -"))
    assert places == [
        "number at r1c3: expected 4, found 3",
        "number at r2c3: expected 5, found 6",
        "shaded at r2c2: expected true, found false",
    ]
    assert messages == [f"the solution differs from the `solution` under `expect` in 3 places: {'; '.join(places)}"]
    assert _said(_expecting("1 2 3/4 5 6", "# # #/- - -")) == ([], [])


def test_many_places() -> None:
    """Text has the first five."""
    (message,), places = _said(_expecting("6 5 4/3 2 1", "# # #/- - -"))
    assert len(places) == 6
    assert message.endswith("number at r2c2: expected 2, found 5; and 1 more")


def test_of_several_solutions_the_closest() -> None:
    """None of three solutions is the expected one; the closest differs in one place."""
    text = "gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..3}}\nrules: ['x[r1c1] == x[r1c2] and x[r1c2] == x[r1c3]']\n"
    messages, _ = _said(text + "expect: {solutions: 3, solution: {x: '2 2 1'}}\n".replace("'2 2 1'", "[[2, 2, 1]]"))
    assert messages == [
        "the closest of 3 solutions differs from the `solution` under `expect` in 1 place: x at r1c3: expected 1, found 2"
    ]


@pytest.mark.parametrize("command", ["solve", "verify"])
def test_text_and_json(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both commands say it in both ways."""
    path = tmp_path / "a.yaml"
    path.write_text(_expecting("1 2 4/4 5 6", "# # #/- - -"), "utf-8")
    assert run([command, "-q", str(path)]) == 1
    assert "in 1 place: number at r1c3:" in " ".join(capsys.readouterr().out.split())  # `verify` wraps it in a table
    assert run([command, "-q", str(path), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["different_places"] == [{"layer": "number", "place": "r1c3", "expected": 4, "found": 3}]
