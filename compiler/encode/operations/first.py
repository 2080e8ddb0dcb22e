"""`first`: an unknown at each vertex that is equal at the ends of an open edge. That the group holds its value is refined.

All vertices get their literals together. The clauses say: the value has a true truth, it is its own value, and no later one than
any true one of the group. So only a value that is not joined with the vertex at all is left to cuts (`same_component`).
"""

from __future__ import annotations

from ...ir.network import First, SameComponent
from ...ir.operations.first import make_first
from ...ir.term import Operand, Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..problem import LazyJoined

Choice = dict[Value, int]


def _choice(encoder: Encoder, term: Term) -> Choice:
    detail: First = term.detail
    if encoder.lazy:
        return _family(encoder, term)[detail.source]
    terms, growth = encoder.terms, encoder.growth(term.args[0])
    joined = {at: growth.same_component(SameComponent(detail.source, at, None)) for at in detail.places}
    pairs = zip(detail.places, term.args[1:], strict=True)
    position = terms.cases([(terms.conjunction([joined[at], truth]), at) for at, truth in pairs], BLANK)
    chosen: Choice = encoder.choice(position) if isinstance(position, Term) else {position: encoder.truth(True)}
    return {value: chosen.get(value) or encoder.truth(False) for value in term.domain}


def _family(encoder: Encoder, term: Term) -> list[Choice]:
    """Return the literals of all vertices."""
    network, detail = term.args[0], term.detail
    growth = encoder.growth(network)
    truths = dict(zip(detail.places, term.args[1:], strict=True))
    with encoder.group(term):
        vertices = [encoder.truth(growth.vertex(at, at)) for at in range(growth.size)]
        true = {at: encoder.literal(truth) for at, truth in truths.items()}
        ways: dict[tuple[int, int], list[Operand]] = {}
        for first, second, condition in growth.edges:
            ways.setdefault((min(first, second), max(first, second)), []).append(condition)
        edges = [(*ends, encoder.truth(encoder.terms.disjunction(some))) for ends, some in ways.items() if ends[0] != ends[1]]
        choices: list[Choice] = []
        for source, vertex in enumerate(vertices):
            choice_term = make_first(encoder.terms, network, truths, source)
            assert isinstance(choice_term, Term)
            choices.append(encoder.fresh_choice(choice_term))
            encoder.define_choice(choice_term, choices[-1])
            encoder.add_sum([(1, literal) for literal in choices[-1].values()], 0, 1, ())
            encoder.clause((vertex, choices[-1][BLANK]))
        for at, truth in true.items():
            encoder.clause((-truth, -vertices[at], *(choices[at][other] for other in detail.places if other <= at)))
            encoder.clause((-choices[at][at], truth))
            for each_choice in choices:
                encoder.clause((-each_choice[at], choices[at][at]))
        for a, b, edge in edges:
            is_open = (-edge, -vertices[a], -vertices[b])
            for value, literal in choices[a].items():
                encoder.clause((*is_open, -literal, choices[b][value]))
                encoder.clause((*is_open, literal, -choices[b][value]))
                if (a, b) in growth.direct and value is not BLANK:
                    encoder.clause((edge, -literal, -choices[b][value]))
        both = {ends: edge for a, b, edge in edges for ends in ((a, b), (b, a))}
        # No literal is `defined` by what is reached, so engines with rules for that use cuts here too: these are few, and with a
        # family of rules for each place an empty board cut into L-shapes takes 13 s instead of 0.04 s.
        for at in detail.places:
            reached = {source: choice[at] for source, choice in enumerate(choices)}
            encoder.refined.append(LazyJoined(at, reached, dict(enumerate(vertices)), both, encoder.source, ()))
    return choices


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("the first of a group is no truth value")


FIRST = Encoding(("first",), _no_truth, choice=_choice)
