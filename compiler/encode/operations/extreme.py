"""`extreme`: the larger or smaller of two numbers, by literals for "at most so much", made of those of the two."""

from __future__ import annotations

from ...ir.term import Term
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..order_encoding import at_most, exactly_one


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    with encoder.group(term):
        result = encoder.fresh_choice(term)
        exactly_one(encoder, term, result)
    ladder = at_most(encoder, term, result)
    x, y = (at_most(encoder, arg, encoder.choice(arg)) for arg in term.args)
    with encoder.group(term):
        for value in term.domain:
            literal, first, second = ladder(value), x(value), y(value)
            if term.detail == "max":  # at most so much if both are
                encoder.clause((-literal, first))
                encoder.clause((-literal, second))
                encoder.clause((literal, -first, -second))
            else:
                encoder.clause((literal, -first))
                encoder.clause((literal, -second))
                encoder.clause((-literal, first, second))
    return result


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a number is no truth value")


EXTREME = Encoding(("extreme",), _no_truth, choice=_choice)
