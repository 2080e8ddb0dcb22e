"""The command `judge`: what it prints for finished grids, for grids with open places, and for several kinds of files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.grid_file import FORMATS

SPEC = """\
gridwright: 1
title: Sums
grid: 2x3
layers:
  number: {values: 1..6}
  shaded: {values: bool}
  helper: {values: 1..6, hidden: true}
givens:
  number: {r1c1: 6}
rules:
  - rule: distinct(number)
    says: All numbers are different.
  - for: line in columns
    rule: sum(number[line]) == 7
    says: A column adds up to 7.
  - for: c in cells
    rule: helper[c] == 7 - number[c] and (shaded[c] or helper[c] != 6)
    says: A helper adds up to 7.
"""
SOLUTION = "number: |\n  6 5 4\n  1 2 3\nshaded: |\n  - - -\n  # - -\n"


@pytest.fixture
def judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A call of judge on a text: its status, and what it prints."""

    def call(text: str, *options: str, spec: str = SPEC) -> tuple[int, str, str]:
        path, grid = tmp_path / "sums.yaml", tmp_path / "grid.txt"
        path.write_text(spec, "utf-8")
        grid.write_text(text, "utf-8")
        status = run(["judge", "-q", str(path), str(grid), *options])
        printed = capsys.readouterr()
        return status, printed.out.replace(str(tmp_path), ""), printed.err

    return call


def test_dots_among_truth_values(judged) -> None:
    """Who draws what is false with dots is told to write `-`, and in how many places."""
    spec = "gridwright: 1\ngrid: 2x3\nlayers:\n  star: {values: bool}\nrules: [count(star) == 1]\n"
    status, _, err = judged(". # .\n. . .\n", spec=spec)
    assert status == 2
    assert "has no value for star at r1c1 and 4 other places" in err
    assert "help: write # for true and - for false, not `.`" in err
    assert judged("- # -\n- - -\n", spec=spec)[0] == 0


def test_values_are_named(judged) -> None:
    """Each broken rule comes with the cells and values that break it; one wrong value is in the message already."""
    status, out, _ = judged(SOLUTION.replace("1 2 3", "1 5 3"))
    assert status == 1
    assert out.splitlines()[:4] == [
        "/sums.yaml:11:11: broken: All numbers are different.",
        "    by number r1c2 = 5, number r2c2 = 5",
        "/sums.yaml:14:11: broken: A column adds up to 7. (line = column 2)",
        "    by number r1c2 = 5, number r2c2 = 5",
    ]
    status, out, _ = judged(SOLUTION.replace("6 5 4", "3 5 4").replace("1 2 3", "4 2 1"))
    assert "broken: number at r1c1 is 3, but 6 is given\n/" in out


def test_hidden_layers_are_explained(judged) -> None:
    """If hidden layers have no values, the rules that contradict each other are listed, and JSON has them too."""
    status, out, _ = judged(SOLUTION.replace("# - -", "- - -"))
    assert status == 1
    assert out.splitlines() == [
        "/sums.yaml:17:11: broken: no values of the hidden layer `helper` go with this grid: one rule cannot be met",
        "    /sums.yaml:17:11: A helper adds up to 7. (c = r2c1)",
        "rejected: 1 violation (a search for the hidden layers)",
    ]
    status, out, _ = judged(SOLUTION.replace("# - -", "- - -"), "--json")
    (violation,) = json.loads(out)["violations"]
    assert [instance["bindings"] for instance in violation["because"]] == [{"c": "r2c1"}]


def test_open_places(judged) -> None:
    """A grid with open places is told what it breaks already, and how many are open; a given stands where it is printed."""
    status, out, _ = judged("number: |\n  . 4 4\n  2 . .\n", "--partial")
    assert status == 1
    assert out.splitlines() == [
        "/sums.yaml:11:11: broken: All numbers are different.",
        "    by number r1c2 = 4, number r1c3 = 4",
        "/sums.yaml:14:11: broken: A column adds up to 7. (line = column 1)",
        "    by number r1c1 = 6, number r2c1 = 2",
        "rejected: 2 violations, whatever stands in the rest (8 places open)",
    ]
    status, out, _ = judged("number: |\n  . 4 .\n  1 . .\n", "--partial")
    assert (status, out) == (0, "nothing is broken so far (9 places open); this does not mean that there is a solution\n")
    status, out, _ = judged("number: |\n  . 4 .\n  1 . .\n", "--partial", "--json")
    assert status == 0
    report = json.loads(out)
    assert (report["accepted"], report["broken"], report["open"], report["violations"]) == (False, False, 9, [])
    assert judged(SOLUTION, "--partial")[0] == 0
    status, out, err = judged("number: |\n  . 4 .\n  1 . .\n")
    assert status == 2
    assert "judge --partial takes a grid in which values are missing" in err


def test_a_complete_grid_with_open_hidden_layers_is_not_called_accepted(judged) -> None:
    """With `--partial` hidden layers are not searched, so a full grid is only said to break nothing so far."""
    _, out, _ = judged(SOLUTION, "--partial")
    assert out == "nothing is broken so far (0 places open); this does not mean that there is a solution\n"
    _, out, _ = judged(SOLUTION, "--partial", "--json")
    assert json.loads(out)["accepted"] is False


def test_layers_that_the_grid_lacks_are_searched(judged) -> None:
    """Whoever writes the numbers alone is told whether the shading goes with them, and whether anything else does."""
    numbers = "number: |\n  6 5 4\n  1 2 3\n"
    status, out, _ = judged(numbers)
    assert status == 0
    assert out == "accepted: every rule holds (a search for the missing layers, and plain evaluation of every rule)\n"
    spec = SPEC + "  - rule: count(shaded) == number[r2c3] - 3\n    says: So many cells are shaded.\n"
    status, out, _ = judged(numbers, spec=spec)
    assert status == 1
    assert out.splitlines()[0].endswith(
        "no values of the missing layers `shaded`, `helper` go with this grid: 2 rules contradict each other"
    )
    assert out.splitlines()[-1] == "rejected: 1 violation (a search for the missing layers)"
    status, out, _ = judged(numbers.replace("6 5 4", "6 5 5"))
    assert status == 1
    assert "All numbers are different." in out
    status, _, err = judged("# nothing\n")
    assert status == 2
    assert err


def test_formats_are_listed(judged) -> None:
    """What is in no format says which formats there are."""
    status, _, err = judged("1 2 3 4\n")
    assert status == 2
    assert FORMATS in err


def test_time_is_up(judged) -> None:
    """Evaluation ends when the time is over, and says so."""
    long = SPEC + "  - rule: sum(a * b for a in 1..900 for b in 1..900 if a != number[r1c1]) > 0\n"
    status, _, err = judged(SOLUTION, "--timeout", "0.001", spec=long)
    assert status == 3
    assert "gave up: out of time" in err
    assert judged(SOLUTION, "--partial", "--timeout", "0.001", spec=long)[0] == 3
