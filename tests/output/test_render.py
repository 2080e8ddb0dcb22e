"""Pictures: compared with stored ones, well-formed for every spec, and harmless whatever stands in a spec.

`GRIDWRIGHT_UPDATE_PICTURES=1 pytest -m "" tests/output/test_render.py` draws the stored pictures again;
look at them before you commit them.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gridwright.compiler.language.look import Look
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK
from gridwright.runtime.cli.app import run
from gridwright.runtime.explaining.explain import explain
from gridwright.runtime.output.pictures.boxes import extent
from gridwright.runtime.output.pictures.explanation_marks import of_candidates, of_conflict, of_difference
from gridwright.runtime.output.pictures.marks import Marks
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.scene import Label, Scene
from gridwright.runtime.output.pictures.style_rules import style_rules
from gridwright.runtime.output.pictures.styles import STYLES
from gridwright.runtime.output.pictures.svg import svg
from hypothesis import assume
from pictured_specs import PICTURES, SUDOKU, SVG, TWO
from random_specs import given_specs

ROOT = Path(__file__).parents[2]
SPECS = sorted((ROOT / "specs").rglob("*.yaml"))
TWO_SOLUTIONS = ROOT / "docs" / "pictures" / "two-solutions.svg"  # of no spec that is shipped
GLYPHS = ROOT / "docs" / "pictures" / "ways.svg"  # of a spec in docs/pictures.md; test_ways.py draws it again
GROWTH = ROOT / "docs" / "pictures" / "growth.svg"  # drawn by benchmarks/growth.py; tests/whole/test_docs.py draws it again
FRONT = {*(ROOT / "docs" / "pictures").glob("skyscrapers*.svg")}  # of the front page; tests/whole/test_docs.py draws them again


def assert_drawn_as_stored(name: str, drawn: str) -> None:
    """Hold a picture against the stored one, or store it where that is asked for."""
    path = PICTURES / f"{name}.svg"
    if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8"), f"{path} is no longer what is drawn"


@pytest.mark.parametrize("path", sorted(PICTURES.glob("*.yaml")), ids=lambda path: path.stem)
def test_stored_pictures(path: Path) -> None:
    """A puzzle as it is printed, and with the values that `expect` states."""
    spec = load(str(path))
    assert_drawn_as_stored(path.stem, svg(picture(spec)))
    assert_drawn_as_stored(f"{path.stem}-solution", svg(picture(spec, spec.expected.solution or {})))


@pytest.mark.cases(ci=18)
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
            written_as = spec.display.get(group.name, Look()).template or "{}"
            assert {written_as.replace("{}", str(clue.value)) for clue in group if type(clue.value) is int} <= written
        for box in map(extent, scene.items):
            assert -1 <= box[0] <= box[2] <= scene.width + 1
            assert -1 <= box[1] <= box[3] <= scene.height + 1
        assert not overlapping(labels)


def overlapping(labels: list[Label]) -> list[tuple[str, str]]:
    """Texts that lie over each other by more than a unit in both directions."""
    boxes = sorted((extent(label), label.text) for label in labels)
    pairs = []
    for at, (box, text) in enumerate(boxes):
        for other, beside in boxes[at + 1 :]:
            if other[0] > box[2]:
                break
            if min(box[2], other[2]) - other[0] > 1 and min(box[3], other[3]) - max(box[1], other[1]) > 1:
                pairs.append((text, beside))
    return pairs


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


@pytest.mark.slow
@given_specs
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
    assert ElementTree.fromstring(impossible).find(f"{SVG}g/{SVG}text").text == r"a\u0000\u000b\ud800b"


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
    assert_drawn_as_stored("candidates", svg(picture(spec, marks=marks)))
    wide = load_text("gridwright: 1\ngrid: 1x2\nlayers: {wide: {values: 1..60}}\nrules: [distinct(wide)]\n")
    assert_drawn_as_stored("candidates-many", svg(picture(wide, marks=Marks({("", "wide"): [[1, 20, 33], list(range(1, 61))]}))))


@pytest.mark.parametrize(
    ("more", "rule", "look"),
    [
        ("", "true", "regions"),
        (', half: ["r1c1:r2c4", "r3c1:r4c4"]', "true", "shade"),
        ("", "distinct(digit[boxes(2, 2)[0]])", "shade"),
    ],
)
def test_windows(more: str, rule: str, look: str) -> None:
    """An area without clues that leaves cells out is shaded beside regions or boxes that cover the board, and outlined alone."""
    areas = f'areas: {{window: ["r2c2:r3c3"]{more}}}\nlayers: {{digit: {{values: 1..4}}}}\n'
    spec = load_text(f"gridwright: 1\ngrid: 4x4\n{areas}rules:\n  - {rule}\n")
    assert style_rules(spec, spec.grids[0]).kinds["window"] == look


def test_pieces() -> None:
    """Pieces lie with their outlines, also around what they enclose."""
    spec = load(str(PICTURES / "letters.yaml"))
    layer = spec.grids[0].layer("laid")
    ring = next(at for at, place in enumerate(layer.places) if place.shape.name == "ring")
    stick = next(at for at, place in enumerate(layer.places) if place.cells[0].column == 3 and place.shape.name == "I")
    assert_drawn_as_stored(
        "pieces-laid", svg(picture(spec, {("", "laid"): [at in (ring, stick) for at in range(len(layer.places))]}))
    )


def test_conflicts() -> None:
    """A conflict is marked with a ring and a sign wherever it is: cells, areas, links, borders, corners, clues, givens."""
    spec = load(str(PICTURES / "numbers.yaml"))
    (grid,) = spec.grids
    total, seen = grid.clue_groups[0], grid.clue_groups[1]
    cells = grid.board.cells
    marks = Marks(conflicts=(cells[7], grid.givens[0], total[0], seen[0], seen[-1], grid.board.links[30], grid.board.corners[-2]))
    assert_drawn_as_stored("conflicts", svg(picture(spec, marks=marks)))
    hexagons = load(str(PICTURES / "hexagons.yaml"))
    board = hexagons.grids[0].board
    other = Marks(conflicts=(board.cells[2], hexagons.grids[0].clue_groups[1][0], board.borders[0], cells[0]))
    assert_drawn_as_stored("conflicts-hexagons", svg(picture(hexagons, marks=other)))


def test_step() -> None:
    """What a step rests on and what it is about are marked: cells, and a side of one."""
    hexagons = load(str(PICTURES / "hexagons.yaml"))
    board = hexagons.grids[0].board
    marks = Marks(premises=(board.cells[1], board.borders[0]), differing=(board.cells[3],))
    assert_drawn_as_stored("step-hexagons", svg(picture(hexagons, marks=marks)))


def test_explained() -> None:
    """What a search found out is marked: the clue that contradicts, and where two solutions differ with what is in both."""
    impossible = load_text(TWO)
    explained = explain(impossible)
    assert explained.conflict
    marks = of_conflict(impossible, explained.conflict)
    group = impossible.grids[0].clue_groups[0]
    assert group[1] in marks.conflicts
    assert_drawn_as_stored("explained-conflict", svg(picture(impossible, marks=marks)))
    several = load_text(TWO.replace("7]", ".]"))
    explained = explain(several)
    assert explained.difference
    assert explained.candidates
    marks = of_difference(explained.difference, explained.candidates)
    assert marks.candidates["", "number"] == of_candidates(explained.candidates).candidates["", "number"]
    assert len(marks.differing) == 6  # two rows change places
    drawn = svg(picture(several, marks=marks))
    assert_drawn_as_stored("explained-difference", drawn)
    assert TWO_SOLUTIONS.read_text("utf-8") == drawn
    unsettled = replace(explained.candidates, complete_places=dict.fromkeys(explained.candidates.complete_places, (False,) * 9))
    assert of_candidates(unsettled).candidates["", "number"] == [None] * 9


def test_lines_of_two_solutions() -> None:
    """Where only one of two solutions has a line, a letter says which, and a sentence below says what the letters mean."""
    several = load_text("gridwright: 1\ngrid: 1x3\nuse: slitherlink\nclues: {number: '. 3 .'}\n")
    explained = explain(several)
    assert explained.difference
    marks = of_difference(explained.difference)
    (layer,) = several.layers
    for letter, solution in (("A", explained.difference.first), ("B", explained.difference.second)):
        assert all(
            solution["", layer.name][layer.places.index(place)] for place, other in marks.letters.items() if other == letter
        )
    assert {*marks.letters} == {*marks.differing}
    assert_drawn_as_stored("explained-lines", svg(picture(several, marks=marks)))
    numbers = load_text(TWO.replace("7]", ".]"))
    assert not of_difference(explain(numbers).difference).letters


def test_every_style_is_drawn_somewhere() -> None:
    """No style is left over: each stands in a stored picture."""
    drawn = "".join(path.read_text("utf-8") for path in PICTURES.glob("*.svg"))
    assert [style for style in STYLES if f'class="{style}"' not in drawn] == []


@pytest.mark.parametrize(
    "path",
    sorted({*(ROOT / "docs" / "pictures").glob("*.svg")} - {TWO_SOLUTIONS, GROWTH, GLYPHS} - FRONT),
    ids=lambda path: path.stem,
)
def test_pictures_of_the_documentation(path: Path) -> None:
    """The pictures in the documentation are the ones that are drawn today."""
    name = path.stem.removesuffix("-solution")
    spec = load(str(next(known_path for known_path in SPECS if known_path.stem == name)))
    known = (spec.expected.solution or {}) if path.stem.endswith("-solution") else {}
    drawn = svg(picture(spec, known))
    if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8")
