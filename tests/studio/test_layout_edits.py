"""A board that is turned has the same puzzle on it, and what is turned back is what it was."""

from __future__ import annotations

import re
from typing import Any

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.library import libraries
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.output.text.genre_text import example_of
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.studio import layout_edits
from gridwright.runtime.studio.board_model import board_json
from gridwright.runtime.studio.editing import edit
from layout import ROOT

ASKED = Asked(str(ROOT), OPTIONS, Deadline(None), lambda kind, known: None)
BACK = {"left": "right", "right": "left", "half": "half", "mirror": "mirror", "flip": "flip"}
TURNED = ["futoshiki", "heyawake", "kropki", "masyu", "skyscrapers", "slant", "slitherlink", "star_battle", "yajilin"]
KAKURO = """\
gridwright: 1
use: kakuro
grid:
  size: 3x3
  holes: |
    # # #
    # - -
    # - -
clues:
  across: |
    . . .
    4 . .
    3 . .
  below: |
    . 3 4
    . . .
    . . .
"""


def changed(text: str, op: dict[str, Any]) -> str:
    """Return a text after an operation, or why there is none."""
    answer = edit({"text": text, "op": op}, ASKED)
    for text_edit in reversed(answer.get("edits", [])):
        text = text[: text_edit["start"]] + text_edit["text"] + text[text_edit["end"] :]
    return answer.get("error", text)


def example(genre: str) -> str:
    """Return the first example of a genre without its solution."""
    first_example = example_of(libraries()[genre])
    assert first_example is not None
    return re.sub(r"(?ms)^expect:.*?(?=^\S|\Z)", "", first_example.text)


def printed(text: str) -> dict[str, list[str]]:
    """Return what is printed, in any order."""
    return {kind: sorted(map(str, entries)) for kind, entries in board_json(ASKED.load(text), ".")["printed"].items()}


@pytest.mark.cases(quick=1, ci=10)
@pytest.mark.parametrize("genre", TURNED)
def test_turned_and_turned_back(genre: str) -> None:
    """Each turn leaves one solution of a puzzle with one, and the turn back leads to what was printed before."""
    text = example(genre)
    for turn, back in BACK.items():
        turned = changed(text, {"kind": "layout", "turn": turn})
        assert solve(ASKED.load(turned), limit=2).unique is True, turn
        assert printed(changed(turned, {"kind": "layout", "turn": back})) == printed(text), turn


def test_directions_move() -> None:
    """An arrow that points left points up after a turn to the right; a sign and a diagonal move too."""
    yajilin = "gridwright: 1\nuse: yajilin\ngrid: 2x3\nclues:\n  arrow: |\n    . . .\n    . . 1,left\n"
    assert changed(yajilin, {"kind": "layout", "turn": "right"}).split()[-2:] == ["1,up", "."]
    futoshiki = "gridwright: 1\nuse: futoshiki\ngrid: 2x2\nclues:\n  sign: {r1c1-r1c2: '<'}\n"
    assert "r1c2-r2c2: '^'" in changed(futoshiki, {"kind": "layout", "turn": "right"})
    assert "r1c1-r1c2: '>'" in changed(futoshiki, {"kind": "layout", "turn": "mirror"})


@pytest.mark.parametrize(("values", "value"), [("[u, v]", "v"), ("[1/2, 2]", "1/2")])
def test_values_that_are_no_directions(values: str, value: str) -> None:
    """A `v` among letters is no arrow, and a fraction stays one."""
    text = f"gridwright: 1\ngrid: 2x2\nlayers:\n  x: {{values: {values}}}\ngivens:\n  x:\n    r1c1: {value}\nrules: [true]\n"
    moved = printed(text)["givens"][0].replace("r1c1", "r1c2")
    assert printed(changed(text, {"kind": "layout", "turn": "right"}))["givens"] == [moved]


CAGES = """\
gridwright: 1
grid: 2x2
layers:
  x: {values: 1..4}
areas:
  cages:AREAS
clues:
  sum:
    FIRST: 3
    SECOND: 7
rules: [true]
"""


