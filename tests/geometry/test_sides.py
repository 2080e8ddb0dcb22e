"""Sides by direction, of cells and from corners, and where sides and corners lie."""

from __future__ import annotations

import pytest
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.syntax.diagnostics import Fault

BOARDS = {
    "plain": Board("", 2, 3),
    "hole": Board("", 3, 2, holes=[(1, 0)]),
    "wrapped": Board("", 2, 3, wrap="rows"),
    "torus": Board("", 1, 2, wrap="both"),
    "hexagons": Hexagons("", [2, 3, 2]),
}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_of_a_cell(board: Board) -> None:
    """The sides of a cell in all directions are its sides, and the neighbour has the same one in the opposite direction."""
    for cell in board.cells:
        assert [*dict.fromkeys(board.side(cell, way) for way in board.directions)] == cell.borders
        for way in board.directions:
            other = board.step(cell, way)
            if other is not None:
                assert board.side(other, way.opposite) is board.side(cell, way)
        assert all(board.side(cell, way) is None for way in board.diagonal_directions)
    for hole in board.holes:
        sides = [board.side(hole, way) for way in board.directions]
        assert [side for side in sides if side] == hole.borders


@pytest.mark.parametrize("board", [BOARDS[name] for name in ("plain", "hole", "wrapped", "torus")])
def test_from_a_corner(board: Board) -> None:
    """The sides from a corner in all directions are those that end in it, and each lies in its direction."""
    for corner in board.corners:
        sides = {way.name: board.side(corner, way) for way in board.all_directions}
        assert {side for side in sides.values() if side} == set(corner.borders)
        for name, side in sides.items():
            assert side is None or (side.corners[name in ("up", "left")] is corner and "_" not in name)


def test_rows_and_columns() -> None:
    """A corner counts the rows above it and the columns to the left of it, a side has those of its first corner."""
    board = BOARDS["plain"]
    assert [(corner.row, corner.column) for corner in board.corners[:5]] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
    cell = board.cells[4]
    assert [(side.row, side.column) for side in cell.borders] == [(1, 1), (1, 2), (2, 1), (1, 1)]
    assert "row" in cell.borders[0].attributes
    assert "row" in board.corners[0].attributes


def test_hexagons() -> None:
    """On hexagons, sides lead from corners in other directions than those to neighbours, and have no rows."""
    board = BOARDS["hexagons"]
    with pytest.raises(Fault, match="`side` from a corner works only on boards of squares"):
        board.side(board.corners[0], board.directions[0])
    assert "row" not in board.corners[0].attributes
    assert "row" not in board.borders[0].attributes
    assert not board.diagonal_directions


def test_diagonal_directions() -> None:
    """On squares diagonals are directions of their own, and no neighbours lie there."""
    board = BOARDS["plain"]
    assert [way.name for way in board.diagonal_directions] == ["up_right", "down_right", "down_left", "up_left"]
    assert [way.opposite.name for way in board.diagonal_directions] == ["down_left", "up_left", "up_right", "down_right"]
    assert [way.opposite.name for way in board.directions] == ["down", "left", "up", "right"]
    assert [str(cell) for cell in board.ray(board.cells[0], board.diagonal_directions[1])] == ["r2c2"]
    assert board.step(board.cells[2], board.diagonal_directions[0]) is None
    torus = Board("", 2, 3, wrap="both")
    assert len(torus.ray(torus.cells[0], torus.diagonal_directions[1])) == 5
