"""`inside`: whether a curve encloses a place."""

from __future__ import annotations

from ..geometry.places import Cell, Corner
from ..geometry.plane import Point, check_plane, ends, height_at, point
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import AField, APlace
from ..syntax.diagnostics import Code, Fault
from ..values import Value, describe
from .loop import check_curve


@function("curves", "inside(line, r2c2) and not inside(line, r2c1) and not inside(line, r2c4)")
def inside(mask: AField, place: APlace) -> bool:
    """Return true if the curve drawn by `mask` encloses `place`, a cell or a corner.

    A place on the curve is not inside. `mask` is any field over links or borders, or over pairs of cells or of corners, which
    draw straight lines: one along a diagonal of a cell goes through its centre. A place is inside if a straight line from it up
    to the edge of the board crosses the curve an odd number of times. (If that line would run along the curve, or through an
    end of a line, it is shifted a little to the left.) If one curve lies inside another, a place inside both is not inside.
    """
    check_curve(mask, "inside")
    check_plane(place, "`inside`")
    at = point(place)
    crossed = 0
    for position, other in enumerate(mask.places):
        passes = height_at(*line_ends(other), at)
        if passes >= 0 and truth(mask[position]):
            if passes == 0:
                return False
            crossed += 1
    return crossed % 2 == 1


def line_ends(place: Value) -> tuple[Point, Point]:
    """Return the two ends of the straight line that a place draws; raise `Fault` for a pair of other things."""
    first, second = ends(place) or (None, None)
    if not (isinstance(first, (Cell, Corner)) and isinstance(second, (Cell, Corner))):
        raise Fault(Code.WRONG_ARGUMENTS, f"`inside` needs pairs of cells or of corners, but got {describe(place)}")
    return point(first), point(second)
