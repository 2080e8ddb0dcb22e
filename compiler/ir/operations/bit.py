"""`bit`: a bit of a number, counted from the smallest of its domain."""

from __future__ import annotations

from collections.abc import Sequence

from ...values import BLANK, Value
from ..domain import TRUTH
from ..operation import Operation, all_numeric
from ..term import Operand, Term
from ..term_store import TermStore

MOST_BITS = 10_000


def make_bit(terms: TermStore, x: Term, at: int) -> Term:
    """Return a bit of how far a number is above the smallest of its domain; false for blank."""
    return terms.intern("bit", (x,), (at, x.domain.low), TRUTH)


def _evaluate(term: Term, values: Sequence[Value]) -> bool:
    at, low = term.detail
    return values[0] is not BLANK and bool((values[0] - low) >> at & 1)


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    (arg,) = args
    return terms.intern("bit", (arg,), term.detail, TRUTH) if isinstance(arg, Term) else _evaluate(term, [arg])


BIT = Operation(
    name="bit",
    words="a bit of a number",
    is_truth=True,
    check=lambda term: len(term.args) == 1 and all_numeric(term),
    evaluate=_evaluate,
    rebuild=_rebuild,
)
