"""`acyclic`: cycles, see `lowering/acyclic.py`."""

from __future__ import annotations

from ...functions.acyclic import joins_of
from ...geometry.board import Board
from ...ir.term import Operand
from ...values import Field, Value
from ..acyclic import AcyclicTruth
from ..algebra import Algebra
from ..groups.network import GroupList
from ..lowering_registry import lowering
from ..not_lowered import OPAQUE_TRUTH, not_lowered_inside


@lowering("acyclic", takes_groups=True)
def acyclic(algebra: Algebra, board: Board, mask: Field | GroupList, by: Value = None) -> Operand:
    """Return the term "nothing closes", of what may be there at all."""
    if isinstance(mask, GroupList):
        mask = Field(mask.group_network.places, lambda at, group=mask: group.has(at), mask.group_network.positions)  # type: ignore[misc]
    found = None if not_lowered_inside(mask) or not_lowered_inside(by) else joins_of(board, mask, by)
    if found is None:
        return OPAQUE_TRUTH
    points = [algebra.truth(value) for value in found.vertices] or [True] * found.points
    lines = [
        (first, second, algebra.disjoin([algebra.truth(each) for each in either]) if either else True)
        for first, second, either in found.lines
    ]
    kept = [line for line in lines if line[2] is not False and points[line[0]] is not False and points[line[1]] is not False]
    truth = AcyclicTruth(tuple(line[:2] for line in kept), tuple(points), tuple(line[2] for line in kept))
    return truth.to_term(algebra.terms) if kept else True
