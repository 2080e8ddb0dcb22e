"""`acyclic`: cycles, see `lowering/acyclic.py`."""

from __future__ import annotations

from ...functions.acyclic import joins_of
from ...geometry.board import Board
from ...ir.term import Operand
from ...values import BLANK, Field, Value
from ..acyclic import AcyclicTruth
from ..algebra import Algebra
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, PartialArea, not_lowered_inside, passed_on
from ..reasons import GROUP_NETWORK


@lowering("acyclic", takes_groups=True)
def acyclic(algebra: Algebra, board: Board, mask: Field | PartialArea, by: Value = None) -> Operand:
    """Return the term "nothing closes", of what may be there at all."""
    if isinstance(mask, PartialArea):
        area, found = mask, acyclic.lower(algebra, board, mask.field, by)
        return algebra.choose(area.missing, lambda: BLANK, lambda: found)
    found = None if not_lowered_inside(mask) or not_lowered_inside(by) else joins_of(board, mask, by)
    if found is None:
        return passed_on(mask, by, is_truth=True) if not_lowered_inside([mask, by]) else NotLowered(GROUP_NETWORK, is_truth=True)
    points = [algebra.truth(value) for value in found.vertices] or [True] * found.points
    lines = [
        (first, second, algebra.disjoin([algebra.truth(condition) for condition in either]) if either else True)
        for first, second, either in found.lines
    ]
    kept = [line for line in lines if line[2] is not False and points[line[0]] is not False and points[line[1]] is not False]
    truth = AcyclicTruth(tuple(line[:2] for line in kept), tuple(points), tuple(line[2] for line in kept))
    return truth.to_term(algebra.terms) if kept else True
