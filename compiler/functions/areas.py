"""`blocks`, `boxes` and `around`: areas of a board."""

from __future__ import annotations

from ..geometry.area import Area
from ..geometry.board import Board
from ..language.function_registry import function
from ..language.parameter_types import AnArea, KnownNumber
from ..syntax.diagnostics import Code, Fault


@function("areas", "len(blocks(2, 2)) == 6")
def blocks(board: Board, height: KnownNumber, width: KnownNumber) -> list[Area]:
    """Return every window of `height` rows and `width` columns without a hole. Windows overlap."""
    _check_size("blocks", height, width)
    return list(board.blocks(height, width))


@function("areas", "len(boxes(3, 2)) == 2")
def boxes(board: Board, height: KnownNumber, width: KnownNumber) -> list[Area]:
    """Return the boxes of `height` rows and `width` columns that the board divides into.

    `height` must divide the number of rows of the board, and `width` the number of columns.
    """
    _check_size("boxes", height, width)
    if board.height % height or board.width % width:
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"boxes of {height} rows and {width} columns do not fit evenly into a board of {board.height} and {board.width}",
        )
    return list(board.boxes(height, width))


@function("areas", "len(around([r1c1, r1c2])) == 3")
def around(board: Board, area: AnArea) -> Area:
    """Return the cells that share a side with `area` and are not in it, in reading order."""
    return board.around(area)


def _check_size(name: str, height: int, width: int) -> None:
    if height < 1 or width < 1:
        raise Fault(Code.WRONG_ARGUMENTS, f"`{name}` needs sizes of at least 1, but got {height} by {width}")
