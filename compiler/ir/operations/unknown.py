"""`unknown`: the value of a layer at one of its places."""

from __future__ import annotations

from collections.abc import Sequence

from ..operation import Operation, given_value
from ..term import Term, Variable
from ..value_sets import ENDLESS, Possible, of_domain


def _show(detail: Variable) -> str:
    return detail.name


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return of_domain(term.domain) if term.domain.endless or term.domain.size else ENDLESS


UNKNOWN = Operation(
    name="unknown",
    words="an unknown",
    check=lambda term: isinstance(term.detail, Variable),
    evaluate=given_value,
    show=_show,
    bounds=_bounds,
)
