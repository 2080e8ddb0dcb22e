"""`side`: the border in a direction."""

from __future__ import annotations

from ..geometry.board import Board
from ..language.function_registry import function
from ..language.parameter_types import ADirection, APlace
from ..values import BLANK, Value


@function("places", "side(r1c1, right) == side(r1c2, left) and side(r1c1, up).cells == [r1c1] and side(corners[0], up) == blank")
def side(board: Board, place: APlace, d: ADirection) -> Value:
    """Return the border of cell `place` in direction `d`; of a corner, the border that leads from it in that direction.

    Blank if there is no such border. The rim of the board has borders too.
    """
    border = board.side(place, d)
    return BLANK if border is None else border
