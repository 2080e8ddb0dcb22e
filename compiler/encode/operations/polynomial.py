"""Numbers without bounds are left to the engine: a comparison has a literal, and the engine states when it is true."""

from __future__ import annotations

from ...ir.operands import operand
from ...ir.operations.polynomial import is_whole, polynomial_in, polynomial_of
from ...ir.term import Operand, Term
from ...ir.term_store import WIDE
from ...values import BLANK
from .. import arithmetic
from ..encoder import Encoder
from ..encoding_registry import Encoding, by_literal
from ..log_encoding import has_bits


def _literal(encoder: Encoder, term: Term) -> int:
    """Return the literal of a comparison."""
    polynomial = _polynomial(encoder, term)
    with encoder.group(term):
        literal = encoder.fresh(term)
        encoder.defined_by(literal, term)
        encoder.compare(arithmetic.NumberComparison(literal, polynomial, term.detail[0]))
    return literal


def _polynomial(encoder: Encoder, term: Term) -> arithmetic.Polynomial:
    """Return a number as a sum of products of what the engine knows."""
    if term.op not in ("polynomial", "compared"):
        return ((1, (_factor(encoder, term),)),)
    return tuple((times, tuple(_factor(encoder, factor) for factor in factors)) for factors, times in polynomial_in(term).items())


def _factor(encoder: Encoder, term: Term) -> arithmetic.Factor:
    if term.op == "quotient":
        return arithmetic.Division(*(_polynomial(encoder, arg) for arg in term.args))
    if term.op == "floor":
        return arithmetic.Floor(_polynomial(encoder, term.args[0]))
    if term.op == "min_max" and term.domain.endless:
        return arithmetic.ExtremeNumber(term.detail == "max", tuple(_member(encoder, operand(arg)) for arg in term.args))
    if term.op == "multiplied":
        return arithmetic.ProductNumber(tuple(_member(encoder, operand(arg)) for arg in term.args))
    if term.domain.endless:
        assert term.op == "unknown", f"{term.op} is no factor"
        return arithmetic.UnboundedNumber(term.id + 1, is_whole(term))
    if term.domain.is_truth or has_bits(term) or term.domain.size > WIDE:
        constant, pairs = encoder.linear(term)
        return arithmetic.WeightedNumber(constant, tuple(pairs))
    return arithmetic.ChosenNumber(
        tuple((0 if value is BLANK else value, literal) for value, literal in encoder.choice(term).items())
    )


def _member(encoder: Encoder, number: Operand) -> tuple[int, arithmetic.Polynomial]:
    """Return the literal of "a number is not blank", and the number."""
    polynomial = polynomial_of(encoder.terms, number)
    factors = tuple((times, tuple(_factor(encoder, factor) for factor in factors)) for factors, times in polynomial.items())
    return encoder.truth(encoder.terms.filled(number)), factors


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a number is no truth value")


COMPARED = Encoding(("compared",), by_literal, literal=_literal)
NUMBERS = Encoding(("polynomial", "quotient", "floor", "multiplied"), _no_truth)
