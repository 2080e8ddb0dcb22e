"""`connected`: an operation of its own, refined by cuts or written out. `groups`, `group`: lists of places that may be there."""

from __future__ import annotations

from ...functions.groups import adjacency, ends_of, mask_and_values
from ...geometry.board import Board
from ...geometry.places import Cell
from ...ir.term import Operand
from ...language.interpreter import SpecCallable
from ...values import BLANK, Everywhere, Field, Value, is_known
from ..algebra import Algebra
from ..groups.network import GroupList, GroupNetwork, Groups
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, PartialArea, is_single, not_lowered_inside
from ..reasons import ANSWER, GROUP_NETWORK

Edges = list[tuple[int, int, Operand]]


@lowering("connected", takes_groups=True)
def connected(
    algebra: Algebra, board: Board, mask: Field | PartialArea | None = None, by: Value = None, same: Field | None = None
) -> Operand:
    """Return "the places of the mask are connected", with an edge if `by` may join two and their values may be equal."""
    if isinstance(mask, PartialArea):
        is_connected = _connected_places(algebra, board, mask, by, same)
        return algebra.choose(mask.missing, lambda: BLANK, lambda: is_connected)
    parts = _parts(algebra, board, mask, by, same)
    if parts is None:
        return NotLowered(GROUP_NETWORK, is_truth=True)
    _, vertices, edges, values = parts
    if values is not None:
        edges = [(a, b, algebra.conjoin([edge, algebra.equal(values[a], values[b])])) for a, b, edge in edges]
    return algebra.terms.connected(vertices, edges)


def _connected_places(algebra: Algebra, board: Board, area: PartialArea, by: Value, same: Field | None) -> Operand:
    """Return "these places are connected"; a group that is joined by sides only always is."""
    if isinstance(area, GroupList) and area.group_network.is_plain and by is None and same is None:
        return True
    is_connected: Operand = connected.lower(algebra, board, area.field, by, same)
    return is_connected


@lowering("groups")
def groups(algebra: Algebra, board: Board, mask: Field | None = None, by: Value = None, same: Field | None = None) -> Value:
    """Return all groups of a network; opaque in an answer, which is only evaluated."""
    group_network = None if algebra.answer else group_network_of(algebra, board, mask, by, same)
    return NotLowered(ANSWER if algebra.answer else GROUP_NETWORK) if group_network is None else Groups(group_network)


@lowering("group")
def group(
    algebra: Algebra, board: Board, c: Value, mask: Field | None = None, by: Value = None, same: Field | None = None
) -> Value:
    """Return the group of a place; opaque in an answer."""
    group_network = None if algebra.answer else group_network_of(algebra, board, mask, by, same)
    if group_network is None or not is_known(c):
        return NotLowered(ANSWER if algebra.answer else GROUP_NETWORK)
    at = group_network.positions.get(c)
    return BLANK if at is None or group_network.vertex(at) is False else GroupList(group_network, at)


def group_network_of(algebra: Algebra, board: Board, mask: Field | None, by: Value, same: Field | None) -> GroupNetwork | None:
    """Return the network of the places of a mask; None if they are opaque, or joined one way only."""
    where = mask.places if isinstance(mask, Everywhere) else mask  # the mask of an area is made for each call
    way = by
    if isinstance(by, SpecCallable) and by.closure.is_of_language:  # so is the function that a name such as `touching` stands for
        way = (by.closure.name, by.closure.scope.board)
    return algebra.group_networks.once((board, where, way, same), lambda: _new_network(algebra, board, mask, by, same))


def _new_network(algebra: Algebra, board: Board, mask: Field | None, by: Value, same: Field | None) -> GroupNetwork | None:
    parts = _parts(algebra, board, mask, by, same)
    if parts is None:
        return None
    places, vertices, edges, values = parts
    is_plain = by is None or all(_are_neighbors(board, places[a], places[b]) for a, b, _ in edges)
    return algebra.group_networks.group_network(places, algebra.terms.network(vertices, edges, values), is_plain=is_plain)


def _are_neighbors(board: Board, first: Value, second: Value) -> bool:
    return isinstance(first, Cell) and second in board.neighbors(first)


def _parts(
    algebra: Algebra, board: Board, mask: Field | None, by: Value, same: Field | None
) -> tuple[list[Value], list[Operand], Edges, list[Value] | None] | None:
    """Return places, whether each belongs to a group, the edges, and the values that have to be equal; or None."""
    mask, same = mask_and_values(mask, same)
    if not_lowered_inside(mask) or not_lowered_inside(by) or not_lowered_inside(same) or len(set(mask.places)) < len(mask.places):
        return None
    vertices = [algebra.truth(value) for value in mask]
    values: list[Value] | None = None
    if same is not None:
        positions = [same.position(place) for place in mask.places]
        values = [BLANK if at is None else algebra.automata.to_term(same[at]) for at in positions]
        if not all(is_single(value) and not not_lowered_inside(value) for value in values):
            return None
        filled = [algebra.terms.filled(value) for value in values]
        vertices = [algebra.conjoin(both) for both in zip(vertices, filled, strict=True)]
    edges = _edges_of_field(algebra, mask, by) if isinstance(by, Field) else _edges(board, mask, by)
    return None if edges is None else (list(mask.places), vertices, edges, values)


def _edges(board: Board, mask: Field, by: Value) -> Edges | None:
    """Return the edges of a function from a place to places; None if they are unknown or do not go both ways."""
    adjacent = adjacency(board, mask, by)
    pairs: dict[tuple[int, int], None] = {}
    for here, place in enumerate(mask.places):
        reached = adjacent(place)
        if not is_known(reached):
            return None
        for there in (mask.position(other) for other in reached):
            if there is not None and there != here:
                pairs[here, there] = None
    if any((there, here) not in pairs for here, there in pairs):
        return None
    return [(here, there, True) for here, there in pairs if here < there]


def _edges_of_field(algebra: Algebra, mask: Field, by: Field) -> Edges:
    edges = []
    for position, (first, second) in ends_of(by, mask):
        here, there = mask.position(first), mask.position(second)
        if here is not None and there is not None:
            edges.append((here, there, algebra.truth(by[position])))
    return edges
