"""Libraries with examples: `verify` solves them and judges their wrong grids, `check` reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run

LIBRARY = """\
title: Ascents
layers:
  number: {values: 1..3}
rules:
  - rule: increasing(number[cells])
    says: Numbers ascend.
examples:
  - grid: 1x3
    expect:
      solution: {number: {r1c1: 1, r1c2: 2, r1c3: 3}}
    wrong:
      - {number: {r1c2: 1}, breaks: Numbers ascend}
"""
PUZZLE = "gridwright: 1\nuse: [ascents.yaml]\ngrid: 1x2\ngivens: {number: {r1c1: 2}}\n"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "ascents.yaml"
    path.write_text(LIBRARY)
    return path


def test_as_claimed(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its examples are as they say, also where a puzzle uses the library."""
    assert run(["verify", "ascents.yaml"]) == 0
    assert "a library; 1 example as expected" in capsys.readouterr().out
    assert run(["check", "ascents.yaml"]) == 0
    assert "ok (a library; 1 example)" in capsys.readouterr().out
    (library.parent / "puzzle.yaml").write_text(PUZZLE)
    for argument in ("ascents.yaml", "."):
        assert run(["verify", argument]) == 0
        out = capsys.readouterr().out
        assert "1 example as expected" in out
        assert "puzzle.yaml" in out


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "r1c2: 2, r1c3: 3",
            "r1c2: 3, r1c3: 2",
            "ascents, example 1: the solution differs from the `solution` under `expect` in 2 places",
        ),
        ("number[cells]", "number[cells[1:]]", "ascents, example 1: expected 1 solution, found at least 2"),
        ("expect:\n", "expect:\n      difficulty: 5..6\n", "ascents, example 1: expected difficulty 5..6, found 1."),
        ("{r1c2: 1}", "{r1c1: 1}", "wrong grid 1 should break 'Numbers ascend', and is accepted"),
        ("breaks: Numbers ascend", "breaks: Numbers fall", "'Numbers fall', and breaks only: Numbers ascend."),
    ],
)
def test_not_as_claimed(library: Path, old: str, new: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is not as claimed is said, and the exit status is 1."""
    library.write_text(LIBRARY.replace(old, new))
    assert run(["verify", "ascents.yaml"]) == 1
    assert message in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_mistake_in_an_example(library: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake in an example is shown at its place."""
    library.write_text(LIBRARY.replace("solution: {number", "solution: {digit"))
    assert run([command, "ascents.yaml"]) == 2
    assert "ascents, example 1:" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["check", "verify"])
def test_the_name_of_a_library_of_the_language(library: Path, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Examples would use the other library, so the name is refused."""
    (library.parent / "star_battle.yaml").write_text(LIBRARY)
    assert run([command, "star_battle.yaml"]) == 2
    assert "give this file another name" in capsys.readouterr().err


def test_out_of_time(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A library that is not decided in time is none that is right."""
    assert run(["verify", "--timeout", "0", "ascents.yaml"]) == 3
    assert "out of time" in capsys.readouterr().out
