"""`evaluated`: a literal about which plain evaluation decides, candidate by candidate."""

from __future__ import annotations

from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding, by_literal
from ..problem import LazyEvaluated


def _literal(encoder: Encoder, term: Term) -> int:
    literal = encoder.fresh(term)
    encoder.refined.append(LazyEvaluated(literal, term))
    return literal


EVALUATED = Encoding(("evaluated",), by_literal, literal=_literal)
