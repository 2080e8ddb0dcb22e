"""`unknown`: the value of a layer at one of its places."""

from __future__ import annotations

from collections.abc import Sequence

from ...values import BLANK
from ..operation import Operation, given_value
from ..term import Term, Variable
from ..value_sets import ENDLESS, SMALL, Possible, Range


def _show(detail: Variable) -> str:
    return detail.name


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    layer = term.detail.layer
    if layer.is_unbounded:
        return ENDLESS if term.domain.endless or not term.domain.values else Range(term.domain.low, term.domain.high, False)
    if len(layer.values) > SMALL and term.domain.is_numeric:
        return Range(min(layer.values), max(layer.values), layer.blank)
    return frozenset([*layer.values, *([BLANK] if layer.blank else [])])


UNKNOWN = Operation(
    name="unknown",
    words="an unknown",
    check=lambda term: isinstance(term.detail, Variable),
    evaluate=given_value,
    show=_show,
    bounds=_bounds,
)
