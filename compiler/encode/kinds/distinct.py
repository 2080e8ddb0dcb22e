"""`distinct`: each value at most once; where there are as many members as values, also at least once."""

from __future__ import annotations

from ...ir.term import Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..registry import Encoding

PAIRWISE = 16


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    holders: dict[Value, list[int]] = {}
    for arg in term.args:
        for value, literal in encoder.choice(arg).items():
            if value is not BLANK:
                holders.setdefault(value, []).append(literal)
    if not positive:
        encoder.clause((*_pairs(encoder, term), *unless))
        return
    all_needed = len(holders) == len(term.args) and not any(arg.domain.blank for arg in term.args)
    for literals in holders.values():
        if len(literals) > 1:
            _at_most_one(encoder, literals, unless)
        if all_needed:
            encoder.clause((*literals, *unless))


def _at_most_one(encoder: Encoder, literals: list[int], unless: tuple[int, ...]) -> None:
    if len(literals) > PAIRWISE:
        encoder.add_sum([(1, literal) for literal in literals], 0, 1, unless)
        return
    for at, literal in enumerate(literals):
        for other in literals[:at]:
            encoder.clause((-literal, -other, *unless))


def _pairs(encoder: Encoder, term: Term) -> list[int]:
    """For each pair of members a literal that makes them equal, and not blank."""
    terms = encoder.terms
    found = []
    for at, first in enumerate(term.args):
        for second in term.args[:at]:
            equal = terms.conjunction([terms.same(_operand(first), _operand(second)), terms.filled(_operand(first))])
            if isinstance(equal, Term):
                found.append(encoder.implied(equal, True))
            elif equal:
                found.append(encoder.truth(True))
    return found


def _operand(term: Term) -> Value:
    return term.detail if term.op == "constant" else term


DISTINCT = Encoding(("distinct",), _require)
