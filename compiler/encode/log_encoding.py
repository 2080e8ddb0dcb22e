"""Numbers from ranges that are too wide for a literal for each value: bits above the smallest value, and whether it is blank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ..ir.term import Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import WIDE
from ..values import BLANK, Value
from .problem import Clause, VariableEncoding


class BitEncoder(Protocol):
    """What this file needs of an `Encoder`."""

    terms: TermFactory

    def fresh(self, meaning: Term) -> int:
        """Return a new variable, which is the truth of a term."""

    def truth(self, value: bool) -> int:
        """Return the literal of a known truth value."""

    def group(self, source: Term) -> AbstractContextManager[None]:
        """Open a group, to which belongs what is stated inside."""

    def defined_by(self, literal: int, term: Term) -> None:
        """Give a term a literal that is defined elsewhere, unless the term has one already."""

    def clause(self, literals: Iterable[int]) -> None:
        """State that one of the literals is true."""

    def add_sum(self, pairs: Iterable[tuple[int, int]], low: int, high: int, unless: Sequence[int]) -> None:
        """State that multiples of literals add up to a number from `low` to `high`, or one of `unless` is true."""


def is_wide(term: Term) -> bool:
    """Check whether the values are consecutive, and too many for a literal each."""
    return term.domain.size > WIDE and isinstance(term.domain.values, range) and term.domain.values.step == 1


def has_bits(term: Term) -> bool:
    """Check whether the value of a term is encoded in bits. That of a sum is not: sums are compared as they are."""
    return term.op in ("unknown", "cases") and is_wide(term)


def new_bits(encoder: BitEncoder, term: Term, filled: int) -> VariableEncoding:
    """Return new variables for the bits; all are 0 if the term is blank. `filled`: the literal "not blank", or 0."""
    low, high = term.domain.low, term.domain.high
    bits = tuple(encoder.fresh(encoder.terms.bit(term, at)) for at in range((high - low).bit_length()))
    encoder.add_sum([(1 << at, bit) for at, bit in enumerate(bits)], 0, high - low, ())
    if filled:
        for bit in bits:
            encoder.clause((-bit, filled))
    return VariableEncoding({}, bits, low, filled)


def linear(place: VariableEncoding) -> tuple[int, list[tuple[int, int]]]:
    """Return the number as a constant and multiples of literals; blank counts 0."""
    pairs = [(1 << at, bit) for at, bit in enumerate(place.bits)]
    return (0, [(place.offset, place.filled), *pairs]) if place.filled else (place.offset, pairs)


def pattern(place: VariableEncoding, value: Value) -> Clause:
    """Return literals that are all true exactly if the number has that value."""
    if value is BLANK:
        return (-place.filled,)
    above = int(value) - place.offset
    bits = tuple(bit if above >> at & 1 else -bit for at, bit in enumerate(place.bits))
    return (*bits, place.filled) if place.filled else bits


def decode(encoder: BitEncoder, term: Term, place: VariableEncoding) -> dict[Value, int]:
    """Return a literal for each value: the leaves of a binary tree over the bits, from the highest bit down."""
    terms = encoder.terms
    chosen: dict[Value, int] = {BLANK: -place.filled} if place.filled else {}
    with encoder.group(term):
        root = place.filled or encoder.truth(True)
        halves = [(place.offset, len(place.bits), root)]
        for low, width, literal in halves:  # the values from `low` on that agree in all bits but the last `width`
            if width == 0:
                chosen[low] = literal
                continue
            middle = low + (1 << (width - 1))
            if middle > term.domain.high:
                halves.append((low, width - 1, literal))
                continue
            parts = []
            for start, bit in ((low, -place.bits[width - 1]), (middle, place.bits[width - 1])):
                end = min(start + (1 << (width - 1)) - 1, term.domain.high)
                meaning = terms.within(term, start, end)
                if isinstance(meaning, Term):
                    part = encoder.fresh(meaning)
                    encoder.defined_by(part, meaning)
                else:  # a number by cases may have few of the values between its least and its largest
                    part = encoder.truth(bool(meaning))
                encoder.clause((-part, literal))
                encoder.clause((-part, bit))
                encoder.clause((part, -bit, -literal))
                halves.append((start, width - 1, part))
                parts.append(part)
            encoder.clause((-literal, *parts))
    return {value: chosen[value] for value in term.domain}


def require_value(encoder: BitEncoder, place: VariableEncoding, value: Value, positive: bool, unless: Sequence[int]) -> None:
    """State that the number has that value (or, not `positive`, another one), or one of `unless` is true."""
    literals = pattern(place, value)
    if positive:
        for literal in literals:
            encoder.clause((literal, *unless))
    else:
        encoder.clause((*(-literal for literal in literals), *unless))
