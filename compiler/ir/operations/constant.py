"""`constant`: a known value among the arguments of other terms."""

from __future__ import annotations

from collections.abc import Sequence

from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    return term.detail


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset((term.detail,))


CONSTANT = Operation(
    name="constant",
    words="a known value",
    check=lambda term: not term.args,
    evaluate=lambda term, values: term.detail,
    rebuild=_rebuild,
    bounds=_bounds,
)
