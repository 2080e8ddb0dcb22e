"""`constant`: a known value among the arguments of other terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain import TRUTH
from ..operation import ANY, Detail, DetailReader, Operation, write_plain
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    return term.detail


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    value = reader.from_json(detail)
    return None if args else (value, TRUTH if isinstance(value, bool) else ANY)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset((term.detail,))


CONSTANT = Operation(
    name="constant",
    words="a known value",
    check=lambda term: not term.args,
    evaluate=lambda term, values: term.detail,
    rebuild=_rebuild,
    write=write_plain,
    read=_read,
    bounds=_bounds,
)
