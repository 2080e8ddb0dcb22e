"""Pictures: compared with stored ones, well-formed for every spec, and harmless whatever stands in a spec.

`GRIDWRIGHT_UPDATE_PICTURES=1 pytest tests/test_render.py` draws the stored pictures again; look at them before you commit them.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gridwright.compiler.diagnostics import SpecError
from gridwright.compiler.reading import load, load_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.cli import run
from gridwright.runtime.explain import explain
from gridwright.runtime.render.explained import of_candidates, of_conflict, of_difference
from gridwright.runtime.render.lettering import text_width
from gridwright.runtime.render.marks import Marks
from gridwright.runtime.render.picture import picture
from gridwright.runtime.render.png import NoPng, png
from gridwright.runtime.render.scene import Disc, Label, Scene, Stroke, Surface
from gridwright.runtime.render.styles import STYLES
from gridwright.runtime.render.svg import svg
from hypothesis import HealthCheck, assume, given, settings
from random_specs import specs

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "tests" / "pictures"
SPECS = sorted((ROOT / "specs").rglob("*.yaml"))
TWO_SOLUTIONS = ROOT / "docs" / "pictures" / "two-solutions.svg"  # of no spec that is shipped
SVG = "{http://www.w3.org/2000/svg}"
SUDOKU = str(ROOT / "specs" / "classics" / "sudoku.yaml")


def compare(name: str, drawn: str) -> None:
    """Hold a picture against the stored one, or store it where that is asked for."""
    path = PICTURES / f"{name}.svg"
    if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8"), f"{path} is no longer what is drawn"


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.yaml")), ids=lambda path: path.stem)
def test_stored_pictures(path: Path) -> None:
    """A puzzle as it is printed, and with the values that `expect` states."""
    spec = load(str(path))
    compare(path.stem, svg(picture(spec)))
    compare(f"{path.stem}-solution", svg(picture(spec, spec.expected.solution or {})))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_every_spec(path: Path) -> None:
    """Every spec has a picture: well-formed, with a title, its givens as texts, nothing beyond the edge, no text over another."""
    spec = load(str(path))
    for known in ({}, spec.expected.solution or {}):
        scene = picture(spec, known)
        root = ElementTree.fromstring(svg(scene))
        assert root.find(f"{SVG}title").text == root.get("aria-label")
        labels = [item for item in scene.items if isinstance(item, Label)]
        written = {label.text for label in labels}
        assert {str(given.value) for grid in spec.grids for given in grid.givens if type(given.value) is int} <= written
        for group in (group for grid in spec.grids for group in grid.clue_groups):
            written_as = spec.display.get(group.name, "{}")
            assert {written_as.replace("{}", str(clue.value)) for clue in group if type(clue.value) is int} <= written
        for box in map(extent, scene.items):
            assert -1 <= box[0] <= box[2] <= scene.width + 1
            assert -1 <= box[1] <= box[3] <= scene.height + 1
        assert not overlapping(labels)


def extent(item: Stroke | Surface | Disc | Label) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn."""
    if isinstance(item, Label):
        width = text_width(item.text, item.size)
        left = item.at[0] - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
        return left, item.at[1] - item.size * 0.36, left + width, item.at[1] + item.size * 0.36
    if isinstance(item, Disc):
        (x, y), radius = item.centre, item.radius
        return x - radius, y - radius, x + radius, y + radius
    xs, ys = zip(*item.points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def overlapping(labels: list[Label]) -> list[tuple[str, str]]:
    """Texts that lie over each other by more than a unit in both directions."""
    boxes = sorted((extent(label), label.text) for label in labels)
    found = []
    for at, (box, text) in enumerate(boxes):
        for other, beside in boxes[at + 1 :]:
            if other[0] > box[2]:
                break
            if min(box[2], other[2]) - other[0] > 1 and min(box[3], other[3]) - max(box[1], other[1]) > 1:
                found.append((text, beside))
    return found


def test_the_same_again() -> None:
    """The same spec gives the same characters."""
    spec = load(SUDOKU)
    assert svg(picture(spec)) == svg(picture(load(SUDOKU)))


HOSTILE = """
gridwright: 1
title: "</title><script>alert(1)</script> & \\"quoted\\" ' ]]>"
text: "<img src=x onerror=alert(2)> --> javascript:alert(3)"
author: "<b>nobody</b>"
source: {publisher: "<i>p</i>", url: "javascript:alert(4)"}
grid: 2x2
layers:
  word: {values: ["<script>", "&amp;", "\\"onload=\\"x"]}
givens:
  word: {r1c1: "<script>"}
clues:
  said: {left: ["<a href='http://example.com'>", .]}
  sign: {r1c1-r1c2: "</text>"}
rules: [any(word == '&amp;')]
"""


LONG = "x" * 3000


def test_long_texts_are_cut() -> None:
    """However long a word is, the picture stays near the board."""
    spec = load_text(f"""
gridwright: 1
title: {LONG}
grid: 1x3
layers:
  word: {{values: [{LONG}, b]}}
  last: {{over: grid, values: [{LONG}c]}}
givens: {{word: {{r1c1: {LONG}}}}}
clues:
  side: {{left: [{LONG}], right: [[1, 2, {LONG}]], top: [{LONG}, ., .]}}
  other: {{r1c2-r1c3: {LONG}}}
  third: {{r1c2: {LONG}}}
rules: [distinct(word)]
""")
    scene = picture(spec, {("", "last"): (LONG + "c",)})
    assert scene.width < 1000
    for box in map(extent, scene.items):
        assert -1 <= box[0] <= box[2] <= scene.width + 1


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(specs())
def test_random_specs(text: str) -> None:
    """Whatever is in a spec, there is a picture of it: of the puzzle, and with values and candidates everywhere."""
    try:
        spec = load_text(text)
    except SpecError:
        assume(False)
    visible = [layer for layer in spec.layers if not layer.hidden]
    known = {
        (layer.grid, layer.name): [layer.values[at % len(layer.values)] for at in range(len(layer.places))] for layer in visible
    }
    possible = {key: [layer.values[:3]] * len(layer.places) for key, layer in zip(known, visible, strict=True)}
    places = [place for grid in spec.grids for place in (*grid.board.links, *grid.board.borders, *grid.board.corners)]
    clues = [clue for grid in spec.grids for group in grid.clue_groups for clue in group]
    for filled, marks in ((known, Marks(conflicts=clues)), ({}, Marks(candidates=possible, differing=places))):
        ElementTree.fromstring(svg(picture(spec, filled, marks)))


def test_nothing_foreign_gets_out(tmp_path: Path) -> None:
    """Texts of a spec stay texts, in SVG and HTML; addresses that are no web addresses become no links; control characters go."""
    spec = load_text(HOSTILE)
    drawn = svg(picture(spec, {("", "word"): ("<script>", "&amp;", '"onload="x', "&amp;")}))
    root = ElementTree.fromstring(drawn)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "rect",
        "g",
        "path",
        "circle",
        "text",
    }
    assert all(not name.startswith("on") and "href" not in name for element in root.iter() for name in element.attrib)
    assert "<script>" in {element.text for element in root.iter(f"{SVG}text")}
    (tmp_path / "hostile.yaml").write_text(HOSTILE, "utf-8")
    assert run(["render", str(tmp_path / "hostile.yaml"), "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    for wrong in ("<script", "<img", "<b>", "<i>", 'href="javascript'):
        assert wrong not in page
    assert "default-src 'none'" in page
    assert set(re.findall(r"https?://[^\s\"'<]*", page)) == {"http://www.w3.org/2000/svg", "http://example.com"}
    impossible = svg(Scene(10, 10, (Label("given", (5, 5), "a\x00\x0b\ud800b", 5),), "\x01"))
    assert ElementTree.fromstring(impossible).find(f"{SVG}g/{SVG}text").text == "a\ufffd\ufffd\ufffdb"


def test_candidates() -> None:
    """Candidates stand small in their cells; one alone is a found value, a found blank or a false one a cross."""
    spec = load_text(
        """
        gridwright: 1
        title: Candidates
        grid: 2x4
        layers:
          number: {values: 1..4, blank: true}
          shaded: {values: bool}
          wide: {values: 1..60}
          line: {over: links, values: bool}
        givens: {number: {r1c1: 4}}
        rules: [distinct(number)]
        """.replace("\n        ", "\n")
    )
    numbers = [None, [1, 2, 3, 4, BLANK], [2], [BLANK], [1, 4], [3, BLANK], None, [2, 3]]
    lines = [[True], [False], [True, False], *[None] * 7]
    marks = Marks({("", "number"): numbers, ("", "shaded"): [[True], [False], *[[True, False]] * 6], ("", "line"): lines})
    compare("candidates", svg(picture(spec, marks=marks)))
    wide = load_text("gridwright: 1\ngrid: 1x2\nlayers: {wide: {values: 1..60}}\nrules: [distinct(wide)]\n")
    compare("candidates-many", svg(picture(wide, marks=Marks({("", "wide"): [[1, 20, 33], list(range(1, 61))]}))))


def test_pieces() -> None:
    """Pieces lie with their outlines, also around what they enclose."""
    spec = load(str(PICTURES / "letters.yaml"))
    layer = spec.grids[0].layer("laid")
    ring = next(at for at, place in enumerate(layer.places) if place.shape.name == "ring")
    stick = next(at for at, place in enumerate(layer.places) if place.cells[0].column == 3 and place.shape.name == "I")
    compare("pieces-laid", svg(picture(spec, {("", "laid"): [at in (ring, stick) for at in range(len(layer.places))]})))


def test_conflicts() -> None:
    """A conflict is marked with a ring and a sign wherever it is: cells, areas, links, borders, corners, clues, givens."""
    spec = load(str(PICTURES / "numbers.yaml"))
    (grid,) = spec.grids
    total, seen = grid.clue_groups[0], grid.clue_groups[1]
    cells = grid.board.cells
    marks = Marks(conflicts=(cells[7], grid.givens[0], total[0], seen[0], seen[-1], grid.board.links[30], grid.board.corners[-2]))
    compare("conflicts", svg(picture(spec, marks=marks)))
    hexagons = load(str(PICTURES / "hexagons.yaml"))
    board = hexagons.grids[0].board
    other = Marks(conflicts=(board.cells[2], hexagons.grids[0].clue_groups[1][0], board.borders[0], cells[0]))
    compare("conflicts-hexagons", svg(picture(hexagons, marks=other)))


TWO = """
gridwright: 1
title: Two solutions
grid: 3x3
layers: {number: {values: 1..3}}
givens: {number: {r1c1: 1, r1c2: 2}}
clues: {sum: {left: [., 6, 7]}}
rules:
  - for: line in lines
    rule: distinct(number[line])
  - for: clue in sum
    rule: sum(number[clue.line]) == clue.value
"""


def test_explained() -> None:
    """What a search found out is marked: the clue that contradicts, and where two solutions differ with what is in both."""
    impossible = load_text(TWO)
    explained = explain(impossible)
    assert explained.conflict
    marks = of_conflict(impossible, explained.conflict)
    group = impossible.grids[0].clue_groups[0]
    assert group[1] in marks.conflicts
    compare("explained-conflict", svg(picture(impossible, marks=marks)))
    several = load_text(TWO.replace("7]", ".]"))
    explained = explain(several)
    assert explained.difference
    assert explained.candidates
    marks = of_difference(explained.difference, explained.candidates)
    assert marks.candidates["", "number"] == of_candidates(explained.candidates).candidates["", "number"]
    assert len(marks.differing) == 6  # two rows change places
    drawn = svg(picture(several, marks=marks))
    compare("explained-difference", drawn)
    assert TWO_SOLUTIONS.read_text("utf-8") == drawn
    unsettled = replace(explained.candidates, settled=dict.fromkeys(explained.candidates.settled, (False,) * 9))
    assert of_candidates(unsettled).candidates["", "number"] == [None] * 9


def drawn_to(tmp_path: Path, name: str, *arguments: str) -> Path:
    """The file that a call of the command writes."""
    assert run(["render", *arguments, "-o", str(tmp_path / name)]) == 0
    return tmp_path / name


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files of each format; an existing one is left alone without `--force`; the solution is solved, stated, or from a file."""
    plain = drawn_to(tmp_path, "plain.svg", SUDOKU)
    assert run(["render", SUDOKU, "--solution", "-o", str(plain)]) == 2
    assert "exists" in capsys.readouterr().err
    solved = drawn_to(tmp_path, "solved.svg", SUDOKU, "--solution").read_text("utf-8")
    assert drawn_to(tmp_path, "stated.svg", SUDOKU, "--expected").read_text("utf-8") == solved
    grid = tmp_path / "grid.txt"
    grid.write_text("\n".join(["1 2 3 4 5 6 7 8 9"] * 9), "utf-8")
    attempt = drawn_to(tmp_path, "attempt.svg", SUDOKU, "--grid", str(grid), "--no-title").read_text("utf-8")
    assert attempt.count("</text>") == 81
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
    assert "--explain draws why" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([SUDOKU, "-o", "x.gif"], "pictures are .svg, .png or .html"),
        ([SUDOKU, str(PICTURES / "numbers.yaml"), "-o", "x.svg"], "2 puzzles do not go into one .svg"),
        ([SUDOKU, str(PICTURES / "numbers.yaml"), "-o", "x.html", "--grid", "x"], "--grid is for one puzzle"),
        ([SUDOKU, "-o", "x.svg", "--solution", "--expected"], "give one of them"),
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
    assert "states no `solution`" in capsys.readouterr().err
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
    pytest.importorskip("resvg_py", reason="PNG needs the extra `pictures`")
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


def test_png_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the extra is not installed, it is said how to install it, and nothing is written."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run(["render", str(PICTURES / "arms.yaml"), "--no-title", "-o", str(tmp_path / "x.png")]) == 2
    assert "pip install 'gridwright[pictures]'" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_every_style_is_drawn_somewhere() -> None:
    """No style is left over: each stands in a stored picture."""
    drawn = "".join(path.read_text("utf-8") for path in PICTURES.glob("*.svg"))
    assert [style for style in STYLES if f'class="{style}"' not in drawn] == []


@pytest.mark.parametrize(
    "path", sorted({*(ROOT / "docs" / "pictures").glob("*.svg")} - {TWO_SOLUTIONS}), ids=lambda path: path.stem
)
def test_pictures_of_the_documentation(path: Path) -> None:
    """The pictures in the documentation are the ones that are drawn today."""
    name = path.stem.removesuffix("-solution")
    spec = load(str(next(found for found in SPECS if found.stem == name)))
    known = (spec.expected.solution or {}) if path.stem.endswith("-solution") else {}
    drawn = svg(picture(spec, known))
    if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8")
