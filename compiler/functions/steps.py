"""`neighbors`, `touching`, `knight_moves`, `step`, `ray`, `between`, `distance` and `cell`: from places to places."""

from __future__ import annotations

from ..geometry.area import Area, Line
from ..geometry.board import Board
from ..language.function_registry import function
from ..language.parameter_types import ACell, ADirection, KnownNumber, Number
from ..values import BLANK, Value


@function("places", "len(neighbors(r1c1)) == 2 and neighbors(r2c2)[0] == r1c2")
def neighbors(board: Board, c: ACell) -> Area:
    """The cells that share a side with a cell: up, right, down, left."""
    return Area(board.neighbors(c))


@function("places", "len(touching(r1c1)) == 3")
def touching(board: Board, c: ACell) -> Area:
    """The cells that share a side or a corner with a cell, in reading order."""
    return Area(board.touching(c))


@function("places", "r3c2 in knight_moves(r1c1)")
def knight_moves(board: Board, c: ACell) -> Area:
    """The cells a chess knight's move away from a cell, in reading order."""
    return Area(board.knight_moves(c))


@function("places", "step(r1c1, right, 2) == r1c3 and step(r1c1, up) == blank")
def step(board: Board, c: ACell, d: ADirection, n: KnownNumber = 1) -> Value:
    """The cell `n` steps from a cell in a direction; blank off the board and at a hole."""
    found = board.step(c, d, n)
    return BLANK if found is None else found


@function("places", "len(ray(r1c1, right)) == 3 and ray(r1c1, up) == []")
def ray(board: Board, c: ACell, d: ADirection) -> Line:
    """The cells seen from a cell in a direction: from the one beside it to the edge, or to before a hole."""
    return board.ray(c, d)


@function("places", "between(r1c1, r1c3) == [r1c2]")
def between(board: Board, a: ACell, b: ACell) -> Value:
    """The cells strictly between two cells of one row, column or diagonal; blank where they do not stand so."""
    found = board.between(a, b)
    return BLANK if found is None else found


@function("places", "distance(r1c1, r3c2) == 3")
def distance(board: Board, a: ACell, b: ACell) -> Value:
    """How many steps between neighbours lead from one cell to another on an empty board; blank where none do."""
    found = board.distance(a, b)
    return BLANK if found is None else found


@function("places", "cell(0, 2) == r1c3 and cell(-1, 0) == blank")
def cell(board: Board, row: Number, column: Number) -> Value:
    """The cell in a row and column, both counted from 0; blank off the board and at a hole."""
    found = board.cell(row, column)
    return BLANK if found is None else found
