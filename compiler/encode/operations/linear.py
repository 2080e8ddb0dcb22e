"""`linear`: multiples added up. It is compared as a sum; literals of its values are made only if needed, member by member."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...ir.term import Operand, Table, Term
from ...ir.term_factory import TermFactory
from ...ir.term_store import TableTooLarge
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding

FEW = 8  # numbers that are added up one by one


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
        total = _added(terms, constant, list(zip(factors, term.args, strict=True)))
    except TableTooLarge:  # too many sums to count up: each is compared on its own
        return {value: encoder.literal(encoder.meaning(term, value)) for value in term.domain}
    reached = encoder.choice(total)
    return {value: reached[value] if value in reached else encoder.truth(False) for value in term.domain}


def _added(terms: TermFactory, start: Operand, addends: Sequence[tuple[int, Term]]) -> Operand:
    """Return a number plus multiples; many are added up in halves, as that is fewer rows of tables."""
    if len(addends) > FEW:
        half = len(addends) // 2
        both = [_added(terms, start, addends[:half]), _added(terms, 0, addends[half:])]
        return terms.map(Table("+ 1 *", functools.partial(_plus_multiple, 1)), both)
    total = start
    for factor, arg in addends:
        total = terms.map(Table(f"+ {factor} *", functools.partial(_plus_multiple, factor)), [total, arg])
    return total


def _plus_multiple(factor: int, total: int, value: Value) -> int:
    return total + (0 if value is BLANK else factor * int(value))


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a sum is no truth value")


LINEAR = Encoding(("linear",), _no_truth, choice=_choice, linear=_linear)
