"""`and`, `or` of truth values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..domain import TRUTH
from ..operation import Operation, all_truths
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import BOTH, FALSE, TRUE, Possible


def make_and(terms: TermStore, members: Iterable[Operand]) -> Operand:
    """Return `and` of truth values; true if there are none."""
    return _junction(terms, "and", members, decisive=False)


def make_or(terms: TermStore, members: Iterable[Operand]) -> Operand:
    """Return `or` of truth values; false if there are none."""
    return _junction(terms, "or", members, decisive=True)


def _junction(terms: TermStore, op: str, members: Iterable[Operand], *, decisive: bool) -> Operand:
    kept: dict[Term, None] = {}
    negated: list[Term] = []
    for member in members:
        if type(member) is Term:
            kept[member] = None
            if member.op == "not":
                negated.append(member.args[0])
        elif member is decisive:
            return decisive
    if negated and not kept.keys().isdisjoint(negated):
        return decisive
    if len(kept) <= 1:
        return next(iter(kept), not decisive)
    return terms.intern(op, tuple(kept), None, TRUTH)


def _bounds_and(term: Term, args: Sequence[Possible]) -> Possible:
    return FALSE if FALSE in args else TRUE if all(arg == TRUE for arg in args) else BOTH


def _bounds_or(term: Term, args: Sequence[Possible]) -> Possible:
    return TRUE if TRUE in args else FALSE if all(arg == FALSE for arg in args) else BOTH


AND = Operation(
    name="and",
    words="conjunction",
    is_truth=True,
    check=all_truths,
    evaluate=lambda term, values: all(values),
    rebuild=lambda terms, term, args: make_and(terms, args),
    bounds=_bounds_and,
    is_tabulated=True,
)
OR = Operation(
    name="or",
    words="disjunction",
    is_truth=True,
    check=all_truths,
    evaluate=lambda term, values: any(values),
    rebuild=lambda terms, term, args: make_or(terms, args),
    bounds=_bounds_or,
    is_tabulated=True,
)
