"""Sums whose factors differ much, such as those of numbers read from cells: compared by an automaton, column by column."""

from __future__ import annotations

from ..ir import digit_columns
from ..ir.term import Term
from ..ir.term_store import WIDE
from .encoder import Encoder


def by_columns(encoder: Encoder, arg: Term, low: int, high: int) -> Term | bool | None:
    """Return the term "the sum lies from `low` to `high`" by an automaton; None if its factors are similar or it is large."""
    if arg.op == "size":  # each place counts the same
        return None
    constant, *factors = arg.detail
    way = digit_columns.order(factors)
    if not way or any(member.op == "size" or member.domain.size > WIDE for member in arg.args):
        return None
    args = [arg.args[at] for at in way]
    key = (tuple(factors[at] for at in way), tuple(member.domain for member in args), low - constant, high - constant)
    if key not in encoder.columns:
        alphabets = [tuple(member.domain) for member in args]
        encoder.columns[key] = digit_columns.between(key[0], alphabets, low - constant, high - constant)
    automaton = encoder.columns[key]
    if automaton is None:
        return None
    in_range: Term | bool = encoder.terms.automaton(args, automaton)
    return in_range
