"""The command `render`: files of each format, what is drawn into them, and what it says where nothing is."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gridwright.compiler.loader import load
from gridwright.runtime.cli.app import run
from gridwright.runtime.interchange.grid_file import read_grid
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.png import NoPng, png
from gridwright.runtime.output.pictures.scene import Scene
from pictured_specs import PICTURES, SUDOKU, SVG, TWO


def drawn_to(tmp_path: Path, name: str, *arguments: str) -> Path:
    """The file that a call of the command writes."""
    assert run(["render", *arguments, "-o", str(tmp_path / name)]) == 0
    return tmp_path / name


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What exists is left alone without `--force`; a solution is solved, stated, or from a file, and what that breaks marked."""
    plain = drawn_to(tmp_path, "plain.svg", SUDOKU)
    assert run(["render", SUDOKU, "--solution", "-o", str(plain)]) == 2
    assert "exists" in capsys.readouterr().err
    solved = drawn_to(tmp_path, "solved.svg", SUDOKU, "--solution").read_text("utf-8")
    assert drawn_to(tmp_path, "stated.svg", SUDOKU, "--expected").read_text("utf-8") == solved
    grid = tmp_path / "grid.txt"
    grid.write_text("\n".join(["1 2 3 4 5 6 7 8 9"] * 9), "utf-8")
    attempt = tmp_path / "attempt.svg"
    assert run(["render", SUDOKU, "--grid", str(grid), "--no-title", "-o", str(attempt)]) == 1
    broken = judge(load(SUDOKU), read_grid(str(grid), load(SUDOKU))).violations
    signs = [text.text for text in ElementTree.parse(attempt).iter(f"{SVG}text")]
    assert len(signs) == 81 + len(broken)
    assert signs.count("!") == len(broken) > 0
    assert f"{len(broken)} violations; to list them: gridwright judge" in capsys.readouterr().err
    assert solved.count("</text>") == 82
    assert run(["render", SUDOKU, "--force", "--scale", "2", "-o", str(plain)]) == 0
    root = ElementTree.parse(plain).getroot()
    assert float(root.get("width")) == pytest.approx(2 * float(root.get("viewBox").split()[2]), abs=0.02)


