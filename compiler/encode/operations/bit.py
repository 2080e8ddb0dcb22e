"""`bit`: one of the variables of a number in binary; of a number with a literal for each value, one of several of these."""

from __future__ import annotations

from ...ir.term import Term
from ...values import BLANK
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..log_encoding import has_bits


def _literal(encoder: Encoder, term: Term) -> int | None:
    (arg,) = term.args
    at, low = term.detail
    if not has_bits(arg) or low != arg.domain.low:
        return None
    bits = encoder.bits(arg).bits
    return bits[at] if at < len(bits) else encoder.truth(False)


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    direct = _literal(encoder, term)
    if direct is not None:
        encoder.clause((direct if positive else -direct, *unless))
        return
    at, low = term.detail
    for value, literal in encoder.choice(term.args[0]).items():
        is_set = value is not BLANK and bool((value - low) >> at & 1)
        if is_set != positive:
            encoder.clause((-literal, *unless))


BIT = Encoding(("bit",), _require, literal=_literal)
