"""`not` of a truth value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..domain import TRUTH
from ..operation import Detail, DetailReader, KnownFacts, Operation, all_truths
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import FALSE, TRUE, Possible


def make_not(terms: TermStore, x: Operand) -> Operand:
    """Return `not x` of a truth value."""
    if not isinstance(x, Term):
        return not x
    return x.args[0] if x.op == "not" else terms.intern("not", (x,), None, TRUTH)


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    return make_not(terms, args[0])


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    return (None, TRUTH) if detail is None and len(args) == 1 and args[0].domain.is_truth else None


def _down(facts: KnownFacts, term: Term, now: Possible) -> Iterable[tuple[Term, Possible]]:
    return [(term.args[0], FALSE if now == TRUE else TRUE)]


NOT = Operation(
    name="not",
    words="negation",
    is_truth=True,
    check=lambda term: len(term.args) == 1 and all_truths(term),
    evaluate=lambda term, values: not values[0],
    rebuild=_rebuild,
    read=_read,
    down=_down,
    is_tabulated=True,
)
