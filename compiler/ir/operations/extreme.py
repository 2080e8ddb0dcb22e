"""`extreme`: the larger or the smaller of two numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain import domain_of
from ..operands import members_of
from ..operation import ANY, Detail, DetailReader, Operation, all_numeric, write_plain
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible, Range, bounds
from .cases import make_cases
from .equality import make_relation


def make_extreme(terms: TermStore, name: str, x: Operand, y: Operand) -> Operand:
    """Return the `max` or `min` of two numbers that are not blank."""
    better = max if name == "max" else min
    if not isinstance(x, Term) and not isinstance(y, Term):
        return better(x, y)
    if any(isinstance(each, Term) and each.domain.endless for each in (x, y)):
        in_order = make_relation(terms, *((y, x) if name == "max" else (x, y)), "<=")
        return make_cases(terms, [(in_order, x)], y)
    first, second = members_of(x), members_of(y)
    bound = better(min(first), min(second)) if name == "max" else better(max(first), max(second))
    if not isinstance(x, Term) or not isinstance(y, Term):
        known, unknown = (y, x) if isinstance(x, Term) else (x, y)
        if better(known, unknown.domain.low) == better(known, unknown.domain.high) == known:
            return known
    values = [value for value in {*first, *second} if better(value, bound) == value]
    in_order = sorted((x, y), key=lambda each: each.id if isinstance(each, Term) else -1)
    return terms.make("extreme", in_order, name, domain_of(values))


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    return (detail, ANY) if detail in ("max", "min") and len(args) == 2 else None


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    (a, b), (c, d) = bounds(args[0]), bounds(args[1])
    low, high = (max(a, c), max(b, d)) if term.detail == "max" else (min(a, c), min(b, d))
    if any(isinstance(arg, Range) for arg in args):
        return Range(low, high, False)
    return frozenset(value for arg in args if not isinstance(arg, Range) for value in arg if low <= value <= high)


EXTREME = Operation(
    name="extreme",
    words="the larger or the smaller of two numbers",
    check=lambda term: len(term.args) == 2 and all_numeric(term) and not any(arg.domain.blank for arg in term.args),
    evaluate=lambda term, values: max(values) if term.detail == "max" else min(values),
    rebuild=lambda terms, term, args: make_extreme(terms, term.detail, *args),
    write=write_plain,
    read=_read,
    bounds=_bounds,
    is_tabulated=True,
)
