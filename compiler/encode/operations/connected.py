"""`connected`: left to refinement where it must hold, otherwise written out by what is reached from the first vertex."""

from __future__ import annotations

from ...ir.lemma_context import LemmaContext
from ...ir.network import Graph
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...ir.walk import conjuncts
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..problem import LazyConnected

STEP = 2  # depth of terms from "reached within n steps" to "within n + 1": each neighbour uses a vertex again


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if not (positive and encoder.lazy):
        written_out = explicit(encoder.terms, term)
        if isinstance(written_out, Term):
            encoder.flatten_deep_terms([written_out], limit=STEP)
        encoder.require(written_out, positive, unless)
        return
    graph: Graph = term.detail
    vertices = tuple(encoder.literal(arg) for arg in term.args[: graph.vertices])
    edges = tuple(encoder.literal(term.args[at]) if at >= 0 else 0 for _, _, at in graph.edges)
    _require_neighbors(encoder, term, vertices, edges, unless)
    asserted = encoder.context.tool(_assertions)
    known = [at for at in range(graph.vertices) if _operand(term.args[at]) is True]
    roots = known or [at for at in range(graph.vertices) if term.args[at] in asserted]
    encoder.refined.append(LazyConnected(vertices, graph, edges, unless, encoder.source, roots[0] if roots else -1))


def _assertions(context: LemmaContext) -> frozenset[Operand]:
    """Return the terms that rules and givens assert. Of a connected set, a place that it is asserted to have is a root."""
    return frozenset(conjuncts(context.asserted))


def _require_neighbors(
    encoder: Encoder, term: Term, vertices: tuple[int, ...], edges: tuple[int, ...], unless: tuple[int, ...]
) -> None:
    """State the commonest lemmas in advance: a true vertex has a true neighbour, unless it is the only one.

    This halves the lemmas (Hooks #9: 6.5 s without it, 5.1 s with it, mean of eight seeds).
    """
    graph: Graph = term.detail
    few = encoder.terms.within(encoder.terms.linear([(1, _operand(arg)) for arg in term.args[: graph.vertices]]), 0, 1)
    if few is True:
        return
    alone = (encoder.implied_literal(few, True),) if isinstance(few, Term) else ()
    joined: list[list[int]] = [[] for _ in vertices]
    for (first, second, _), edge in zip(graph.edges, edges, strict=True):
        for here, there in ((first, second), (second, first)):
            joined[here].append(edge if edge and _operand(term.args[there]) is True else vertices[there])
    for vertex, neighbors in zip(vertices, joined, strict=True):
        encoder.clause((-vertex, *neighbors, *alone, *unless))


def explicit(terms: TermFactory, term: Term) -> Operand:
    """Return `connected` in terms of "reached from the first true vertex within so many steps"."""
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
