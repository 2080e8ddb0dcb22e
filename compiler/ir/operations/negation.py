"""`not` of a truth value."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain import TRUTH
from ..operation import Operation, all_truths
from ..term import Operand, Term
from ..term_store import TermStore


def make_not(terms: TermStore, x: Operand) -> Operand:
    """Return `not x` of a truth value."""
    if not isinstance(x, Term):
        return not x
    return x.args[0] if x.op == "not" else terms.intern("not", (x,), None, TRUTH)


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    return make_not(terms, args[0])


NOT = Operation(
    name="not",
    words="negation",
    is_truth=True,
    check=lambda term: len(term.args) == 1 and all_truths(term),
    evaluate=lambda term, values: not values[0],
    rebuild=_rebuild,
    is_tabulated=True,
)
