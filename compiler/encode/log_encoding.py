"""Numbers from ranges that are too wide for a literal for each value: bits above the smallest value, and whether it is blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..ir.term import Term
from ..ir.term_store import WIDE
from ..values import BLANK, Value
from .problem import Clause, VariableEncoding

if TYPE_CHECKING:
    from .encoder import Encoder


def is_wide(term: Term) -> bool:
    """Whether the values are too many for a literal each, and follow each other."""
    return term.domain.size > WIDE and isinstance(term.domain.values, range) and term.domain.values.step == 1


def has_bits(term: Term) -> bool:
    """Whether the value of a term is written in bits. A sum is not: it is compared as it is."""
    return is_wide(term) and term.op in ("unknown", "cases")


def new_bits(encoder: Encoder, term: Term, filled: int) -> VariableEncoding:
    """New variables for the bits; all are 0 where the term is blank. `filled`: the literal that it is not, 0 if it cannot be."""
    low, high = term.domain.low, term.domain.high
    bits = tuple(encoder.fresh(encoder.terms.bit(term, at)) for at in range((high - low).bit_length()))
    encoder.add_sum([(1 << at, bit) for at, bit in enumerate(bits)], 0, high - low, ())
    if filled:
        for bit in bits:
            encoder.clause((-bit, filled))
    return VariableEncoding({}, bits, low, filled)


def linear(place: VariableEncoding) -> tuple[int, list[tuple[int, int]]]:
    """The number as a constant and multiples of literals; blank counts 0."""
    pairs = [(1 << at, bit) for at, bit in enumerate(place.bits)]
    return (0, [(place.offset, place.filled), *pairs]) if place.filled else (place.offset, pairs)


def pattern(place: VariableEncoding, value: Value) -> Clause:
    """Literals that are all true exactly if the number has that value."""
    if value is BLANK:
        return (-place.filled,)
    above = int(value) - place.offset
    bits = tuple(bit if above >> at & 1 else -bit for at, bit in enumerate(place.bits))
    return (*bits, place.filled) if place.filled else bits


def require_value(encoder: Encoder, place: VariableEncoding, value: Value, positive: bool, unless: Sequence[int]) -> None:
    """State that the number has that value (or, not `positive`, another one), or one of `unless` is true."""
    literals = pattern(place, value)
    if positive:
        for literal in literals:
            encoder.clause((literal, *unless))
    else:
        encoder.clause((*(-literal for literal in literals), *unless))
