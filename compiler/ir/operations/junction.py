"""`and`, `or` of truth values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..domain import TRUTH
from ..operation import Detail, DetailReader, KnownFacts, Operation, all_truths
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
    for member in members:
        if isinstance(member, Term):
            kept[member] = None
        elif member is decisive:
            return decisive
    for member in kept:
        if member.op == "not" and member.args[0] in kept:
            return decisive
    if len(kept) <= 1:
        return next(iter(kept), not decisive)
    return terms.intern(op, tuple(kept), None, TRUTH)


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    return (None, TRUTH) if detail is None and args and all(arg.domain.is_truth for arg in args) else None


def _bounds_and(term: Term, args: Sequence[Possible]) -> Possible:
    return FALSE if FALSE in args else TRUE if all(arg == TRUE for arg in args) else BOTH


def _bounds_or(term: Term, args: Sequence[Possible]) -> Possible:
    return TRUE if TRUE in args else FALSE if all(arg == FALSE for arg in args) else BOTH


def _down_and(facts: KnownFacts, term: Term, now: Possible) -> Iterable[tuple[Term, Possible]]:
    return [(arg, TRUE) for arg in term.args] if now == TRUE else []


def _down_or(facts: KnownFacts, term: Term, now: Possible) -> Iterable[tuple[Term, Possible]]:
    return [(arg, FALSE) for arg in term.args] if now == FALSE else []


def _narrow(facts: KnownFacts, term: Term, args: Sequence[Possible], now: Possible) -> None:
    """State that the last member that is left of a true disjunction (a false conjunction) is true (false)."""
    wanted = TRUE if term.op == "or" else FALSE
    if now == wanted and wanted not in args:
        left = [arg for arg, possible in zip(term.args, args, strict=True) if possible == BOTH]
        if len(left) == 1:
            facts.state(left[0], wanted)


AND = Operation(
    name="and",
    words="conjunction",
    is_truth=True,
    check=all_truths,
    evaluate=lambda term, values: all(values),
    rebuild=lambda terms, term, args: make_and(terms, args),
    read=_read,
    bounds=_bounds_and,
    down=_down_and,
    narrow=_narrow,
    is_tabulated=True,
)
OR = Operation(
    name="or",
    words="disjunction",
    is_truth=True,
    check=all_truths,
    evaluate=lambda term, values: any(values),
    rebuild=lambda terms, term, args: make_or(terms, args),
    read=_read,
    bounds=_bounds_or,
    down=_down_or,
    narrow=_narrow,
    is_tabulated=True,
)
