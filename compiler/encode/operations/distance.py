"""`distance`: each value by "joined within so many steps"; added up, a step for each number of steps that does not lead there."""

from __future__ import annotations

from ...ir.term import Term
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    return {value: encoder.truth(encoder.terms.equals(term, value)) for value in term.domain}


def _linear(encoder: Encoder, term: Term) -> tuple[int, list[tuple[int, int]]]:
    terms = encoder.terms
    least, most = term.domain.low, term.domain.high
    further = [terms.within(term, steps + 1, most) for steps in range(least, most)]
    return 0, [(least, encoder.truth(terms.filled(term))), *((1, encoder.truth(condition)) for condition in further)]


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a distance is no truth value")


DISTANCE = Encoding(("distance",), _no_truth, choice=_choice, linear=_linear)
