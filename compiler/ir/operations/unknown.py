"""`unknown`: the value of a layer at one of its places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...values import BLANK
from ..domain import TRUTH, Domain
from ..operation import Detail, DetailReader, DetailWriter, Operation, given_value
from ..plain_data import index
from ..term import Term, Variable
from ..value_sets import ENDLESS, SMALL, Possible, Range


def _show(detail: Variable) -> str:
    return detail.name


def _write(writer: DetailWriter, term: Term) -> Any:
    variable: Variable = term.detail
    return [variable.layer.grid, variable.layer.name, variable.position]


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    grid, name, position = detail
    layer = reader.layers[grid, name]
    domain = Domain(layer.values, layer.blank)
    variable = Variable(layer, index(position, len(layer.places)))
    return None if args else (variable, TRUTH if domain == TRUTH and domain.has_truths else domain)


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
    write=_write,
    read=_read,
    bounds=_bounds,
)
