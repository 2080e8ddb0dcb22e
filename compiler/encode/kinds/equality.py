"""`is` (equal to a known value) and `same` (two terms equal)."""

from __future__ import annotations

from ...ir.term import Term
from ...values import BLANK
from ..encoder import Encoder
from ..registry import Encoding
from .unknown import is_wide


def _require_is(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    arg = term.args[0]
    if is_compared_by_sum(encoder, arg):
        _require_number(encoder, term, positive, unless)
        return
    literal = encoder.choice(arg)[term.detail]
    encoder.clause((literal if positive else -literal, *unless))


def is_compared_by_sum(encoder: Encoder, arg: Term) -> bool:
    """Whether the argument is compared by its sum and not by literals of its values."""
    return (arg.op == "linear" or (arg.op == "unknown" and is_wide(arg))) and not encoder.has_choice(arg)


def _require_number(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    arg, value = term.args[0], term.detail
    if value is BLANK:
        encoder.linear(arg)
        filled = encoder.places[arg].filled
        encoder.clause((-filled if positive else filled, *unless))
        return
    constant, pairs = encoder.linear(arg)
    filled = encoder.places[arg].filled if arg.op == "unknown" else 0
    if positive:
        encoder.add_sum(pairs, value - constant, value - constant, unless)
        if filled:
            encoder.clause((filled, *unless))
        return
    terms = encoder.terms
    sides = (terms.within(arg, arg.domain.low, value - 1), terms.within(arg, value + 1, arg.domain.high))
    reached = [encoder.implied(side, True) for side in sides if isinstance(side, Term)]
    encoder.clause((*reached, *((-filled,) if filled else ()), *unless))


def _literal_is(encoder: Encoder, term: Term) -> int | None:
    arg = term.args[0]
    return None if is_compared_by_sum(encoder, arg) else encoder.choice(arg)[term.detail]


def _require_same(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    first, second = (encoder.choice(arg) for arg in term.args)
    for value, literal in first.items():
        other = second.get(value)
        if positive:
            encoder.clause((-literal, *(() if other is None else (other,)), *unless))
        elif other is not None:
            encoder.clause((-literal, -other, *unless))
    if positive:
        for value, literal in second.items():
            encoder.clause((-literal, *((first[value],) if value in first else ()), *unless))


IS = Encoding(("is",), _require_is, literal=_literal_is)
SAME = Encoding(("same",), _require_same)
