"""The command `generate`: what it writes, and what it says about calls that it cannot follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.compiler.loader import load
from gridwright.runtime.cli.app import run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def generate(*options: str) -> int:
    """Call the command."""
    return run(["generate", "--quiet", *options])


def test_prints_a_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    """Without -o the spec is printed, the same for the same seed; it verifies."""
    assert generate("latin_square", "--size", "4x4", "--seed", "5") == 0
    text = capsys.readouterr().out
    assert generate("latin_square", "--size", "4x4", "--seed", "5") == 0
    assert capsys.readouterr().out == text
    Path("puzzle.yaml").write_text(text, "utf-8")
    assert run(["verify", "--quiet", "puzzle.yaml"]) == 0


def test_writes_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    """With --count each puzzle has a file, and --json an object for each."""
    assert generate("latin_square", "--size", "3x3", "--count", "2", "-o", "puzzles", "--json", "--difficulty", "0..9") == 0
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(report["written"]).name for report in reports] == ["latin_square-1.yaml", "latin_square-2.yaml"]
    for report in reports:
        assert len(load(report["written"]).grids[0].givens) == report["clues"]
        assert report["rating"] > 0


def test_room_genres_get_a_map() -> None:
    """A genre whose rooms cover the board gets a map that its rules allow."""
    assert generate("dosun_fuwari", "--size", "4x5", "-o", "puzzle.yaml") == 0
    assert run(["verify", "--quiet", "puzzle.yaml"]) == 0


@pytest.mark.slow
def test_areas_alone() -> None:
    """A genre that prints nothing but areas gets a map with one solution."""
    assert generate("star_battle", "--size", "5x5", "-o", "puzzle.yaml") == 0
    assert run(["verify", "--quiet", "puzzle.yaml"]) == 0


def test_replaces_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """What exists stays, and that is said before anything is generated."""
    Path("puzzle.yaml").write_text("mine", "utf-8")
    assert generate("slitherlink", "-o", "puzzle.yaml") == 2
    assert "puzzle.yaml already exists" in capsys.readouterr().err
    assert Path("puzzle.yaml").read_text("utf-8") == "mine"


WRONG = [
    (["slitherlnk"], "there is no genre `slitherlnk`"),
    (["slitherlink", "--size", "eight"], "--size needs rows x columns"),
    (["slitherlink", "--clues", "20..10"], "the first number must not be above the second"),
    (["slitherlink", "--count", "2"], "-o names the folder"),
    (["slitherlink", "--size", "4x5", "--symmetry", "rotate90"], "cannot have the symmetry"),
    (["tapa"], "cannot be generated: the clues `lengths`"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[" ".join(call) for call, _ in WRONG])
def test_wrong_calls(call: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each wrong call is told in words."""
    assert generate(*call) == 2
    assert message in capsys.readouterr().err
