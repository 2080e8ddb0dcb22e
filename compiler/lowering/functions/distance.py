"""`distance`: a number of its own over the network of the places that the way may go through."""

from __future__ import annotations

import math

from ...functions.distance import places_within
from ...geometry.board import Board
from ...ir.term import Operand, Term
from ...ir.term_store import TableTooLarge
from ...values import BLANK, Field, Value, is_known
from ..algebra import Algebra
from ..groups.network import GroupNetwork
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, PartialArea, passed_on
from ..reasons import ANSWER, GROUP_NETWORK
from ..tabulation import MAX_CASES
from .groups import group_network_of


@lowering("distance", takes_groups=True)
def distance(
    algebra: Algebra, board: Board, a: Value, b: Value, within: Field | PartialArea | None = None, by: Value = None
) -> Value | None:
    """Return the steps from one place to another; an unknown place is each of its values by cases."""
    if within is None and by is None:
        return None  # a table of known distances
    if algebra.answer:
        return NotLowered(ANSWER)
    if not all(isinstance(end, Term) or is_known(end) for end in (a, b)):
        return passed_on(a, b)
    starts, targets = (end.domain.values if isinstance(end, Term) else [end] for end in (a, b))
    if math.prod(map(len, (starts, targets))) > MAX_CASES * MAX_CASES:
        raise TableTooLarge
    mask = within.field if isinstance(within, PartialArea) else places_within(board, starts[0], within)
    network = group_network_of(algebra, board, mask, by, None)
    if network is None:
        return NotLowered(GROUP_NETWORK)
    terms = algebra.terms
    chosen = [
        (algebra.conjoin([terms.equals(a, start), terms.equals(b, target)]), _steps(network, start, target))
        for start in starts
        for target in targets
    ]
    return terms.cases(chosen, BLANK)


def _steps(network: GroupNetwork, start: Value, target: Value) -> Operand:
    source, end = network.positions.get(start), network.positions.get(target)
    return BLANK if source is None or end is None else network.distance(source, end)
