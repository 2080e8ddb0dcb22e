"""`bit`: a bit of a number, counted from the smallest of its domain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...values import BLANK, Value
from ..domain import TRUTH
from ..operation import Detail, DetailReader, KnownFacts, Operation, all_numeric, write_plain
from ..plain_data import ints
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import BOTH, TRUE, Possible, Range

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


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    at, low = ints(detail)
    return ((at, low), TRUTH) if len(args) == 1 and 0 <= at < MOST_BITS else None


def _up(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    (arg,) = args
    return BOTH if isinstance(arg, Range) else frozenset(_evaluate(term, [value]) for value in arg)


def _down(facts: KnownFacts, term: Term, now: Possible) -> Iterable[tuple[Term, Possible]]:
    """Keep the values that have this bit; of a range, the half that has it, if all numbers agree in the bits above."""
    (arg,) = term.args
    before = facts.of(arg)
    allowed = now if isinstance(now, frozenset) else BOTH
    if not isinstance(before, Range):
        return [(arg, frozenset(value for value in before if _evaluate(term, [value]) in allowed))]
    at, low = term.detail
    above = (before.low - low) >> at + 1
    if allowed == BOTH or (before.high - low) >> at + 1 != above:
        return []
    middle = low + (2 * above + 1 << at)
    half = Range(middle, before.high, False) if allowed == TRUE else Range(before.low, middle - 1, before.blank)
    return [(arg, half)]


BIT = Operation(
    name="bit",
    words="a bit of a number",
    is_truth=True,
    check=lambda term: len(term.args) == 1 and all_numeric(term),
    evaluate=_evaluate,
    rebuild=_rebuild,
    write=write_plain,
    read=_read,
    up=_up,
    down=_down,
    is_comparison=True,
)
