"""`connected`: the vertices that are true are joined by the edges that are true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...values import Value
from ..domain import TRUTH
from ..network import Graph, graph_from_json, graph_of, graph_to_json
from ..network_bounds import reached_from
from ..operation import Detail, DetailReader, DetailWriter, KnownFacts, Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import BOTH, FALSE, TRUE, Possible


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
        found = [other for other in joined[vertex] if other in left]
        left -= set(found)
        reached += dict.fromkeys(found)
    return not left


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    edges = [(a, b, True if at < 0 else args[at]) for a, b, at in term.detail.edges]
    return make_connected(terms, args[: term.detail.vertices], edges)


def _show(detail: Graph) -> str:
    return f"{detail.vertices} vertices, {len(detail.edges)} edges"


def _write(writer: DetailWriter, term: Term) -> Any:
    return graph_to_json(term.detail)


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    graph = graph_from_json(detail, len(args))
    return (graph, TRUTH) if all(arg.domain.is_truth for arg in args) else None


def _up(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    """Conclude that a vertex is false if it cannot be reached from a true vertex and all true vertices are connected."""
    graph: Graph = term.detail
    sure = next((at for at in range(graph.vertices) if args[at] == TRUE), None)
    if sure is None:
        return BOTH
    may: dict[int, list[int]] = {at: [] for at in range(graph.vertices) if args[at] != FALSE}
    for first, second, condition in graph.edges:
        if first in may and second in may and (condition < 0 or args[condition] != FALSE):
            may[first].append(second)
            may[second].append(first)
    reached = reached_from(sure, may)
    away = [at for at in may if at not in reached]
    if any(args[at] == TRUE for at in away):
        return FALSE
    if facts.of(term) == TRUE:
        for at in away:
            facts.state(term.args[at], FALSE)
    return BOTH


CONNECTED = Operation(
    name="connected",
    words="all true vertices are joined",
    is_truth=True,
    check=lambda term: term.detail.vertices <= len(term.args),
    evaluate=_evaluate,
    rebuild=_rebuild,
    show=_show,
    write=_write,
    read=_read,
    up=_up,
)
