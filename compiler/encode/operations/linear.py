"""`linear`: multiples added up. It is compared as a sum; literals of its values are made only if needed.

A short sum is added up member by member; the values of a long one are tied to it by one equation.
"""

from __future__ import annotations

from ...ir.running_sum import rows_of_running_sum, running_sum
from ...ir.term import Term
from ...ir.term_store import MAP_LIMIT, TableTooLarge
from ...values import Value
from ..counted_values import counted_values
from ..encoder import Encoder
from ..encoding_registry import Encoding

MOST_ROWS = 1_000  # of tables that add up a sum; with more, one equation says which value it has


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
    addends = list(zip(factors, term.args, strict=True))
    if term.domain.size <= MAP_LIMIT and rows_of_running_sum(addends) > MOST_ROWS:
        return counted_values(encoder, term)
    try:
        total = running_sum(terms, constant, addends)
    except TableTooLarge:  # too many sums to count up: each is compared on its own
        return {value: encoder.literal(encoder.meaning(term, value)) for value in term.domain}
    reached = encoder.choice(total)
    return {value: reached[value] if value in reached else encoder.truth(False) for value in term.domain}


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a sum is no truth value")


LINEAR = Encoding(("linear",), _no_truth, choice=_choice, linear=_linear)
