"""`gridwright complete`: what it prints and writes, its exit status, and calls that are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import GAVE_UP, NOT_AS_CLAIMED, OK, WRONG

# Two of three cells are known to differ; the third follows from the second.
TEXT = """\
gridwright: 1
grid: 1x3
layers: {n: {values: 1..3}}
givens: {n: {GIVENS}}
rules: [distinct(n)]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a puzzle that has two solutions."""
    monkeypatch.chdir(tmp_path)
    Path("two.yaml").write_text(TEXT.replace("GIVENS", "r1c1: 1"), "utf-8")


def test_writes_what_is_added(capsys: pytest.CaptureFixture[str]) -> None:
    """The spec that is written has one solution, and no file is overwritten."""
    assert run(["complete", "two.yaml", "-o", "one.yaml"]) == OK
    assert "exactly one solution with 1 addition; fewer are not enough" in capsys.readouterr().out
    assert run(["verify", "--quiet", "one.yaml"]) == OK
    before = Path("one.yaml").read_text("utf-8")
    assert run(["complete", "two.yaml", "-o", "one.yaml"]) == WRONG
    assert Path("one.yaml").read_text("utf-8") == before
    assert run(["complete", "one.yaml"]) == OK
    assert "already has exactly one solution" in capsys.readouterr().out


def test_the_solution_of_a_file_stays(capsys: pytest.CaptureFixture[str]) -> None:
    """`--grid` names the solution that stays; one that breaks a rule is not a proof that nothing can be added."""
    Path("right.txt").write_text("1 3 2\n", "utf-8")
    assert run(["complete", "two.yaml", "--grid", "right.txt", "-o", "one.yaml"]) == OK
    assert run(["judge", "one.yaml", "right.txt"]) == OK
    Path("wrong.txt").write_text("1 1 2\n", "utf-8")
    run(["complete", "two.yaml", "--grid", "wrong.txt"])
    assert "the solution that shall stay breaks a rule" in capsys.readouterr().out
    run(["complete", "two.yaml", "--grid", "wrong.txt", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert (report["wrong_target"], report["fewest"], report["additions"]) == (True, False, [])


@pytest.mark.parametrize(
    ("grid", "message"),
    [("1 2\n", "columns"), ("what is this\n", "error"), (None, "there is no file")],
    ids=["small", "text", "none"],
)
def test_wrong_grid(grid: str | None, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that is no grid of the puzzle is told with what was expected."""
    if grid is not None:
        Path("grid.txt").write_text(grid, "utf-8")
    assert run(["complete", "two.yaml", "--grid", "grid.txt"]) == WRONG
    assert message in capsys.readouterr().err


def test_no_solution(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing that is added can help, single changes are named."""
    Path("none.yaml").write_text(TEXT.replace("GIVENS", "r1c1: 1, r1c2: 1, r1c3: 3"), "utf-8")
    assert run(["complete", "none.yaml"]) == OK
    out = capsys.readouterr().out
    assert "no solution, so additions cannot help" in out
    assert "given n r1c1: 1 to 2" in out
    assert "given n r1c2: 1 to 2" in out
    Path("never.yaml").write_text(TEXT.replace("1..3", "1..2").replace("GIVENS", "r1c1: 1"), "utf-8")
    assert run(["complete", "never.yaml"]) == NOT_AS_CLAIMED


def test_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    """Without time nothing is claimed."""
    assert run(["complete", "two.yaml", "--timeout", "0"]) == GAVE_UP
    captured = capsys.readouterr()
    assert "gave up" in captured.err
    assert "fewer" not in captured.out
