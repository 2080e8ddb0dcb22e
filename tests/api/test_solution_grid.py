"""Grids of solutions as programs read them."""

from __future__ import annotations

import gridwright
import pytest
from gridwright.compiler.values import BLANK

BOARD = """
gridwright: 1
grid: 2x3
layers:
  number: {values: 1..6, blank: true}
  wall: {over: borders, values: bool}
  most: {over: grid, values: 0..6}
rules:
  - not any(wall[b] for b in borders)
  - number[r1c1] == 1 and number[r1c2] == blank and number[r1c3] == 3
  - number[r2c1] == 4 and number[r2c2] == 5 and number[r2c3] == 6
  - most == max(number)
"""
TWO = """
gridwright: 1
grids:
  left: {size: 1x2}
  right: {size: 1x2}
layers: {x: {values: 1..2}}
rules: ['x[r1c1] < x[r1c2]']
"""


def test_layers_on_cells() -> None:
    """Rows, values by number and by name, lists, text."""
    number = gridwright.solve(BOARD).solutions[0].grid["number"]
    assert number.rows == ((1, BLANK, 3), (4, 5, 6)) == tuple(number)
    assert (number[1], number[1][0], number[0, 2], number["r2c2"], number[-1, -1]) == ((4, 5, 6), 4, 3, 5, 6)
    assert number.to_list() == [[1, None, 3], [4, 5, 6]]
    assert str(number) == "1 . 3\n4 5 6"
    assert len(number) == 2


def test_other_layers() -> None:
    """A layer on borders has its values in the order of its places; a single one has one value."""
    grid = gridwright.solve(BOARD).solutions[0].grid
    assert set(grid["wall"]) == {False}
    assert len(grid["wall"]) == len(grid["wall"].places) == 17
    assert (grid["most"].to_list(), grid["most"][0]) == (6, 6)
    assert "wall:" in str(grid)
    assert repr(grid) == "<SolutionGrid of <text>: number, wall, most>"


def test_several_boards() -> None:
    """A name that several boards have needs the board; as a mapping all are there."""
    grid = gridwright.solve(TWO).solutions[0].grid
    with pytest.raises(KeyError, match="several boards have a layer `x`: name one of left, right"):
        grid["x"]
    assert grid.layer("x", "right").to_list() == [[1, 2]]
    assert dict(grid) == {("left", "x"): (1, 2), ("right", "x"): (1, 2)}
    assert grid["left", "x"] == (1, 2)


def test_pictures() -> None:
    """A notebook shows the board with the values; text shows truth as `#` and `-`."""
    grid = gridwright.solve(BOARD).solutions[0].grid
    assert "<svg" in grid._repr_svg_()
    assert "<svg" in grid["number"]._repr_svg_()
    assert str(grid["wall"]).split() == ["-"] * 17
