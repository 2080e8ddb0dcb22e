"""Pictures of lines: what is drawn between cells and between corners, on boards that are not square."""

from __future__ import annotations

import pytest
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError

SPEC = """gridwright: 1
grid: 2x3
layers:
  side: {over: borders, values: bool}
  line: {over: links, values: bool}
  path: {over: links, values: 1..3, blank: true}
"""
LINE = """givens:
  line: |
    o-oxo
    . |
    o o o
"""
PATH = """givens:
  path: |
    o2o
        3
    o
"""
SIDE = """expect:
  solution:
    side: |
      +-+ + +
      |
      + + + +
            #
      + + +-+
"""


def test_links() -> None:
    """A sign between two cells is the value of their link; blanks are left open."""
    givens = {given.layer.place_name(given.position): given.value for given in load_text(SPEC + LINE).grids[0].givens}
    assert givens == {"r1c1-r1c2": True, "r1c2-r1c3": False, "r1c2-r2c2": True}


def test_values() -> None:
    """Any other sign is itself."""
    givens = {given.layer.place_name(given.position): given.value for given in load_text(SPEC + PATH).grids[0].givens}
    assert givens == {"r1c1-r1c2": 2, "r1c3-r2c3": 3}


def test_borders() -> None:
    """A sign between two corners is the value of their border; in a solution, what is not drawn is false."""
    spec = load_text(SPEC + SIDE)
    assert spec.expected.solution is not None
    (layer,) = (layer for layer in spec.layers if layer.name == "side")
    drawn = {place for place, value in zip(layer.places, spec.expected.solution["", "side"], strict=True) if value is True}
    assert {tuple((corner.row, corner.column) for corner in place.corners) for place in drawn} == {
        ((0, 0), (0, 1)),
        ((0, 0), (1, 0)),
        ((1, 3), (2, 3)),
        ((2, 2), (2, 3)),
    }
    assert set(spec.expected.solution["", "side"]) == {True, False}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    . |\n", "", "the picture has 2 lines of up to 5 signs; this one needs 3 of 5"),
        ("o-oxo", "o-oxo-o", "this one needs 3 of 5"),
        ("o-oxo", "o-o7o", "the given 7 is not among the values of `line`"),
    ],
)
def test_mistakes(old: str, new: str, message: str) -> None:
    """Wrong sizes and values are told with the form of the picture."""
    with pytest.raises(SpecError) as problem:
        load_text((SPEC + LINE).replace(old, new))
    assert message in problem.value.diagnostics[0].message


def test_holes() -> None:
    """There is no link at a hole, so nothing can be drawn there."""
    with pytest.raises(SpecError) as problem:
        load_text((SPEC + LINE).replace("grid: 2x3", "grid: {size: 2x3, holes: [r1c1]}"))
    assert "nothing can be drawn here" in problem.value.diagnostics[0].message
