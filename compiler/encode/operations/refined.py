"""`refined`: the weaker truth is stated, the exact one left to refinement; without that it is written out where it can be."""

from __future__ import annotations

from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..problem import LazyRefined


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    written_out = _explicit(encoder, term)
    if written_out is not None:
        encoder.require(written_out, positive, unless)
    elif positive and (not unless or not encoder.seen_before(term, True)):  # if one of `unless` is true, it need not be known
        encoder.require(_weaker(term), True, unless)
        _refine(encoder, term, encoder.truth(True), unless)
    else:
        literal = encoder.literal(term)
        encoder.clause((literal if positive else -literal, *unless))


def _literal(encoder: Encoder, term: Term) -> int:
    written_out = _explicit(encoder, term)
    if written_out is not None:
        return encoder.truth(written_out)
    with encoder.group(term):
        literal = encoder.fresh(term)
        encoder.require(_weaker(term), True, (-literal,))
        _refine(encoder, term, literal)
    return literal


def _weaker(term: Term) -> Term | bool:
    weaker = term.args[0]
    return bool(weaker.detail) if weaker.op == "constant" else weaker


def _explicit(encoder: Encoder, term: Term) -> Term | bool | None:
    return None if encoder.refining else encoder.written_out(term)


def _refine(encoder: Encoder, term: Term, literal: int, unless: tuple[int, ...] = ()) -> None:
    values = tuple(encoder.choice(arg) for arg in term.args[1:])
    encoder.refined.append(LazyRefined(literal, values, term, encoder.source, unless))


REFINED = Encoding(("refined",), _require, literal=_literal)
