"""Unknowns: one literal for a truth value, one for each value of a small domain, bits for a wide range of numbers."""

from __future__ import annotations

from ...ir.term import Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..log_encoding import is_wide, new_bits
from ..order_encoding import exactly_one
from ..problem import VariableEncoding


def _literal(encoder: Encoder, term: Term) -> int:
    """Return the literal of a truth value."""
    literal = encoder.fresh(term)
    encoder.places[term] = VariableEncoding({True: literal, False: -literal})
    return literal


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """State a truth value, or for other unknowns the clauses of the domain."""
    if term.domain.is_truth:
        literal = encoder.literal(term)
        encoder.clause((literal if positive else -literal, *unless))
    elif term.domain.endless:
        encoder.places[term] = VariableEncoding({}, number=term.id + 1)
    elif is_wide(term):
        encoder.bits(term)
    else:
        encoder.choice(term)


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    with encoder.group(term):
        if term.domain.size == 1:
            literals = {value: encoder.truth(True) for value in term.domain}
        elif term.domain.size == 2:
            first, second = term.domain
            literal = encoder.fresh(encoder.meaning(term, first))
            literals = {first: literal, second: -literal}
        else:
            literals = encoder.fresh_values(term)
            exactly_one(encoder, term, literals)
    encoder.places[term] = VariableEncoding(literals)
    return literals


def _bits(encoder: Encoder, term: Term) -> VariableEncoding:
    with encoder.group(term):
        filled = encoder.fresh(encoder.terms.negation(encoder.meaning(term, BLANK))) if term.domain.blank else 0
        place = encoder.places[term] = new_bits(encoder, term, filled)
    return place


UNKNOWN = Encoding(("unknown",), _require, literal=_literal, choice=_choice, bits=_bits)
