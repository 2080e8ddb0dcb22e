"""In a notebook: what a spec, an outcome and an explanation show of themselves."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import gridwright
import pytest
from gridwright.runtime.output.pictures.picture import picture
from gridwright.runtime.output.pictures.svg import svg
from pictured_specs import SUDOKU, SVG, TWO

SEVERAL = TWO.replace("7]", ".]")

APART = """
gridwright: 1
grid: 2x2
layers: {number: {values: 1..2}}
givens: {number: {r1c1: 1, r2c2: 2}}
rules:
  - for: line in lines
    rule: distinct(number[line])
"""


def texts(shown: object) -> str:
    """Return the texts of the picture that something shows."""
    return " ".join(element.text or "" for element in ElementTree.fromstring(shown._repr_svg_()).iter(f"{SVG}text"))


def test_spec_and_outcome() -> None:
    """A spec is drawn as it is printed; an outcome with its solution, and a sentence about it and the answer below."""
    spec = gridwright.load(SUDOKU)
    assert spec._repr_svg_() == svg(picture(spec))
    outcome = gridwright.solve(spec)
    shown = texts(outcome)
    solution = spec.expected.solution
    assert solution is not None
    signs, message, answer = shown.partition("unique: there is no other solution (proved)")
    assert sorted(signs.split()) == sorted([spec.title, *(str(value) for values in solution.values() for value in values)])
    assert message
    assert answer.split() == ["answer:", str(spec.expected.answer)]


@pytest.mark.parametrize(
    ("text", "limit", "said"),
    [
        (TWO, 2, "no solution: one rule is already impossible"),
        (APART, 2, "no solution: proved by a complete search"),
        (SEVERAL, 2, "not unique: there are several solutions this is one of them"),
        (SEVERAL, 1, "not known to be unique"),
    ],
)
def test_other_outcomes(text: str, limit: int, said: str) -> None:
    """It is said whether there is no solution, or more than the one that is drawn."""
    assert texts(gridwright.solve(gridwright.load_text(text), limit=limit)).endswith(said)


def test_gave_up() -> None:
    """A search that gave up says so, and claims nothing."""
    outcome = gridwright.solve(gridwright.load(SUDOKU), timeout=0)
    assert "gave up: out of time" in texts(outcome)
    assert "unique" not in texts(outcome)


def test_explanation() -> None:
    """What contradicts each other, and where two solutions differ, is marked; a unique solution is drawn as an outcome."""
    conflict = gridwright.explain(gridwright.load_text(TWO))
    assert 'class="conflict"' in conflict._repr_svg_()
    assert texts(conflict).endswith("no solution: what is marked contradicts each other")
    difference = gridwright.explain(gridwright.load_text(SEVERAL))
    assert 'class="differing"' in difference._repr_svg_()
    assert texts(difference).endswith("not unique: two solutions differ where there are rings")
    unique = gridwright.explain(gridwright.load(SUDOKU))
    assert unique._repr_svg_() == gridwright.solve(gridwright.load(SUDOKU))._repr_svg_()


def test_text_beside_the_picture() -> None:
    """What a notebook keeps as text of each is short: of a spec, or of a conflict, all fields would be megabytes."""
    spec, conflict = gridwright.load(SUDOKU), gridwright.explain(gridwright.load_text(TWO))
    assert repr(spec) == f"<Spec {SUDOKU}: 'Sudoku'>"
    assert conflict.conflict is not None
    assert repr(conflict) == f"<Explanation: no-solution, {len(conflict.conflict.members)} contradict each other>"
    assert repr(gridwright.explain(gridwright.load_text(SEVERAL))) == "<Explanation: solved, two differ at 6 places>"
    assert len(repr(gridwright.solve(spec))) < 2_000


def test_without_a_spec() -> None:
    """An outcome that came from elsewhere has no picture, and says so as notebooks expect: None."""
    outcome = replace(gridwright.solve(gridwright.load(SUDOKU)), spec=None)
    assert outcome._repr_svg_() is None


@pytest.mark.slow
def test_start_is_quick() -> None:
    """Nothing that draws is imported before a picture is shown."""
    drawing = "n.startswith('gridwright.runtime') or 'resvg' in n"
    program = f"import sys, gridwright; gridwright.load_text; print([n for n in sys.modules if {drawing}])"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"
