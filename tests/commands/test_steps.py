"""The command `steps`: what it prints, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from small_specs import LATIN, LATIN_WITHOUT_GIVENS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with the puzzle."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.yaml").write_text(LATIN, "utf-8")


def steps(*options: str) -> int:
    """Call the command."""
    return run(["steps", "--quiet", *options, "puzzle.yaml"])


def test_prints_all_steps(capsys: pytest.CaptureFixture[str]) -> None:
    """Each step has its number, what follows, what is known, and the rule."""
    assert steps() == 0
    out = capsys.readouterr().out
    assert "1. r1c2 is 2, because r1c1 is 1: Both numbers occur (row 1, line 7).\n" in out
    assert "solved in 3 steps" in out
    assert "largest cost 1" in out


def test_hint_has_two_levels(capsys: pytest.CaptureFixture[str]) -> None:
    """The first level says where to look and no value; the second also what follows."""
    assert steps("--hint") == 0
    first = capsys.readouterr().out
    assert first == "look at r1c2:\n  Both numbers occur (row 1, line 7).\n"
    assert steps("--hint", "--hint") == 0
    assert capsys.readouterr().out == first + "so r1c2 is 2, because r1c1 is 1: Both numbers occur (row 1, line 7).\n"


def test_names_wrong_entries(capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong entry is named first, and the status is 1."""
    Path("grid.txt").write_text("1 .\n1 .\n", "utf-8")
    assert steps("--from", "grid.txt") == 1
    assert capsys.readouterr().out.startswith("wrong: r2c1 is 1; no solution has this\n")


def test_bad_grid(capsys: pytest.CaptureFixture[str]) -> None:
    """A grid that does not go with the spec is told as `judge` tells it."""
    Path("grid.txt").write_text("1 2 3\n1 . 4\n", "utf-8")
    assert steps("--from", "grid.txt") == 2
    assert "grid.txt:1:1" in capsys.readouterr().err


def test_several_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    """What is known is told, and how many solutions there are."""
    Path("puzzle.yaml").write_text(LATIN_WITHOUT_GIVENS, "utf-8")
    assert steps() == 1
    assert capsys.readouterr().out == "from here nothing more follows: 2 solutions, 4 places open\n"


def test_a_limit_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A path that a limit ends is printed, and the status is 3."""
    Path("puzzle.yaml").write_text(
        "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 0..2}}\n"
        "rules: ['x[r1c1] + x[r1c2] == 2', 'x[r1c1] != 0 or x[r1c2] != 2', 'x[r1c1] != 2 or x[r1c2] != 0']\n",
        "utf-8",
    )
    assert steps("--max-cost", "1") == 3
    assert "no step of cost 1 or less was found" in capsys.readouterr().out
    assert steps("--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["status"] == "solved"
    assert report["difficulty"]["largest"] == max(step["cost"] for step in report["steps"]) == 2


def test_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle without a solution is told in one line."""
    Path("puzzle.yaml").write_text(LATIN.replace("r1c1: 1", "r1c1: 1, r1c2: 1"), "utf-8")
    assert steps() == 1
    assert "no solution (proved)" in capsys.readouterr().out


def test_page(capsys: pytest.CaptureFixture[str]) -> None:
    """A page has the puzzle, a picture for each step with marks, and the end; a file that exists is kept."""
    assert steps("--html", "steps.html") == 0
    page = Path("steps.html").read_text("utf-8")
    assert page.count("<svg") == 1 + 3
    assert page.count("Step ") == 3
    assert "because r1c1 is 1: Both numbers occur (row 1, line 7)." in page
    assert "solved in 3 steps" in page
    assert steps("--html", "steps.html") == 2
    assert "already exists" in capsys.readouterr().err
    assert steps("--html", "steps.html", "--force") == 0


def test_page_from_entries(capsys: pytest.CaptureFixture[str]) -> None:
    """What was entered is drawn from the first step on."""
    Path("puzzle.yaml").write_text(LATIN_WITHOUT_GIVENS, "utf-8")
    Path("grid.txt").write_text("2 .\n. .\n", "utf-8")
    steps("--from", "grid.txt", "--html", "steps.html")
    page = Path("steps.html").read_text("utf-8")
    assert page.split("Step 1")[1].split("Step 2")[0].count(">2</text>") == 1


@pytest.mark.parametrize(
    ("values", "given", "rule", "says"),
    [
        ("bool", "true", "count(x) == 2", "otherwise at least 3 of r1c1 to r1c4 would be x"),
        ("1..2", "1", "count(x == 1) == 2", "otherwise at least 3 of r1c1 to r1c4 would be 1"),
        ("1..2", "1", "sum(x) == 6", "otherwise r1c1 to r1c4 would add up to at most 5"),
    ],
    ids=["truths", "other values", "numbers"],
)
def test_a_number_of_places_is_no_sum(values: str, given: str, rule: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that counts places says how many there would be, and a rule that adds numbers what they would add up to."""
    text = f"gridwright: 1\ngrid: 1x4\nlayers: {{x: {{values: {values}}}}}\ngivens: {{x: {{r1c1: {given}, r1c2: {given}}}}}\n"
    Path("puzzle.yaml").write_text(f"{text}rules: [{rule}]\n", "utf-8")
    assert steps() == 0
    assert says in capsys.readouterr().out


def test_a_rule_about_the_board_has_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    """A step that uses a loop at one cell names this cell, although the rule is about the whole board."""
    text = "gridwright: 1\nuse: masyu\ngrid: 3x3\nclues: {circle: {r1c1: b}}\n"
    Path("puzzle.yaml").write_text(text, "utf-8")
    steps()
    out = capsys.readouterr().out
    assert "loop (at r" in out


def test_no_argument_repeats_the_conclusion(capsys: pytest.CaptureFixture[str]) -> None:
    """A step that says that no cell is shaded does not add that otherwise at least one would be."""
    text = "gridwright: 1\ngrid: 1x3\nlayers: {shaded: {values: bool}}\n"
    Path("puzzle.yaml").write_text(f"{text}rules: [{{rule: count(shaded) == 0, says: None is shaded.}}]\n", "utf-8")
    steps()
    assert "1. r1c1 to r1c3 are not shaded: None is shaded (at r1c1 to r1c3, line 4).\n" in capsys.readouterr().out


def test_a_condition_of_a_rule_about_the_board_has_its_places(capsys: pytest.CaptureFixture[str]) -> None:
    """A step that uses one block of "no block is all shaded" names its cells."""
    text = "gridwright: 1\ngrid: 2x3\nlayers: {s: {values: bool}}\n"
    text += "givens: {s: {r1c1: true, r1c2: true, r2c1: true, r1c3: false}}\n"
    Path("puzzle.yaml").write_text(
        f"{text}rules: ['all(any(not s[c] for c in block) for block in blocks(2, 2))', 's[r2c3]']\n", "utf-8"
    )
    steps()
    assert "(at r1c1, r1c2, r2c1 and r2c2, line 5)" in capsys.readouterr().out
