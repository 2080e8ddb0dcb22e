"""`refined`: the weaker truth is stated, the exact one left to refinement; without that it is written out where it can be."""

from __future__ import annotations

from ...ir.term import Operand, Refinement, Term
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..problem import LazyRefined

STEP = 2  # depth of terms from one round to the next, where what is written out goes on round by round


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    written_out = _explicit(encoder, term, may_be_false=not positive)
    if written_out is not None:
        encoder.require(written_out, positive, unless)
    elif positive and (not unless or not encoder.seen_before(term, True)):  # if one of `unless` is true, it need not be known
        encoder.require(_weaker(term), True, unless)
        _refine(encoder, term, encoder.truth(True), unless)
    else:
        literal = encoder.literal(term)
        encoder.clause((literal if positive else -literal, *unless))


def _literal(encoder: Encoder, term: Term) -> int:
    written_out = _explicit(encoder, term, may_be_false=True)
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


def _explicit(encoder: Encoder, term: Term, *, may_be_false: bool) -> Operand | None:
    written_out = None if encoder.refining else encoder.written_out(term)
    refinement: Refinement = term.detail
    if written_out is None and may_be_false and refinement.opposite is not None:
        opposite = refinement.opposite(encoder.terms)
        written_out = None if opposite is None else encoder.terms.negation(opposite)
    if isinstance(written_out, Term) and refinement.opposite is not None:
        encoder.flatten_deep_terms([written_out], limit=STEP)
    return written_out


def _refine(encoder: Encoder, term: Term, literal: int, unless: tuple[int, ...] = ()) -> None:
    values = tuple(encoder.choice(arg) for arg in term.args[1:])
    encoder.refined.append(LazyRefined(literal, values, term, encoder.source, unless))


REFINED = Encoding(("refined",), _require, literal=_literal)
