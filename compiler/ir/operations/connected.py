"""`connected`: the vertices that are true are joined by the edges that are true."""

from __future__ import annotations

from collections.abc import Sequence

from ...values import Value
from ..domain import TRUTH
from ..network import Graph, graph_of
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore


def make_connected(terms: TermStore, vertices: Sequence[Operand], edges: Sequence[tuple[int, int, Operand]]) -> Operand:
    """Return whether the vertices that are true are joined by the edges that are true."""
    graph, conditions = graph_of(len(vertices), edges)
    return terms.make("connected", [*vertices, *conditions], graph, TRUTH)


def _evaluate(term: Term, values: Sequence[Value]) -> bool:
    graph: Graph = term.detail
    left = {vertex for vertex in range(graph.vertices) if values[vertex]}
    joined: dict[int, list[int]] = {vertex: [] for vertex in left}
    for first, second, condition in graph.edges:
        if first in left and second in left and (condition < 0 or values[condition]):
            joined[first].append(second)
            joined[second].append(first)
    reached = [min(left)] if left else []
    left -= set(reached)
    for vertex in reached:
        others = [other for other in joined[vertex] if other in left]
        left -= set(others)
        reached += dict.fromkeys(others)
    return not left


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    edges = [(a, b, True if at < 0 else args[at]) for a, b, at in term.detail.edges]
    return make_connected(terms, args[: term.detail.vertices], edges)


def _show(detail: Graph) -> str:
    return f"{detail.vertices} vertices, {len(detail.edges)} edges"


CONNECTED = Operation(
    name="connected",
    words="all true vertices are joined",
    is_truth=True,
    check=lambda term: term.detail.vertices <= len(term.args),
    evaluate=_evaluate,
    rebuild=_rebuild,
    show=_show,
)
