"""`inside`: the parity of what is crossed, kept for every step of the way, so that places one below the other share it."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.inside import line_ends
from ...functions.loop import check_curve
from ...geometry.places import Border, Cell, Corner, Link
from ...geometry.plane import check_plane, height_at, point
from ...ir.operations.parity import make_parity
from ...ir.term import Operand, Term
from ...values import BLANK, Field, Value
from ..algebra import Algebra
from ..lowering_registry import lowering


@lowering("inside")
def inside(algebra: Algebra, mask: Field, place: Value) -> Value:
    """Return the term "the place is inside the curve"; an unknown place is each of its values by cases."""
    check_curve(mask, "inside")
    terms = algebra.terms
    if not isinstance(place, Term):
        return _encloses(algebra, mask, place)
    chosen = [(terms.equals(place, value), _encloses(algebra, mask, value)) for value in place.domain.values]
    return terms.cases(chosen, BLANK)


def _encloses(algebra: Algebra, mask: Field, place: Cell | Corner) -> Operand:
    terms = algebra.terms

    def is_drawn(other: Link | Border | None) -> Operand:
        position = None if other is None else mask.position(other)
        return position is not None and algebra.truth(mask[position])

    check_plane(place, "`inside`")
    if any(isinstance(other, tuple) for other in mask.places):
        return _enclosed_by_lines(algebra, mask, place)
    row, column = point(place)
    is_inside: Operand = False
    for down in range(row):  # a curve's stretches have their middles in every other row and column: no two are met at once
        for right in (column - 1, column):
            crossed = is_drawn(place.board.at_spot.get((down, right, "across")))
            is_inside = make_parity(terms, [is_inside, crossed])
    at_place: Sequence[Link | Border] = place.borders if isinstance(place, Corner) else [] if place.hole else place.links
    return terms.conjunction([is_inside, *(terms.negation(is_drawn(other)) for other in at_place)])


def _enclosed_by_lines(algebra: Algebra, mask: Field, place: Cell | Corner) -> Operand:
    """Return the same for straight lines between any two places."""
    at = point(place)
    passing = [(height_at(*line_ends(other), at), algebra.truth(mask[position])) for position, other in enumerate(mask.places)]
    is_inside = make_parity(algebra.terms, [drawn for passes, drawn in passing if passes > 0])
    return algebra.conjoin([is_inside, *(algebra.negate(drawn) for passes, drawn in passing if passes == 0)])
