"""`distinct`: no value twice, blanks apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...values import BLANK, Value, typed
from ..domain import TRUTH
from ..operation import Detail, DetailReader, Operation, Row
from ..term import Operand, Term
from ..term_store import WIDE, TermStore
from ..value_sets import BOTH, FALSE, Possible, Range, single
from .equality import make_is
from .linear import make_linear


def make_distinct(terms: TermStore, members: Sequence[Operand]) -> Operand:
    """Return whether no two members that are not blank are equal."""
    known = [member for member in members if not isinstance(member, Term) and member is not BLANK]
    if len({typed(value) for value in known}) < len(known):
        return False
    unknown = [member for member in members if isinstance(member, Term)]
    if len(known) + len(unknown) < 2:
        return True
    return terms.make("distinct", [*unknown, *known], None, TRUTH)


def _evaluate(term: Term, values: Sequence[Value]) -> bool:
    filled = [value for value in values if value is not BLANK]
    return len(set(filled)) == len(filled)


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    return (None, TRUTH) if len(args) > 1 and detail is None else None


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    held: set[Value] = set()
    for arg in args:
        if single(arg) and BLANK not in arg:  # type: ignore[operator]
            (value,) = arg  # type: ignore[misc]
            if value in held:
                return FALSE
            held.add(value)
    if any(isinstance(arg, Range) or BLANK in arg for arg in args):
        return BOTH
    return FALSE if len(frozenset().union(*args)) < len(args) else BOTH  # type: ignore[arg-type]


def _rows(terms: TermStore, term: Term) -> Iterator[Row]:
    """Yield for each value how often there is one: at most once, and once if there is no value to spare."""
    if any(arg.domain.size > WIDE for arg in term.args):
        return
    values = dict.fromkeys(value for arg in term.args for value in arg.domain if value is not BLANK)
    everywhere = len(values) == len(term.args) and not any(arg.domain.blank for arg in term.args)
    for value in values:
        held = make_linear(terms, [(1, make_is(terms, arg, value)) for arg in term.args])
        if isinstance(held, Term) and held.op == "linear":
            yield held, int(everywhere), 1


DISTINCT = Operation(
    name="distinct",
    words="no value twice, blanks apart",
    is_truth=True,
    check=lambda term: len(term.args) > 1,
    evaluate=_evaluate,
    rebuild=lambda terms, term, args: make_distinct(terms, args),
    read=_read,
    bounds=_bounds,
    rows=_rows,
)
