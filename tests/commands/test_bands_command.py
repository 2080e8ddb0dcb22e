"""The command `bands`, and what other commands do with bands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.compiler.loader import load
from gridwright.runtime.authoring.generating import verified_puzzle
from gridwright.runtime.cli.app import run
from gridwright.runtime.steps.bands import all_bands, read_bands
from gridwright.runtime.steps.find_path import find_path

SMALL = "gridwright: 1\nuse: futoshiki\ngrid: 3x3\ngivens: {number: {r1c1: 1, r2c2: 3}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def bands(*options: str) -> int:
    """Call the command for few puzzles."""
    return run(["bands", "--quiet", "nurikabe", "--size", "3x4", "--count", "6", *options])


@pytest.mark.slow
def test_adds_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """The bands of a genre stand beside those of others, and replace its own; the same seed gives the same bands."""
    other = '"sudoku": {"size": "9x9", "puzzles": 30, "easy": 1.3, "hard": 1.5}'
    own = '"nurikabe": {"size": "9x9", "puzzles": 3, "easy": 2, "hard": 4}'
    Path("bands.json").write_text(f"{{{own}, {other}}}", "utf-8")
    assert bands("-o", "bands.json") == 0
    first = Path("bands.json").read_text("utf-8")
    assert bands("-o", "bands.json") == 0
    assert Path("bands.json").read_text("utf-8") == first
    bands_in_file = read_bands(first)
    assert [*bands_in_file] == ["nurikabe", "sudoku"]
    assert bands_in_file["nurikabe"].size == "3x4"
    assert f"nurikabe 3x4: easy up to {bands_in_file['nurikabe'].easy:g}, hard above" in capsys.readouterr().out


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    """--json prints the bands as an object."""
    assert bands("--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["genre"] == "nurikabe"
    assert report["easy"] <= report["hard"]
    assert "unrated" not in report


def test_puzzles_that_are_equally_hard(capsys: pytest.CaptureFixture[str]) -> None:
    """Where ratings do not differ there are no bands: the command prints that, and removes those of the genre from the file."""
    Path("bands.json").write_text('{"latin_square": {"size": "9x9", "puzzles": 3, "easy": 2, "hard": 4}}', "utf-8")
    equal = ["bands", "--quiet", "latin_square", "--size", "3x3", "--count", "6"]
    assert run([*equal, "-o", "bands.json"]) == 0
    assert "latin_square 3x3: no bands; 6 of 6 puzzles have a rating, from 1." in capsys.readouterr().out
    assert json.loads(Path("bands.json").read_text("utf-8")) == {}
    assert run([*equal, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["easy"] is None


def test_steps_that_are_not_found(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle without a rating counts, so that hard puzzles are not missing in the bands."""
    monkeypatch.setattr(verified_puzzle, "SECONDS_FOR_STEPS", 0.0)
    assert bands("--json") == 0
    assert json.loads(capsys.readouterr().out)["unrated"] == 6


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"sudoku": 3}', '{"sudoku": {"size": "9x9"}}'])
def test_other_file(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with something else stays as it is, and that is said before puzzles are made."""
    Path("bands.json").write_text(text, "utf-8")
    assert bands("-o", "bands.json") == 2
    assert "no file of bands" in capsys.readouterr().err
    assert Path("bands.json").read_text("utf-8") == text


def test_steps_tell_the_band(capsys: pytest.CaptureFixture[str]) -> None:
    """`steps` names the band, unless it begins from a grid that somebody has filled in."""
    Path("puzzle.yaml").write_text(SMALL, "utf-8")
    Path("grid.txt").write_text("1 2 .\n. . .\n. . .\n", "utf-8")
    assert run(["steps", "--quiet", "puzzle.yaml"]) == 0
    assert " for futoshiki (" in capsys.readouterr().out
    assert run(["steps", "--quiet", "--json", "puzzle.yaml"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["band"]["name"] == all_bands()["futoshiki"].band(report["difficulty"]["rating"]).value
    assert run(["steps", "--quiet", "--from", "grid.txt", "puzzle.yaml"]) == 0
    assert " for futoshiki (" not in capsys.readouterr().out


def test_generates_in_a_band() -> None:
    """A puzzle that is asked for as hard has a rating in that band."""
    limits = all_bands()["futoshiki"]
    assert run(["generate", "--quiet", "futoshiki", "--difficulty", "hard", "-o", "puzzle.yaml"]) == 0
    spec = load("puzzle.yaml")
    assert f"{spec.grids[0].board.height}x{spec.grids[0].board.width}" == limits.size
    assert find_path(spec).difficulty.rating > limits.hard


def test_unknown_band(capsys: pytest.CaptureFixture[str]) -> None:
    """Where a genre has no bands, ratings are asked for; a word that is no band is an error as well."""
    Path("puzzle.yaml").write_text(SMALL + "rules: ['number[r3c3] == 2']\n", "utf-8")
    assert run(["generate", "--quiet", "puzzle.yaml", "--difficulty", "hard"]) == 2
    assert "not known which ratings are hard for puzzle.yaml" in " ".join(capsys.readouterr().err.split())
    assert run(["generate", "--quiet", "latin_square", "--difficulty", "tough"]) == 2
    assert "easy, medium, hard or MIN..MAX" in " ".join(capsys.readouterr().err.split())