def cages(first: str, second: str, areas: str) -> str:
    """Return a puzzle with two cages."""
    return CAGES.replace("FIRST", first).replace("SECOND", second).replace("AREAS", areas)


def test_clues_of_areas() -> None:
    """The clue of a cage goes with the cage, whatever the cage is called. No clue goes to another cage by its number."""
    named = cages("'a: b'", "c", "\n    'a: b': r1c1 r1c2\n    c: r2c1 r2c2")
    turned = printed(changed(named, {"kind": "layout", "turn": "right"}))
    assert turned["clues"] == printed(named)["clues"]
    assert ["'r1c2', 'r2c2'" in area for area in turned["areas"]] == ["a: b" in area for area in turned["areas"]]
    cut = {"kind": "layout", "cut": ["r1c1", "r1c2"]}
    assert printed(changed(named, cut))["clues"] == printed(named)["clues"][1:]
    numbered = cages("1", "2", "\n    - r1c1 r1c2\n    - r2c1 r2c2")
    assert "by their numbers" in changed(numbered, cut)
    assert printed(changed(numbered, {"kind": "layout", "turn": "flip"}))["clues"] == printed(numbered)["clues"]


def test_entries() -> None:
    """Entries of a crossword have other numbers after a turn, so their clues would be wrong: the turn is refused."""
    text = "gridwright: 1\ngrid: 2x2\nlayers:\n  x: {values: 1..4}\nclues:\n  word:\n    1A: one\nrules: [true]\n"
    assert "call entries by their numbers" in changed(text, {"kind": "layout", "turn": "half"})


def test_what_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that the judge has accepted is silent. Without a solution in time the turn is made, with a warning."""
    op = {"kind": "layout", "turn": "mirror"}
    text = "gridwright: 1\nuse: futoshiki\ngrid: 2x2\nclues:\n  sign: {r1c1-r1c2: '<'}\n"
    assert edit({"text": text, "op": op}, ASKED).keys() == {"edits"}
    monkeypatch.setattr(layout_edits, "SECONDS", 0.0)
    assert "left from right" in edit({"text": text, "op": op}, ASKED)["note"]
    assert changed(KAKURO, op) != KAKURO


def test_rules_that_know_left_from_right() -> None:
    """The numbers of a kakuro stand left of their runs: reflected, it would be another puzzle, and that is said."""
    assert "know left from right" in changed(KAKURO, {"kind": "layout", "turn": "mirror"})


def test_holes() -> None:
    """Cells are cut out with what is printed in them, holes move with a turn, and are filled again."""
    text = "gridwright: 1\nuse: masyu\ngrid: 3x3  # small\nclues:\n  circle: |\n    w . .\n    . b .\n    . . .\n"
    cut = changed(text, {"kind": "layout", "cut": ["r1c1", "r1c2"]})
    assert "grid: {size: 3x3, holes: [r1c1, r1c2]}  # small\n" in cut
    assert "    . . .\n    . b .\n    . . .\n" in cut
    assert "holes: [r1c3, r2c3]" in changed(cut, {"kind": "layout", "turn": "right"})
    assert "grid: 3x3  # small\n" in changed(cut, {"kind": "layout", "fill": True})
    assert "needs a cell" in changed("gridwright: 1\nuse: slitherlink\ngrid: 1x1\n", {"kind": "layout", "cut": ["r1c1"]})


def test_sizes() -> None:
    """A larger board keeps what is printed, and its regions go on; a smaller one leaves out what is no longer there."""
    text = "gridwright: 1\nuse: skyscrapers\ngrid: 3x3\nclues:\n  seen:\n    top: [1, ., 2]\n    right: [., ., 3]\n"
    larger = changed(text, {"kind": "layout", "height": 4, "width": 4})
    assert "grid: 4x4" in larger and "top: [1, ., 2, .]" in larger and "right: [., ., 3, .]" in larger
    smaller = changed(text, {"kind": "layout", "height": 2, "width": 2})
    assert "top: [1, .]" in smaller and "  right:" not in smaller
    for height in (41, 0, -1):
        assert "1 to 40" in changed(text, {"kind": "layout", "height": height, "width": 4})
