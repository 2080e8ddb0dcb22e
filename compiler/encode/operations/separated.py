"""`separated`: each vertex has the number of a class, in binary, and an open edge joins vertices of one number only.

So there is nothing to refine, and the clauses grow with the logarithm of the number of classes. A vertex whose group holds none
of the vertices may have any number.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ...ir.reachability_layers import ReachabilityLayers
from ...ir.term import Operand, Term
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if not positive:
        encoder.require(_explicit(encoder, term), False, unless)
        return
    growth = encoder.growth(term.args[0])
    classes: Sequence[tuple[int, ...]] = term.detail.classes
    width = (len(classes) - 1).bit_length()
    number = {at: class_number for class_number, vertices in enumerate(classes) for at in vertices}
    vertices = [growth.vertex(at, at) for at in range(growth.size)]
    hub = growth.size
    with_bit = [_with_hub(encoder, growth, [at for at in number if number[at] >> bit & 1]) for bit in range(width)]
    bits: list[list[int]] = []
    for at, vertex in enumerate(vertices):
        if vertex is False:
            bits.append([])
        elif at in number:
            bits.append([encoder.truth(bool(number[at] >> bit & 1)) for bit in range(width)])
        else:
            bits.append([encoder.fresh(encoder.terms.same_component(network, hub, at)) for network in with_bit])
    for first, second, condition in growth.edges:
        if first == second or False in (condition, vertices[first], vertices[second]):
            continue
        closed = [-encoder.truth(part) for part in (condition, vertices[first], vertices[second]) if part is not True]
        for one, other in zip(bits[first], bits[second], strict=True):
            if one != other:
                encoder.clause((*unless, *closed, -one, other))
                encoder.clause((*unless, *closed, one, -other))


def _with_hub(encoder: Encoder, growth: ReachabilityLayers, members: Sequence[int]) -> Term:
    """Return the network with one further vertex, the last one, that is beside these: in whose group it is, holds one of them.

    So "its class has this bit" is one question for each vertex, and not one about each two.
    """
    vertices = [growth.vertex(at, at) for at in range(growth.size)]
    edges = [*growth.edges, *((at, growth.size, True) for at in members)]
    return encoder.terms.network([*vertices, True], edges)


def _explicit(encoder: Encoder, term: Term) -> Operand:
    """Return the term written out for each two vertices of different classes."""
    terms = encoder.terms
    pairs = itertools.combinations(term.detail.classes, 2)
    joined = [terms.same_component(term.args[0], a, b) for one, other in pairs for a in one for b in other]
    return terms.negation(terms.disjunction(joined))


SEPARATED = Encoding(("separated",), _require)
