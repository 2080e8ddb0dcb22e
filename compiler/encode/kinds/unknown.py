"""Unknowns: one literal for a truth value, one for each value of a small domain, bits for a wide range of numbers."""

from __future__ import annotations

from ...ir.term import WIDE, Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..problem import Place
from ..registry import Encoding


def _literal(encoder: Encoder, term: Term) -> int:
    """The literal of a truth value."""
    literal = encoder.fresh(term)
    encoder.places[term] = Place({True: literal, False: -literal})
    return literal


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """A truth value, or for other unknowns the clauses of the domain."""
    if term.domain.is_truth:
        literal = encoder.literal(term)
        encoder.clause((literal if positive else -literal, *unless))
    elif is_wide(term):
        _bits(encoder, term)
    else:
        encoder.choice(term)


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    if is_wide(term):
        return _from_bits(encoder, term)
    with encoder.group(term):
        if term.domain.size == 1:
            literals = {value: encoder.truth(True) for value in term.domain}
        elif term.domain.size == 2:
            first, second = term.domain
            literal = encoder.fresh(encoder.meaning(term, first))
            literals = {first: literal, second: -literal}
        else:
            literals = {value: encoder.fresh(encoder.meaning(term, value)) for value in term.domain}
            encoder.exactly_one(term, literals)
    encoder.places[term] = Place(literals)
    return literals


# wide ranges


def is_wide(term: Term) -> bool:
    """Whether the values are too many for a literal each."""
    return term.domain.size > WIDE and isinstance(term.domain.values, range) and term.domain.values.step == 1


def _bits(encoder: Encoder, term: Term) -> Place:
    """The number above the smallest one, in binary; 0 where it is blank."""
    place = encoder.places.get(term)
    if place is not None:
        return place
    low, high = term.domain.low, term.domain.high
    with encoder.group(term):
        filled = encoder.fresh(encoder.terms.negation(encoder.meaning(term, BLANK))) if term.domain.blank else 0
        bits = tuple(encoder.fresh(encoder.terms.bit(term, at)) for at in range((high - low).bit_length()))
        encoder.add_sum([(1 << at, bit) for at, bit in enumerate(bits)], 0, high - low, ())
        if filled:
            for bit in bits:
                encoder.clause((-bit, filled))
    place = encoder.places[term] = Place({}, bits, low, filled)
    return place


def _from_bits(encoder: Encoder, term: Term) -> dict[Value, int]:
    """A literal for each value of a wide unknown, where something asks for them."""
    return {value: encoder.literal(encoder.meaning(term, value)) for value in term.domain}


def _linear(encoder: Encoder, term: Term) -> tuple[int, list[tuple[int, int]]]:
    if term.domain.is_truth:
        return 0, [(1, encoder.literal(term))]
    if is_wide(term):
        place = _bits(encoder, term)
        pairs = [(1 << at, bit) for at, bit in enumerate(place.bits)]
        return (0, [(place.offset, place.filled), *pairs]) if place.filled else (place.offset, pairs)
    base = 0 if term.domain.blank else term.domain.low
    pairs = [(int(value) - base, literal) for value, literal in encoder.choice(term).items() if value is not BLANK]
    return base, [(factor, literal) for factor, literal in pairs if factor]


UNKNOWN = Encoding(("unknown",), _require, literal=_literal, choice=_choice, linear=_linear)
