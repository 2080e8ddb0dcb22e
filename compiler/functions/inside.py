"""`inside`: whether a curve encloses a place."""

from __future__ import annotations

from ..geometry.plane import check_plane, ends, point
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import AField, APlace
from .loop import check_curve


@function("curves", "inside(line, r2c2) and not inside(line, r2c1) and not inside(line, r2c4)")
def inside(mask: AField, place: APlace) -> bool:
    """Return true if the curve drawn by `mask` encloses `place`, a cell or a corner.

    A place on the curve is not inside. `mask` is any field over links or borders. A place is inside if a straight line from it
    up to the edge of the board crosses the curve an odd number of times. (If that line would run along the curve, it is shifted
    a little to the left.) If one curve lies inside another, a place inside both is not inside.
    """
    check_curve(mask, "inside")
    check_plane(place, "`inside`")
    down, right = point(place)
    crossed = 0
    for position, other in enumerate(mask.places):
        joined = ends(other)
        assert joined is not None
        (top, left), (bottom, end) = point(joined[0]), point(joined[1])
        is_above = top == bottom < down and left < right <= end
        if (is_above or place in joined) and truth(mask[position]):
            if place in joined:
                return False
            crossed += 1
    return crossed % 2 == 1
