"""`connected`: left to refinement where it must hold, otherwise written out by what is reached from the first vertex."""

from __future__ import annotations

from ...ir.term import Graph, Operand, Term, Terms
from ..encoder import Encoder
from ..problem import LazyConnected
from ..registry import Encoding


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if not (positive and encoder.lazy):
        written_out = explicit(encoder.terms, term)
        if isinstance(written_out, Term):
            encoder.settle([written_out])
        encoder.require(written_out, positive, unless)
        return
    graph: Graph = term.detail
    vertices = tuple(encoder.literal(arg) for arg in term.args[: graph.vertices])
    edges = tuple(encoder.literal(term.args[at]) if at >= 0 else 0 for _, _, at in graph.edges)
    encoder.refined.append(LazyConnected(vertices, graph, edges, unless, encoder.source))


def explicit(terms: Terms, term: Term) -> Operand:
    """`connected` in terms of "reached from the first true vertex within so many steps"."""
    graph: Graph = term.detail
    vertices: list[Operand] = [_operand(arg) for arg in term.args[: graph.vertices]]
    joined: list[list[tuple[int, Operand]]] = [[] for _ in vertices]
    for first, second, at in graph.edges:
        condition = True if at < 0 else _operand(term.args[at])
        joined[first].append((second, condition))
        joined[second].append((first, condition))
    reached: list[Operand] = []
    earlier: Operand = False
    for vertex in vertices:
        reached.append(terms.conjunction([vertex, terms.negation(earlier)]))
        earlier = terms.disjunction([earlier, vertex])
    for _ in range(len(vertices) - 1):
        reached = [
            terms.conjunction(
                [vertex, terms.disjunction([reached[at], *(terms.conjunction([reached[b], c]) for b, c in joined[at])])]
            )
            for at, vertex in enumerate(vertices)
        ]
    return terms.conjunction(
        [terms.disjunction([terms.negation(vertex), there]) for vertex, there in zip(vertices, reached, strict=True)]
    )


def _operand(term: Term) -> Operand:
    return term.detail if term.op == "constant" else term


CONNECTED = Encoding(("connected",), _require)
