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


@pytest.mark.slow
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
    (["japanese_sums"], "cannot be generated: the clues `sums`"),
    (["slitherlink", "--size", "4x4", "--keep", "r9c9"], "nothing can be printed at r9c9"),
    (["slitherlink", "--size", "4x4", "--forbid", "7"], "no clue or given could be 7"),
    (["slitherlink", "--size", "4x4", "--clues", "17..20"], "there are places for 16 clues, and 17 are wanted"),
    (["statue_park", "--size", "3x3"], "the rules have no solution on this board"),
    (["slitherlink", "--jobs", "2", "--cluster", "here:1"], "not both"),
]


@pytest.mark.parametrize(("call", "message"), WRONG, ids=[" ".join(call) for call, _ in WRONG])
def test_wrong_calls(call: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each wrong call is told in words."""
    assert generate(*call) == 2
    assert message in capsys.readouterr().err


def test_a_fixed_solution(capsys: pytest.CaptureFixture[str]) -> None:
    """What a file has of the solution is in the solution; one that breaks a rule is refused."""
    Path("part.txt").write_text("1 2 . .\n. . . .\n. . . 2\n. . . .\n", "utf-8")
    assert generate("latin_square", "--size", "4x4", "--solution", "part.txt", "-o", "puzzle.yaml") == 0
    solution = load("puzzle.yaml").expected.solution
    assert solution is not None
    values = solution["", "number"]
    assert (values[0], values[1], values[11]) == (1, 2, 2)
    Path("part.txt").write_text("1 1 . .\n. . . .\n. . . .\n. . . .\n", "utf-8")
    assert generate("latin_square", "--size", "4x4", "--solution", "part.txt") == 2
    assert "and the values that are given for the solution" in capsys.readouterr().err


@pytest.mark.slow
def test_jobs() -> None:
    """Processes make the same puzzles, whatever their number."""
    for folder, jobs in (("two", "2"), ("three", "3")):
        assert generate("latin_square", "--size", "4x4", "--count", "3", "--jobs", jobs, "-o", folder) == 0
    made = [[path.read_text("utf-8") for path in sorted(Path(folder).glob("*.yaml"))] for folder in ("two", "three")]
    assert made[0] == made[1]
    assert len({*made[0]}) > 1
    assert run(["verify", "--quiet", "two"]) == 0


@pytest.mark.slow
def test_jobs_of_a_spec_with_a_library(capsys: pytest.CaptureFixture[str]) -> None:
    """A library in a file goes to the processes too; puzzles are written into its folder, where they find it."""
    Path("mine.yaml").write_text("rules: [distinct(n)]\n", "utf-8")
    text = "gridwright: 1\nuse: mine.yaml\ngrid: 1x3\nlayers: {n: {values: 1..3}}\ngivens: {n: {r1c1: 1}}\n"
    Path("own.yaml").write_text(text, "utf-8")
    assert generate("own.yaml", "-o", "elsewhere/puzzle.yaml") == 2
    assert "write OUT there too" in capsys.readouterr().err
    assert generate("own.yaml", "--count", "2", "--jobs", "2", "-o", ".") == 0
    assert run(["verify", "--quiet", "own-1.yaml", "own-2.yaml"]) == 0


WANTED = """\
gridwright: 1
grid: 2x3
layers: {on: {values: bool}}
clues:
  ahead: {r1c1: 0}
rules:
  - for: clue in ahead
    rule: count([on[clue.cell]]) + count(on[ray(clue.cell, right)]) == clue.value
"""


@pytest.mark.slow
def test_what_a_spec_wants_to_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The key `generate` says which values clues have, and where."""
    Path("wanted.yaml").write_text(WANTED + 'generate: {clues: {ahead: {values: 1..3, where: "columns[0]"}}}\n', "utf-8")
    for seed in range(4):
        assert generate("wanted.yaml", "--seed", str(seed), "-o", "puzzle.yaml", "--force") == 0
        clues = load("puzzle.yaml").grids[0].clue_groups[0]
        assert clues.clues
        assert all(clue.value in (1, 2, 3) and str(clue.place) in ("r1c1", "r2c1") for clue in clues)
    Path("wanted.yaml").write_text(WANTED + "generate: {clues: {ahaed: {values: 1..3}}}\n", "utf-8")
    assert generate("wanted.yaml") == 2
    assert "did you mean 'ahead'" in capsys.readouterr().err
    Path("wanted.yaml").write_text(WANTED + "generate: {clues: {ahead: {where: links}}}\n", "utf-8")
    assert generate("wanted.yaml") == 2
    assert "none of these is a place" in capsys.readouterr().err
