"""The command `bands`, and what other commands do with bands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.compiler.loader import load
from gridwright.runtime.cli.app import run
from gridwright.runtime.steps.bands import all_bands, read_bands
from gridwright.runtime.steps.find_path import find_path

SMALL = "gridwright: 1\nuse: latin_square\ngrid: 3x3\ngivens: {number: {r1c1: 1, r2c2: 3}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def bands(*options: str) -> int:
    """Call the command for few puzzles."""
    return run(["bands", "--quiet", "latin_square", "--count", "6", *options])


def test_adds_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """The bands of a genre stand beside those of others, and replace its own; the same seed gives the same bands."""
    Path("bands.json").write_text('{"sudoku": {"size": "9x9", "puzzles": 30, "easy": 1.3, "hard": 1.5}}', "utf-8")
    assert bands("--size", "3x3", "-o", "bands.json") == 0
    assert bands("--size", "4x4", "-o", "bands.json") == 0
    first = Path("bands.json").read_text("utf-8")
    assert bands("--size", "4x4", "-o", "bands.json") == 0
    assert Path("bands.json").read_text("utf-8") == first
    bands_in_file = read_bands(first)
    assert [*bands_in_file] == ["latin_square", "sudoku"]
    assert bands_in_file["latin_square"].size == "4x4"
    assert "latin_square 4x4: easy up to 1." in capsys.readouterr().out


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    """--json prints the bands as an object."""
    assert bands("--size", "3x3", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["genre"] == "latin_square"
    assert report["easy"] <= report["hard"]


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
    assert " for latin_square (" in capsys.readouterr().out
    assert run(["steps", "--quiet", "--json", "puzzle.yaml"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["band"]["name"] == all_bands()["latin_square"].band(report["difficulty"]["rating"]).value
    assert run(["steps", "--quiet", "--from", "grid.txt", "puzzle.yaml"]) == 0
    assert " for latin_square (" not in capsys.readouterr().out


def test_generates_in_a_band() -> None:
    """A puzzle that is asked for as hard has a rating in that band."""
    limits = all_bands()["latin_square"]
    assert run(["generate", "--quiet", "latin_square", "--difficulty", "hard", "-o", "puzzle.yaml"]) == 0
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
