"""`distance`: the fewest steps from one place to another, on a board or inside a part of it."""

from __future__ import annotations

from collections import deque

from ..geometry.board import Board
from ..geometry.places import Cell, Corner
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import Anything, APlace, Mask
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Field, Value
from .groups import adjacency


@function("places", "distance(r1c1, r3c2) == 3 and distance(r1c1, r1c3, within=number != blank) == blank")
def distance(board: Board, a: APlace, b: APlace, within: Mask | None = None, by: Anything | None = None) -> Value:
    """Return the fewest steps from place `a` to place `b`, blank if there is no way.

    Without `within` and `by`, only holes block the way, not what the cells contain. `within` is a field of truth values, or an
    area such as a group: the way goes only through its places, and `a` and `b` have to be among them. `by` says where a step
    leads, as for `connected`: a function from a place to places, or a field of truth values over links, borders or pairs, which
    joins two places where it is true.
    """
    if within is None and by is None:
        check_cells(a, b)
        steps = board.distance(a, b)  # type: ignore[arg-type]
        return BLANK if steps is None else steps
    mask = places_within(board, a, within)
    adjacent = adjacency(board, mask, by)
    reached: dict[Value, int] = {a: 0} if _is_in(a, mask) else {}
    queue = deque(reached)
    while queue and b not in reached:
        here = queue.popleft()
        for other in adjacent(here):
            if other not in reached and _is_in(other, mask):
                reached[other] = reached[here] + 1
                queue.append(other)
    return reached.get(b, BLANK)


def check_cells(*places: Value) -> None:
    """Raise `Fault` if a place is a corner: which corners are joined has to be said."""
    if any(isinstance(place, Corner) for place in places):
        raise Fault(Code.WRONG_ARGUMENTS, "`by` is missing: these places are not cells", "add by=... to tell where a step leads")


def places_within(board: Board, start: Value, within: Field | None) -> Field:
    """Return `within`; without it, all cells of the board, or all corners for a way between corners."""
    if within is not None:
        return within
    return Field(board.cells.cells if isinstance(start, Cell) else board.corners, lambda _: True)


def _is_in(place: Value, mask: Field) -> bool:
    position = mask.position(place)
    return position is not None and truth(mask[position])
