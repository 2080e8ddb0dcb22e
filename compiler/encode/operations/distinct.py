"""`distinct`: each value at most once; where there are as many members as values, also at least once. Wide numbers in pairs."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ...ir.term import Operand, Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..log_encoding import is_wide

PAIRWISE = 16


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if positive and any(is_wide(arg) for arg in term.args):
        for equal in _pairs(encoder, term):
            encoder.require(equal, False, unless)
        return
    if not positive:
        some = [
            encoder.implied_literal(equal, True) if isinstance(equal, Term) else encoder.truth(equal)
            for equal in _pairs(encoder, term)
        ]
        encoder.clause((*some, *unless))
        return
    holders: dict[Value, list[int]] = {}
    for arg in term.args:
        for value, literal in encoder.choice(arg).items():
            if value is not BLANK:
                holders.setdefault(value, []).append(literal)
    all_needed = len(holders) == len(term.args) and not any(arg.domain.blank for arg in term.args)
    for literals in holders.values():
        if len(literals) > 1:
            _at_most_one(encoder, literals, unless)
        if all_needed:
            encoder.clause((*literals, *unless))


def _at_most_one(encoder: Encoder, literals: list[int], unless: tuple[int, ...]) -> None:
    if len(literals) > PAIRWISE:
        encoder.add_sum([(1, literal) for literal in literals], 0, 1, unless)
    else:
        encoder.at_most_one(literals, unless)


def _pairs(encoder: Encoder, term: Term) -> Iterator[Operand]:
    """Yield the term "equal and not blank" for each pair of members."""
    terms = encoder.terms
    for first, second in itertools.combinations([_operand(arg) for arg in term.args], 2):
        yield terms.conjunction([terms.same(first, second), terms.filled(first)])


def _operand(term: Term) -> Value:
    return term.detail if term.op == "constant" else term


DISTINCT = Encoding(("distinct",), _require)
