"""`same_shape`: written out, place by place."""

from __future__ import annotations

from ...ir.term import Term
from ...lowering.groups.group_shapes import written_out
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    encoder.require(written_out(encoder.terms, term), positive, unless)


SAME_SHAPE = Encoding(("same_shape",), _require)
