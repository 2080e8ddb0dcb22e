"""`same_component`: within a number of steps it is written out; without one it is left to refinement, one way.

All vertices that are joined with one get their literals together. What follows step by step is stated: a true vertex beside one
that is reached is reached. That nothing else is reached is refined: a literal needs a neighbour with one, and vertices that
support each other, away from where they should come from, are answered by a cut.
"""

from __future__ import annotations

from ...ir.network import SameComponent
from ...ir.reachability_layers import ReachabilityLayers
from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding, by_literal
from ..problem import Clause, LazyJoined


def _literal(encoder: Encoder, term: Term) -> int:
    joined: SameComponent = term.detail
    network = term.args[0]
    growth = encoder.growth(network)
    if joined.steps is None and encoder.lazy:
        family = encoder.families.get((network, joined.source))
        if family is None:
            family = encoder.families[network, joined.source] = _family(encoder, term, growth, joined.source)
        return family.get(joined.target) or encoder.truth(False)
    steps = growth.size - 1 if joined.steps is None else joined.steps
    if (network, joined.source, steps) not in encoder.grown:
        encoder.grown.add((network, joined.source, steps))
        for reached in growth.levels(joined.source, steps):  # from near to far, so that nothing is defined deep inside another
            for vertex in reached.values():
                encoder.truth(vertex)
    return encoder.truth(growth.same_component(joined))


def _family(encoder: Encoder, term: Term, growth: ReachabilityLayers, source: int) -> dict[int, int]:
    """Return the literals of all vertices that may be connected with one."""
    network = term.args[0]
    with encoder.group(term):
        conditions, ways = growth.follow(source)
        vertices = {at: encoder.truth(condition) for at, condition in conditions.items()}
        edges = {ends: encoder.truth(condition) for ends, condition in ways.items()}
        reached = {at: _reached_literal(encoder, network, source, at) for at in vertices}
        clauses: list[Clause] = []
        for at, literal in vertices.items():
            if at == source:
                continue
            own = reached[at]
            beside = [other for other, _ in growth.neighbors[at] if (at, other) in edges]
            clauses += ((-own, literal), (-own, vertices[source]))
            clauses.append((-own, *[reached[other] for other in beside]))
            clauses.append((-own, *[edges[at, other] for other in beside]))
            clauses += [(-reached[other], -edges[other, at], -literal, own) for other in beside]
        others = {abs(literal) for at, literal in vertices.items() if at != source}  # no clause has two of them
        joining = [edge for (here, other), edge in edges.items() if here < other]
        beyond = [reached[at] for at in vertices if at != source]
        encoder.clauses(clauses, (others, *([literal] for literal in (vertices[source], *joining, *beyond))))
        defined = tuple(at for at in vertices if at != source and (source, at) not in growth.direct)
        encoder.refined.append(LazyJoined(source, reached, vertices, edges, encoder.source, defined))
    return reached


def _reached_literal(encoder: Encoder, network: Term, source: int, at: int) -> int:
    """Return the literal of "joined with the source": a variable of its own but for the source, and where one edge decides."""
    growth = encoder.growth(network)
    if at == source:
        return encoder.truth(growth.vertex(source, source))
    if (source, at) in growth.direct:
        return encoder.truth(growth.within(source, 1).get(at, False))
    return encoder.fresh(encoder.terms.same_component(network, source, at))


SAME_COMPONENT = Encoding(("same_component",), by_literal, literal=_literal)
