"""`same_shape` and `contains_shape` of unknown cells: one of the placements of a known shape."""

from __future__ import annotations

from ...functions.shapes import positions
from ...geometry.area import Area
from ...geometry.board import Board
from ...geometry.placement import TooMany, placements
from ...geometry.places import Cell
from ...geometry.plane import check_plane
from ...geometry.shape import Shape, shape_of
from ...ir.term import Operand
from ...values import Field, Value, is_known
from ..algebra import Algebra
from ..lowering_registry import lowering
from ..not_lowered import NotLowered
from ..reasons import PLACEMENTS, SHAPES

MAX_PLACEMENTS = 10_000  # in one rule's instance; past it the general lemma


@lowering("same_shape")
def same_shape(algebra: Algebra, g: Value, h: Value, rotate: bool = True, reflect: bool = True) -> Operand:
    """Return the term "as many true cells as the shape has, on one of its placements"."""
    if not is_known(h):
        g, h = h, g
    if not isinstance(g, Field) or not is_known(h):
        return NotLowered(SHAPES, is_truth=True)
    cells = positions(h)
    if not cells:
        return False
    number = algebra.terms.linear([(1, value) for value in _truths(algebra, g).values()])
    fits = _fits(algebra, g, shape_of(cells), rotate=rotate, reflect=reflect)
    return algebra.conjoin([algebra.terms.same(number, len(cells)), fits])


@lowering("contains_shape")
def contains_shape(algebra: Algebra, mask: Value, shape: Shape, rotate: bool = True, reflect: bool = True) -> Operand:
    """Return the term "all cells of one of the placements are true"."""
    return (
        _fits(algebra, mask, shape, rotate=rotate, reflect=reflect)
        if isinstance(mask, Field)
        else NotLowered(SHAPES, is_truth=True)
    )


def _fits(algebra: Algebra, mask: Field, shape: Shape, *, rotate: bool, reflect: bool) -> Operand:
    truths = _truths(algebra, mask)
    if not truths:
        return False
    board = next(iter(truths)).board
    assert isinstance(board, Board)
    check_plane(next(iter(truths)), "a shape")
    try:
        area = Area(tuple(truths))
        laid = placements(board, [shape], [1], area, rotate=rotate, reflect=reflect, limit=MAX_PLACEMENTS)
    except TooMany:
        return NotLowered(PLACEMENTS, is_truth=True)
    return algebra.disjoin([algebra.conjoin([truths[cell] for cell in area]) for area in laid])


def _truths(algebra: Algebra, mask: Field) -> dict[Cell, Operand]:
    """Return the truth of each cell of a field."""
    return {cell: algebra.truth(mask[position]) for position, cell in enumerate(mask.places) if not cell.hole}
