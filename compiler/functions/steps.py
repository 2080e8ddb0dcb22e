"""`neighbors`, `touching`, `knight_moves`, `step`, `ray`, `between` and `cell`: from places to places."""

from __future__ import annotations

from ..geometry.area import Area, Line
from ..geometry.board import Board
from ..language.function_registry import function
from ..language.parameter_types import ACell, ADirection, KnownWhole, Whole
from ..values import BLANK, Value


@function("places", "len(neighbors(r1c1)) == 2 and neighbors(r2c2)[0] == r1c2")
def neighbors(board: Board, c: ACell) -> Area:
    """Return the cells that share a side with cell `c`: up, right, down, left."""
    return Area(board.neighbors(c))


@function("places", "len(touching(r1c1)) == 3")
def touching(board: Board, c: ACell) -> Area:
    """Return the cells that share a side or a corner with cell `c`, in reading order."""
    return Area(board.touching(c))


@function("places", "r3c2 in knight_moves(r1c1)")
def knight_moves(board: Board, c: ACell) -> Area:
    """Return the cells that are a chess knight's move away from cell `c`, in reading order."""
    return Area(board.knight_moves(c))


@function("places", "step(r1c1, right, 2) == r1c3 and step(r1c1, up) == blank")
def step(board: Board, c: ACell, d: ADirection, n: KnownWhole = 1) -> Value:
    """Return the cell `n` steps from cell `c` in direction `d`.

    Blank if there is no such cell, or a hole.
    """
    reached = board.step(c, d, n)
    return BLANK if reached is None else reached


@function("places", "len(ray(r1c1, right)) == 3 and ray(r1c1, up) == [] and ray(r3c2, up_right) == [r2c3, r1c4]")
def ray(board: Board, c: ACell, d: ADirection) -> Line:
    """Return the cells seen from cell `c` in direction `d`, which may be diagonal.

    These are the next cell and all after it, up to the edge of the board or up to a hole.
    """
    return board.ray(c, d)


@function("places", "between(r1c1, r1c3) == [r1c2]")
def between(board: Board, a: ACell, b: ACell) -> Value:
    """Return the cells strictly between cells `a` and `b`.

    Blank if `a` and `b` are not in one row, column or diagonal.
    """
    middle = board.between(a, b)
    return BLANK if middle is None else middle


@function("places", "cell(0, 2) == r1c3 and cell(-1, 0) == blank")
def cell(board: Board, row: Whole, column: Whole) -> Value:
    """Return the cell in `row` and `column`, both counted from 0.

    Blank if there is no such cell, or a hole.
    """
    place = board.cell(row, column)
    return BLANK if place is None else place
