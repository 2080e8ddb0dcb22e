"""Steps as they are printed."""

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.output.text.print_steps import show_path
from gridwright.runtime.steps.find_path import find_path

RULE_OF_CELLS = """
gridwright: 1
grid: 2x3
layers: {number: {values: 1..3}}
givens: {number: {r2c1: 1}}
rules:
  - for: i in [1, 2] for c in rows[0]
    rule: number[c] != i
    says: The first row has large numbers.
  - for: i in [2, 3]
    rule: number[r2c2] != i
    says: One cell is small.
  - rule: number[r2c3] > number[r2c1] + 1
    says: The last number is much larger.
"""

CORNERS = """
gridwright: 1
grid: 1x1
layers:
  drawn: {over: "[(c.corners[0], c.corners[3]) for c in cells]", values: bool}
rules:
  - rule: count(drawn) == 1
    says: A line is drawn.
"""


def printed(text: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the printed lines of the steps of a spec."""
    spec = load_text(text)
    show_path(spec, find_path(spec))
    return capsys.readouterr().out.splitlines()


def test_steps_that_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """Steps in a row that say the same of several places are one line; one loop variable then has several values."""
    lines = printed(RULE_OF_CELLS, capsys)
    assert "1 to 3. r1c1 to r1c3 are not 1: The first row has large numbers (i = 1, c = r1c1, r1c2 and r1c3, line 8)." in lines
    assert sum("One cell is small" in line for line in lines) == 2  # other values, so each has a line of its own


def test_a_pair_of_corners(capsys: pytest.CaptureFixture[str]) -> None:
    """A line between two corners is named like one between two cells; what only denies the conclusion is not told."""
    assert "1. r0c0-r1c1-r1c1-r2c2 is drawn: A line is drawn (at r0c0-r1c1-r1c1-r2c2, line 7)." in printed(CORNERS, capsys)
