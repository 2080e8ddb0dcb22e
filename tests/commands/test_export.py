"""The command `export`: links and texts, what a format cannot hold, solutions; and `judge` on what it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gridwright.compiler.library import libraries
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.format import all_formats

LINK = "https://puzz.link/p?slither/5/5/cbcbcddad"
LOOP = """\
gridwright: 1
use: slitherlink
grid: 2x2
clues:
  number: |
    2 .
    . .
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A spec of a link, with its solution expected."""
    file = tmp_path / "loop.yaml"
    assert run(["import", LINK, "-o", str(file), "--quiet"]) == 0
    return file


def exported(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What `export` prints."""
    capsys.readouterr()
    assert run(["export", *words, "--quiet"]) == 0
    return capsys.readouterr().out


def test_there_and_back(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each format of the genre that can be read gives the same link again."""
    for name in ("puzz.link", "pzprv3", "penpa"):
        text = exported(capsys, str(spec), "--to", name)
        again = tmp_path / f"{name}.yaml"
        (tmp_path / name).write_text(text, "utf-8")
        assert run(["import", str(tmp_path / name), "-o", str(again), "--quiet"]) == 0
        assert exported(capsys, str(again), "--to", "puzz.link").strip() == LINK


@pytest.mark.parametrize("name", ["pzprv3", "penpa", "csv"])
def test_judge_takes_solutions(name: str, spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was written with the solution is accepted; with a wrong one it is not."""
    file = tmp_path / f"solved.{name}"
    assert run(["export", str(spec), "--to", name, "--solve", "-o", str(file), "--quiet"]) == 0
    assert run(["judge", str(spec), str(file)]) == 0
    assert "accepted" in capsys.readouterr().out
    if name == "pzprv3":
        lines = file.read_text("utf-8").splitlines()
        at = next(number for number, line in enumerate(lines) if line.startswith("1 "))
        file.write_text("\n".join([*lines[:at], lines[at].replace("1", "0", 1), *lines[at + 1 :]]), "utf-8")
        assert run(["judge", str(spec), str(file)]) == 1


def test_source_keeps_the_link(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A spec has the link that it came from; a link to Penpa+ that has no other source is not put into the next one."""
    link = exported(capsys, str(spec), "--to", "penpa").strip()
    again = tmp_path / "again.yaml"
    assert run(["import", link, "-o", str(again), "--quiet"]) == 0
    assert f"url: {LINK}" in again.read_text("utf-8")
    spec.write_text(LOOP.replace("use:", "title: A loop\nuse:"), "utf-8")
    link = exported(capsys, str(spec), "--to", "penpa").strip()
    assert run(["import", link, "-o", str(again), "--force", "--quiet"]) == 0
    assert link in again.read_text("utf-8").replace("\n    ", "")
    assert exported(capsys, str(again), "--to", "penpa").strip() == link


def test_judge_needs_a_solution(spec: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link without a solution, and one of another board, are told apart."""
    file = tmp_path / "link.txt"
    file.write_text(LINK, "utf-8")
    assert run(["judge", str(spec), str(file)]) == 2
    assert "this puzz.link text holds no solution" in capsys.readouterr().err
    (tmp_path / "small.yaml").write_text(LOOP, "utf-8")
    solved = tmp_path / "solved.txt"
    assert run(["export", str(spec), "--to", "pzprv3", "--solve", "-o", str(solved), "--quiet"]) == 0
    assert run(["judge", str(tmp_path / "small.yaml"), str(solved)]) == 2
    assert "a board of 2 by 2 cells; this is one of 5 by 5" in capsys.readouterr().err


def test_losses_are_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a format cannot hold is named with its place; with --lossy it is left out, with a warning."""
    file = tmp_path / "mine.yaml"
    file.write_text(LOOP + "rules:\n  - rule: side[r1c1, r1c2]\n    says: A side is drawn.\n", "utf-8")
    assert run(["export", str(file), "--to", "puzz.link"]) == 2
    message = capsys.readouterr().err
    assert "mine.yaml:9:5: error[format]: puzz.link cannot hold a rule of its own: A side is drawn." in message
    assert "with --lossy it is left out" in message
    assert run(["export", str(file), "--to", "puzz.link", "--lossy"]) == 0
    captured = capsys.readouterr()
    assert "warning: puzz.link cannot hold a rule of its own" in captured.err


def test_no_solution_to_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Only the one solution is written: not one of several."""
    file = tmp_path / "mine.yaml"
    file.write_text(LOOP, "utf-8")
    assert run(["export", str(file), "--to", "pzprv3", "--solve"]) == 1
    captured = capsys.readouterr()
    assert not captured.out
    assert "the solution is not unique" in captured.err
    file.write_text(LOOP + "rules: ['false']\n", "utf-8")
    assert run(["export", str(file), "--to", "pzprv3", "--solve"]) == 1
    captured = capsys.readouterr()
    assert not captured.out
    assert "there is no solution" in captured.err
    assert "unique" not in captured.err


def test_reports(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` gives the text and what was left out."""
    capsys.readouterr()
    assert run(["export", str(spec), "--to", "puzz.link", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["text"], report["left_out"], report["format"]) == (LINK, [], "puzz.link")


def test_many_specs(spec: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several specs are a line each, and no one file."""
    other = spec.with_name("other.yaml")
    other.write_bytes(spec.read_bytes())
    assert exported(capsys, str(spec), str(other), "--to", "puzz.link").split() == [LINK, LINK]
    assert run(["export", str(spec), str(other), "--to", "puzz.link", "-o", "x"]) == 2


def test_own_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A library of the user's own that says how it is written is imported and exported without Python."""
    text = libraries()["masyu"].file.read_text("utf-8").partition("\nexamples:")[0].replace("[mashu, masyu, pearl]", "onering")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "ring.yaml").write_text(text, "utf-8")
    file, link = tmp_path / "p.yaml", "https://puzz.link/p?onering/6/6/1063000i3000"
    assert run(["import", link, "--library", str(folder), "-o", str(file), "--quiet"]) == 0
    assert "use: ring\n" in file.read_text("utf-8")
    assert exported(capsys, str(file), "--to", "puzz.link", "--library", str(folder)).strip() == link
    assert run(["import", link]) == 2
    solved = tmp_path / "solved.txt"
    assert run(["export", str(file), "--library", str(folder), "--to", "pzprv3", "--solve", "-o", str(solved), "--quiet"]) == 0
    assert run(["judge", str(file), str(solved), "--library", str(folder)]) == 0


def test_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of a genre that is named, with blanks or commas; what is no name or no row is an error."""
    file = tmp_path / "rows.txt"
    for text in ("2 .\n. 3\n", "2,\n,3\n", "number\n2 .\n. 3\n"):
        file.write_text(text, "utf-8")
        capsys.readouterr()
        assert run(["import", str(file), "--genre", "slither"]) == 0
        assert "number: |\n    2 .\n    . 3\n" in capsys.readouterr().out
    for text, words in (("2 .\n3\n", "has 1 values"), ("numbr\n2 .\n", "there is no `numbr`")):
        file.write_text(text, "utf-8")
        assert run(["import", str(file), "--genre", "slitherlink"]) == 2
        assert words in capsys.readouterr().err
    assert run(["import", str(file), "--genre", "slytherlink"]) == 2
    assert "did you mean 'slitherlink'" in capsys.readouterr().err


def test_formats_are_found_by_looking() -> None:
    """Every file of the folder holds a format, and each that reads says how its texts look."""
    assert {"puzz.link", "pzprv3", "penpa", "f-puzzles", "sudokupad", "csv", "text", "sudoku"} <= {*all_formats()}
    assert all(kind.words for kind in all_formats().values())
