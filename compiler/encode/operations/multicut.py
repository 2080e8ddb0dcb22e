"""`multicut`: the shortest cycles are stated, longer ones are left to refinement. Otherwise it is written out edge by edge."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence

from ...ir.network import SameComponent
from ...ir.operands import operand
from ...ir.term import Operand, Term
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..problem import LazyMulticut

MOST_DETOURS = 64  # that are stated for one edge
MOST_SEEN = 200  # vertices that are looked at for one edge


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if not (positive and encoder.lazy):
        encoder.require(_explicit(encoder, term), positive, unless)
        return
    growth = encoder.growth(term.args[0])
    vertices = tuple(encoder.truth(growth.vertex(at, at)) for at in range(growth.size))
    edges = tuple((a, b, 0 if condition is True else encoder.truth(condition)) for a, b, condition in growth.edges)
    detail = term.args[0].detail.graph.edges
    closed = tuple((*detail[at][:2], encoder.truth(operand(term.args[0].args[detail[at][2]]))) for at in term.detail.edges)
    neighbors: list[dict[int, list[int]]] = [{} for _ in vertices]  # the literals of what leads from a vertex to others
    for first, second, is_open in edges:
        if first != second:
            neighbors[first].setdefault(second, []).append(is_open)
            neighbors[second].setdefault(first, []).append(is_open)
    for first, second, is_open in closed:
        for path in _detours(neighbors, first, second):
            inside = [-vertices[at] for at in path]
            for leads in _choices([neighbors[a][b] for a, b in itertools.pairwise(path)]):
                encoder.clause((*unless, is_open, *inside, *(-edge for edge in leads if edge)))
    encoder.refined.append(LazyMulticut(vertices, edges, closed, unless, encoder.source))


def _detours(neighbors: Sequence[dict[int, list[int]]], first: int, last: int) -> Iterator[list[int]]:
    """Yield the shortest paths between the ends of an edge that do not take it; the first ones, if there are many.

    With the edge they are cycles without chords: longer cycles of a graph that has chords follow from those.
    """
    steps = {last: 0}
    queue = deque([last])
    while queue and first not in steps and len(steps) <= MOST_SEEN:
        here = queue.popleft()
        for other in neighbors[here]:
            if other not in steps and (here, other) != (last, first):
                steps[other] = steps[here] + 1
                queue.append(other)
    paths = [[first]] if first in steps else []
    for _ in range(steps.get(first, 0)):
        paths = [
            [*path, other]
            for path in paths
            for other in neighbors[path[-1]]
            if steps.get(other) == steps[path[-1]] - 1 and (path[-1], other) != (first, last)
        ][:MOST_DETOURS]
    yield from paths


def _choices(several: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the ways to take one of each, the first ones if there are many."""
    choices: list[tuple[int, ...]] = [()]
    for some in several:
        choices = [(*taken, edge) for taken in choices for edge in some][:MOST_DETOURS]
    return choices


def _explicit(encoder: Encoder, term: Term) -> Operand:
    """Return the same edge by edge: it is open, or its ends are not reached from each other."""
    terms, network = encoder.terms, term.args[0]
    growth = encoder.growth(network)
    conditions = []
    for first, second, at in (network.detail.graph.edges[edge] for edge in term.detail.edges):
        joined = growth.same_component(SameComponent(first, second, None))
        if isinstance(joined, Term):
            encoder.flatten_deep_terms([joined])
        conditions.append(terms.disjunction([operand(network.args[at]), terms.negation(joined)]))
    return terms.conjunction(conditions)


MULTICUT = Encoding(("multicut",), _require)