def test_command_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--explain` draws what contradicts or differs, or the solution; `--candidates` what each place has in some solution."""
    impossible, several, one = tmp_path / "impossible.yaml", tmp_path / "several.yaml", tmp_path / "one.yaml"
    impossible.write_text(TWO, "utf-8")
    several.write_text(TWO.replace("7]", ".]"), "utf-8")
    one.write_text(TWO.replace("7]", ".]").replace("r1c2: 2", "r1c2: 2, r3c3: 1"), "utf-8")

    def drawn(spec: Path, option: str, status: int) -> str:
        assert run(["render", str(spec), option, "--force", "-o", str(tmp_path / "x.svg")]) == status
        return (tmp_path / "x.svg").read_text("utf-8")

    assert 'class="conflict"' in drawn(impossible, "--explain", 1)
    assert 'class="differing"' in drawn(several, "--explain", 1)
    solved = drawn(one, "--explain", 0)
    assert solved == drawn(one, "--solution", 0) == drawn(one, "--candidates", 0)
    assert drawn(several, "--candidates", 0).count('class="candidate"') == 1
    (tmp_path / "x.svg").unlink()
    assert run(["render", str(impossible), "--candidates", "-o", str(tmp_path / "x.svg")]) == 1
    assert "to draw why, use --explain" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([SUDOKU, "-o", "x.gif"], "pictures are .svg, .png, .html or .pdf"),
        ([SUDOKU, str(PICTURES / "numbers.yaml"), "-o", "x.svg"], "2 puzzles do not fit into one .svg"),
        ([SUDOKU, str(PICTURES / "numbers.yaml"), "-o", "x.html", "--grid", "x"], "--grid is for one puzzle"),
        ([SUDOKU, "-o", "x.svg", "--solution", "--expected"], "choose only one of these"),
        ([SUDOKU, "-o", "x.svg", "--paper", "letter"], "--paper is for .pdf"),
        ([SUDOKU, "-o", "nowhere/x.svg"], "cannot be written"),
    ],
)
def test_wrong_calls(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be drawn is refused in words, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    assert run(["render", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle without a solution has no picture of one, and nothing is written; nor where `expect` states none."""
    puzzle = tmp_path / "puzzle.yaml"
    puzzle.write_text("gridwright: 1\ngrid: 1x3\nlayers: {x: {values: 1..2}}\nrules: [distinct(x)]\n", "utf-8")
    assert run(["render", str(puzzle), "--solution", "-o", str(tmp_path / "x.svg")]) == 1
    assert "no solution" in capsys.readouterr().err
    assert run(["render", str(puzzle), "--expected", "-o", str(tmp_path / "x.svg")]) == 2
    assert "has no `solution`" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


def test_gallery(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A gallery is a page with all puzzles and an SVG of each; a spec that is wrong is told and left out."""
    specs = tmp_path / "specs"
    (specs / "one").mkdir(parents=True)
    (specs / "two").mkdir()
    text = (PICTURES / "numbers.yaml").read_text("utf-8")
    (specs / "one" / "same.yaml").write_text(text, "utf-8")
    (specs / "two" / "same.yaml").write_text(text, "utf-8")
    (specs / "two" / "index.yaml").write_text(text.replace("Numbers", "Index"), "utf-8")
    (specs / "two" / "wrong.yaml").write_text("gridwright: 1\n", "utf-8")
    out = tmp_path / "gallery"
    assert run(["render", str(specs), "--expected", "-o", f"{out}/"]) == 2
    assert "wrong.yaml" in capsys.readouterr().err
    assert sorted(path.name for path in out.iterdir()) == ["index-2.svg", "index.html", "one-same.svg", "two-same.svg"]
    page = (out / "index.html").read_text("utf-8")
    assert page.count("<svg") == 6
    assert page.count("<details>") == 3
    assert run(["render", str(specs), "-o", str(out)]) == 2
    assert "exists" in capsys.readouterr().err


def test_png(tmp_path: Path) -> None:
    """A PNG has the size that was asked for, and is not all paper; one that is too large is refused."""
    scene = picture(load(SUDOKU))
    try:
        data = png(scene, scale=1.5)
    except NoPng as problem:
        pytest.skip(str(problem))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert (width, height) == pytest.approx((1.5 * scene.width, 1.5 * scene.height), abs=1)
    assert len(data) > 3 * len(png(Scene(scene.width, scene.height, ()), scale=1.5))
    with pytest.raises(NoPng, match="too large"):
        png(scene, scale=100)


def test_png_without_resvg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where resvg is missing, it is said how to install it, and nothing is written."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run(["render", str(PICTURES / "arms.yaml"), "--no-title", "-o", str(tmp_path / "x.png")]) == 2
    assert "pip install resvg-py" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_half_a_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What `expect` leaves out of a visible layer is named, for one puzzle and on a page; hidden layers are not missed."""
    spec = (
        "gridwright: 1\ngrid: 1x2\nlayers:\n  x: {values: 1..2}\n  y: {values: 3..4}\n  z: {values: 5..6, hidden: true}\n"
        "rules: [distinct(x)]\nexpect:\n  solutions: any\n  solution:\n    x: [[1, 2]]\n"
    )
    (tmp_path / "a.yaml").write_text(spec, "utf-8")
    (tmp_path / "b.yaml").write_text(f"{spec}    y: [[3, .]]\n", "utf-8")
    (tmp_path / "c.yaml").write_text(f"{spec}    y: [[3, 4]]\n", "utf-8")
    for number, paths in enumerate((["a.yaml"], ["b.yaml"], ["c.yaml"], ["a.yaml", "b.yaml", "c.yaml"])):
        out = str(tmp_path / f"{number}.html")
        assert run(["render", *(str(tmp_path / path) for path in paths), "--expected", "-o", out]) == 0
        message = capsys.readouterr().err
        assert ("a.yaml: warning: the `solution` under `expect` has no value of `y`" in message) == ("a.yaml" in paths)
        assert ("b.yaml: warning: the `solution` under `expect` has only 1 of 2 places of `y`" in message) == ("b.yaml" in paths)
        assert message.count("warning") == len([path for path in paths if path != "c.yaml"])
