"""`connected`: an operation of its own, refined by cuts or encoded eagerly. `groups` and `group` have no lowering yet."""

from __future__ import annotations

from ..functions.groups import adjacency
from ..geometry.board import Board
from ..geometry.places import Border, Link
from ..ir.term import Operand
from ..values import Field, Value, is_known
from .algebra import Algebra
from .opaque import OPAQUE_TRUTH, opaque_inside
from .registry import lowering


@lowering("connected")
def connected(algebra: Algebra, board: Board, mask: Field, by: Value = None) -> Operand:
    """A graph over the places of the mask, with an edge where `by` joins two, or may."""
    if opaque_inside(mask) or opaque_inside(by):
        return OPAQUE_TRUTH
    vertices = [algebra.truth(value) for value in mask]
    edges = _edges_of_field(algebra, mask, by) if isinstance(by, Field) else _edges(board, mask, by)
    return OPAQUE_TRUTH if edges is None else algebra.terms.connected(vertices, edges)


def _edges(board: Board, mask: Field, by: Value) -> list[tuple[int, int, Operand]] | None:
    """The edges of a function from a place to places; none where it does not give known places, or not both ways."""
    adjacent = adjacency(board, mask, by)
    found: dict[tuple[int, int], None] = {}
    for here, place in enumerate(mask.places):
        reached = adjacent(place)
        if not is_known(reached):
            return None
        for there in (mask.position(other) for other in reached):
            if there is not None and there != here:
                found[here, there] = None
    if any((there, here) not in found for here, there in found):
        return None
    return [(here, there, True) for here, there in found if here < there]


def _edges_of_field(algebra: Algebra, mask: Field, by: Field) -> list[tuple[int, int, Operand]]:
    edges = []
    for position, place in enumerate(by.places):
        ends = place.cells if isinstance(place, Link | Border) else place
        positions = [mask.position(end) for end in ends]
        if len(positions) == 2 and positions[0] is not None and positions[1] is not None:
            edges.append((positions[0], positions[1], algebra.truth(by[position])))
    return edges
