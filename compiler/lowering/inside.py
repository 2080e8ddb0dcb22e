"""`inside`: the parity of what is crossed, kept for every step of the way, so that places one below the other share it."""

from __future__ import annotations

from ..functions.loop import check_curve
from ..geometry.places import Cell, Corner
from ..geometry.plane import ends, point, spot
from ..ir.term import Operand, Term
from ..values import BLANK, Field, Value
from .algebra import Algebra
from .opaque import OPAQUE_TRUTH, opaque_inside
from .registry import lowering


@lowering("inside")
def inside(algebra: Algebra, mask: Field, place: Value) -> Value:
    """Of an unknown place, one of the places that it can be."""
    check_curve(mask, "inside")
    if opaque_inside(mask):
        return OPAQUE_TRUTH
    terms = algebra.terms
    if not isinstance(place, Term):
        return _encloses(algebra, mask, place)
    chosen = [(terms.equals(place, each), _encloses(algebra, mask, each)) for each in place.domain.values]
    return terms.cases(chosen, BLANK)


def _encloses(algebra: Algebra, mask: Field, place: Cell | Corner) -> Operand:
    terms = algebra.terms
    on_curve: list[Operand] = []
    above: dict[int, Operand] = {}
    row, column = point(place)
    for position, other in enumerate(mask.places):
        if place in (ends(other) or ()):
            on_curve.append(algebra.truth(mask[position]))
        down, right, way = spot(other) or (0, 0, "")
        if way == "across" and down < row and right in (column, column - 1):  # no mask has middles in two columns side by side
            above[down] = algebra.truth(mask[position])
    is_inside: Operand = False
    for _, crossed in sorted(above.items()):
        is_inside = terms.negation(terms.same(is_inside, crossed))
    return terms.conjunction([is_inside, *map(terms.negation, on_curve)])
