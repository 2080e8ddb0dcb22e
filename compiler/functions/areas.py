"""`blocks`, `boxes`, `around` and `bounding_box`: areas of a board."""

from __future__ import annotations

from ..geometry.area import Area
from ..geometry.board import Board
from ..geometry.plane import check_plane
from ..language.function_registry import function
from ..language.parameter_types import AnArea, CellSet, KnownTruth, KnownWhole
from ..syntax.diagnostics import Code, Fault
from .lines import area_of


@function("areas", "len(blocks(2, 2)) == 6")
def blocks(board: Board, height: KnownWhole, width: KnownWhole) -> list[Area]:
    """Return every window of `height` rows and `width` columns without a hole. Windows overlap."""
    _check_size("blocks", height, width)
    return list(board.blocks(height, width))


@function("areas", "len(boxes(3, 2)) == 2 and boxes(1, 2, rows[1])[1] == [r2c3, r2c4]")
def boxes(board: Board, height: KnownWhole, width: KnownWhole, area: AnArea | None = None) -> list[Area]:
    """Return the boxes of `height` rows and `width` columns that the board, or the rectangle around `area`, divides into.

    `height` must divide its number of rows, and `width` its number of columns. Of a box, only cells of `area` count, and boxes
    without such a cell are left out.
    """
    _check_size("boxes", height, width)
    if area is None:
        whole, rows, columns = f"a board of {board.height} and {board.width}", board.height, board.width
    elif not area:
        return []
    else:
        check_plane(area[0], "`boxes` of an area")
        rows = max(cell.row for cell in area) - min(cell.row for cell in area) + 1
        columns = max(cell.column for cell in area) - min(cell.column for cell in area) + 1
        whole = f"an area of {rows} and {columns}"
    if rows % height or columns % width:
        raise Fault(Code.WRONG_ARGUMENTS, f"boxes of {height} rows and {width} columns do not fit evenly into {whole}")
    return list(board.boxes(height, width) if area is None else board.boxes_of(area, height, width))


@function("areas", "len(around([r1c1, r1c2])) == 3 and len(around([r1c1], corners=true)) == 3")
def around(board: Board, area: AnArea, corners: KnownTruth = False) -> Area:
    """Return the cells that share a side with `area` and are not in it, in reading order.

    With `corners`, those that share only a corner with it are among them.
    """
    return board.around(area, corners=corners)


@function("areas", "bounding_box([r1c2, r2c3]) == [r1c2, r1c3, r2c2, r2c3] and len(bounding_box(number == 2)) == 2")
def bounding_box(board: Board, area: CellSet) -> Area:
    """Return the cells of the smallest rectangle around `area`, in reading order.

    `area` may be an area, a group, or a field of truth values over cells, which stands for its true cells. The rectangle around
    an empty area is empty. Holes are left out.
    """
    inside = area_of(area).cells
    for cell in board.cells[:1]:
        check_plane(cell, "`bounding_box`")
    if not inside:
        return Area(())
    rows, columns = [cell.row for cell in inside], [cell.column for cell in inside]
    down, right = range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)
    return Area(tuple(cell for cell in board.cells if cell.row in down and cell.column in right))


def _check_size(name: str, height: int, width: int) -> None:
    if height < 1 or width < 1:
        raise Fault(Code.WRONG_ARGUMENTS, f"`{name}` needs sizes of at least 1, but got {height} by {width}")
