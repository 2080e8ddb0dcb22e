"""`rows`, `columns`, `lines`, `diagonals`, `views` and `segments`: lines of the board and of areas."""

from __future__ import annotations

from collections.abc import Iterable

from ..geometry.area import Area, AreaKind, Line
from ..geometry.board import SIDES, Board
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import AnArea, Anything, CellSet, KnownWhole
from ..syntax.diagnostics import Code, Fault
from ..values import Field, FoundList, Value, describe


@function("lines", "len(rows(boxes['a'])) == 2 and rows(boxes['b'])[0][1] == r1c4 and len(rows(number == 2)) == 1")
def rows(board: Board, area: CellSet) -> list[Line]:
    """Return the rows of `area`, top to bottom, each left to right, with gaps closed up.

    `area` may be an area, a group, or a field of truth values over cells, which stands for its true cells. Rows in which it has
    no cell are left out. `rows` without parentheses are the rows of the board.
    """
    cells = area_of(area)
    return _fixed_order(area, board.rows(cells, cells.name))


@function("lines", "len(columns(boxes['c'])) == 4 and last(columns(number == 2)) == [r2c3]")
def columns(board: Board, area: CellSet) -> list[Line]:
    """Return the columns of `area`, left to right, each top to bottom, with gaps closed up.

    `area` is as for `rows`. `columns` without parentheses are the columns of the board.
    """
    cells = area_of(area)
    return _fixed_order(area, board.columns(cells, cells.name))


@function("lines", "len(lines(boxes['a'])) == 4")
def lines(board: Board, area: CellSet) -> list[Line]:
    """Return the rows, then the columns, of `area`, which is as for `rows`.

    `lines` without parentheses are the lines of the board. On a board of hexagons: the rows, the lines down to the right and
    the lines down to the left, each from the top.
    """
    cells = area_of(area)
    return _fixed_order(area, board.lines(cells, cells.name))


@function("lines", "diagonals(boxes['a'])[1][0] == r1c2")
def diagonals(board: Board, area: AnArea) -> list[Line]:
    """Return the two long diagonals of `area`, which must be a square, both from the top down.

    `diagonals(cells)` are the diagonals of a square board.
    """
    both = board.diagonals(area) if len(area) else None
    if both is None:
        raise Fault(Code.WRONG_ARGUMENTS, f"`diagonals` needs a square, but {area} is not one")
    return list(both)


@function("lines", "len(views('top')) == 4 and views('right')[0][0] == r1c4")
def views(board: Board, side: Anything) -> list[Line]:
    """Return all lines as seen from one `side` of the board, each in viewing order.

    `side` is 'left', 'right', 'top' or 'bottom'.
    """
    word = str(getattr(side, "name", side))
    if word not in SIDES:
        raise Fault(Code.WRONG_ARGUMENTS, f"`views` needs 'left', 'right', 'top' or 'bottom', but got {describe(side)}")
    return list(board.views(word))


@function("lines", "len(segments(boxes['a'])) == 4 and segments['1A'] == cells[:4]")
def segments(board: Board, area: AnArea, least: KnownWhole = 2) -> AreaKind:
    """Return the entries of `area` as a crossword: the stretches of its rows and columns without gaps.

    Each has at least `least` cells. Their names are as in a crossword: '1A', '2D'. Across come first, then down, each by
    number. `segments` without parentheses are those of the board, of at least two cells.
    """
    return board.segments(area, least)


def _fixed_order(area: Value, lines: Iterable[Line]) -> list[Line]:
    """Return the lines; how many there are depends on the grid if they are those of a field."""
    return FoundList(lines) if isinstance(area, Field) else list(lines)


def area_of(cells: Value) -> Area:
    """Return an area, or the true cells of a field as one."""
    if isinstance(cells, Field):
        return Area(tuple(cell for at, cell in enumerate(cells.places) if truth(cells[at])))
    assert isinstance(cells, Area)
    return cells
