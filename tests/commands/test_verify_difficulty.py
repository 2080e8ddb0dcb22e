"""`verify` checks a difficulty that `expect` claims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run

PUZZLE = """\
gridwright: 1
grid: 2x2
layers: {number: {values: 1..2}}
givens: {number: {r1c1: 1}}
rules:
  - for: line in lines
    rule: distinct(number[line])
expect: {difficulty: CLAIM}
"""


def verify(folder: Path, text: str, *options: str) -> int:
    """Verify a text."""
    (folder / "puzzle.yaml").write_text(text, "utf-8")
    return run(["verify", "--quiet", *options, str(folder / "puzzle.yaml")])


@pytest.mark.parametrize(("claim", "status"), [("1..2", 0), ("0..0.5", 1), ("2..3", 1), ("7", 1)])
def test_claims(claim: str, status: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A claim is met by the rating that `steps` gives, or the verdict names it; then `steps` is what helps."""
    assert verify(tmp_path, PUZZLE.replace("CLAIM", claim)) == status
    out = " ".join(capsys.readouterr().out.split())
    assert ("as expected" in out) == (status == 0)
    assert ("run: gridwright steps" in out) == (status == 1)


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report has the difficulty, and the claim that is not met."""
    assert verify(tmp_path, PUZZLE.replace("CLAIM", "2..3"), "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert found["expected"] == "not-met"
    assert found["difficulty"]["largest"] == 1
    (difference,) = found["differences"]
    assert difference["message"] == f"expected difficulty 2..3, found {found['difficulty']['rating']:g}"


def test_several_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle with several solutions has no difficulty."""
    text = PUZZLE.replace("givens: {number: {r1c1: 1}}\n", "").replace(
        "{difficulty: CLAIM}", "{difficulty: 1..2, solutions: any}"
    )
    assert verify(tmp_path, text) == 1
    assert "only a puzzle with one solution has a difficulty" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("claim", ["3..2", "hard", "1..", "-1", "[1, 2]"])
def test_mistakes(claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is no rating is an error of the spec."""
    assert verify(tmp_path, PUZZLE.replace("CLAIM", claim)) == 2
    assert "difficulty" in capsys.readouterr().err
