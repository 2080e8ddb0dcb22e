"""The command `fill`: what it writes, and what it says where a clue is not implied."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run

PUZZLE = """\
gridwright: 1
grid: 1x3  # small
layers: {n: {values: 1..3}}
clues:
  sum:
    left: ['?']
  most: {r1c2: '?'}
rules:
  - for: clue in sum
    rule: sum(n[clue.line]) == clue.value
  - for: clue in most
    rule: n[clue.cell] <= clue.value and clue.value in [2, 3]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the puzzle and its solution."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.yaml").write_text(PUZZLE, "utf-8")
    Path("grid.txt").write_text("1 2 3\n", "utf-8")


def test_fills_in_and_keeps_the_layout(capsys: pytest.CaptureFixture[str]) -> None:
    """What is implied is filled in; a clue with several values keeps its `?`, and the status is 1."""
    assert run(["fill", "puzzle.yaml", "--grid", "grid.txt", "-o", "out.yaml"]) == 1
    assert Path("out.yaml").read_text("utf-8") == PUZZLE.replace("left: ['?']", "left: [6]")
    message = capsys.readouterr().err
    assert "puzzle.yaml:7:10: most r1c2: several values fit: 2, 3\n" in message
    assert "filled in 1 clue, and left 1 as `?`; wrote out.yaml" in message


def test_a_grid_that_is_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the filled puzzle refuses the drawn grid, the rule is named, and the status is 1."""
    text = "gridwright: 1\nuse: slitherlink\ngrid: 1x1\nclues: {number: {r1c1: '?'}}\n"
    Path("puzzle.yaml").write_text(text, "utf-8")
    Path("grid.txt").write_text("+-+\n|\n+ +\n", "utf-8")
    assert run(["fill", "puzzle.yaml", "--grid", "grid.txt", "-o", "out.yaml"]) == 1
    assert "{r1c1: 2}" in Path("out.yaml").read_text("utf-8")
    message = capsys.readouterr().err.replace("\n", " ")
    assert "what is drawn is no solution: The sides that are drawn form one closed loop." in message


def test_needs_a_solution(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a solution it says where to draw one."""
    assert run(["fill", "puzzle.yaml"]) == 2
    assert "`expect` has none of the layer `n`" in capsys.readouterr().err.replace("\n", " ")


def test_bad_grid(capsys: pytest.CaptureFixture[str]) -> None:
    """A grid of the wrong size is a mistake in the grid."""
    Path("grid.txt").write_text("1 2\n", "utf-8")
    assert run(["fill", "puzzle.yaml", "--grid", "grid.txt"]) == 2
    assert "grid.txt" in capsys.readouterr().err
