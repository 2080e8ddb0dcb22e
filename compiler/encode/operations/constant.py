"""`constant`: known values among the arguments of other terms."""

from __future__ import annotations

from ...ir.term import Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    return {term.detail: encoder.truth(True)}


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    if term.detail is not positive:
        encoder.clause(unless)


def _linear(encoder: Encoder, term: Term) -> tuple[int, list[tuple[int, int]]]:
    return (0 if term.detail is BLANK else int(term.detail)), []


CONSTANT = Encoding(
    ("constant",), _require, literal=lambda encoder, term: encoder.truth(term.detail), choice=_choice, linear=_linear
)
