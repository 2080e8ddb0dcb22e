"""`linear`: multiples added up. It is compared as a sum; literals of its values are made only if needed, member by member."""

from __future__ import annotations

from ...ir.running_sum import running_sum
from ...ir.term import Term
from ...ir.term_store import TableTooLarge
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _linear(encoder: Encoder, term: Term) -> tuple[int, list[tuple[int, int]]]:
    constant, *factors = term.detail
    literals = encoder.literals(term.args)
    if literals is not None:
        return constant, list(zip(factors, literals, strict=True))
    pairs: list[tuple[int, int]] = []
    for factor, arg in zip(factors, term.args, strict=True):
        base, inner = encoder.linear(arg)
        constant += factor * base
        pairs += [(factor * inner_factor, literal) for inner_factor, literal in inner]
    return constant, pairs


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    terms = encoder.terms
    constant, *factors = term.detail
    try:
        total = running_sum(terms, constant, list(zip(factors, term.args, strict=True)))
    except TableTooLarge:  # too many sums to count up: each is compared on its own
        return {value: encoder.literal(encoder.meaning(term, value)) for value in term.domain}
    reached = encoder.choice(total)
    return {value: reached[value] if value in reached else encoder.truth(False) for value in term.domain}


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a sum is no truth value")


LINEAR = Encoding(("linear",), _no_truth, choice=_choice, linear=_linear)
