"""`separated`: each vertex has the number of a class, in binary, and an open edge joins vertices of one number only.

So there is nothing to refine, and the clauses grow with the logarithm of the number of classes. A vertex whose group holds none
of the vertices may have any number.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

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
    bits: list[list[int]] = []
    for at, vertex in enumerate(vertices):
        if vertex is False:
            bits.append([])
        elif at in number:
            bits.append([encoder.truth(bool(number[at] >> bit & 1)) for bit in range(width)])
        else:
            bits.append([encoder.fresh(_with_bit(encoder, term, at, bit)) for bit in range(width)])
    for first, second, condition in growth.edges:
        if first == second or False in (condition, vertices[first], vertices[second]):
            continue
        closed = [-encoder.truth(part) for part in (condition, vertices[first], vertices[second]) if part is not True]
        for one, other in zip(bits[first], bits[second], strict=True):
            if one != other:
                encoder.clause((*unless, *closed, -one, other))
                encoder.clause((*unless, *closed, one, -other))


def _with_bit(encoder: Encoder, term: Term, at: int, bit: int) -> Term:
    """Return the term "in one group with a vertex of a class whose number has a bit"."""
    terms = encoder.terms
    members = [vertex for number, vertices in enumerate(term.detail.classes) if number >> bit & 1 for vertex in vertices]
    meaning = terms.disjunction([terms.joined(term.args[0], vertex, at) for vertex in members])
    return meaning if isinstance(meaning, Term) else terms.constant(meaning)


def _explicit(encoder: Encoder, term: Term) -> Operand:
    """Return the term written out for each two vertices of different classes."""
    terms = encoder.terms
    pairs = itertools.combinations(term.detail.classes, 2)
    joined = [terms.joined(term.args[0], a, b) for one, other in pairs for a in one for b in other]
    return terms.negation(terms.disjunction(joined))


SEPARATED = Encoding(("separated",), _require)
