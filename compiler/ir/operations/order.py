"""`within` (a number between two known ones) and `less` (two numbers in order)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...values import BLANK, Value
from ..domain import TRUTH
from ..operands import is_compared_as_sum
from ..operation import Operation, Row, all_numeric
from ..term import SUMS, Operand, Term
from ..term_store import TermStore
from ..value_sets import BOTH, FALSE, TRUE, Possible, Range, ends, may_be_blank
from .and_or import make_and
from .distance import is_between
from .equality import make_filled, make_is, make_relation
from .linear import make_linear
from .negation import make_not

FEW_EXCLUDED = 5  # values of a sum of two numbers that are excluded one by one


def make_within(terms: TermStore, x: Operand, low: int, high: int) -> Operand:
    """Return whether x is a number from `low` to `high`; false for blank."""
    if not isinstance(x, Term):
        return x is not BLANK and low <= x <= high
    if x.domain.endless:
        return make_and(terms, [make_relation(terms, low, x, "<="), make_relation(terms, x, high, "<=")])
    low, high = max(low, x.domain.low), min(high, x.domain.high)
    inside = x.domain.between(low, high)
    if not inside:
        return False
    if inside == x.domain.size - x.domain.blank:
        return make_not(terms, make_is(terms, x, BLANK))
    if x.op == "distance":
        return is_between(terms, x, low, high)
    if x.op == "map" and len(x.args) == 1 and is_compared_as_sum(x.args[0]) and not x.args[0].domain.blank:
        simpler = _within_by_origins(terms, x, low, high)
        if simpler is not None:
            return simpler
    if inside == 1:
        return make_is(terms, x, next(value for value in x.domain.values if low <= value <= high))
    return terms.intern("within", (x,), (low, high), TRUTH)


def _within_by_origins(terms: TermStore, x: Term, low: int, high: int) -> Operand | None:
    """Return whether a function of a sum lies between two numbers, said of the sum; None if that takes many intervals.

    `abs(a - b) <= 1` is that a - b lies from -1 to 1, and `abs(a - b) >= 2` that it is none of -1, 0 and 1: of two small
    numbers each of these is a clause for each value.
    """
    (arg,) = x.args
    inside: list[int] = []
    outside: list[int] = []
    for origin in arg.domain:
        value = x.detail.compute(origin)
        (inside if value is not BLANK and low <= value <= high else outside).append(origin)
    if 0 < len(outside) <= FEW_EXCLUDED:
        excluded = [make_is(terms, arg, origin) for origin in outside]
        if not any(isinstance(part, Term) and part.op == "is" and part.args[0].op in SUMS for part in excluded):
            return make_and(terms, [make_not(terms, part) for part in excluded])
    if _is_interval(inside):
        return make_within(terms, arg, inside[0], inside[-1])
    return make_not(terms, make_within(terms, arg, outside[0], outside[-1])) if _is_interval(outside) else None


def _is_interval(values: Sequence[int]) -> bool:
    return values[-1] - values[0] == len(values) - 1


def make_less(terms: TermStore, x: Operand, y: Operand, gap: int = 1) -> Operand:
    """Return whether x + gap <= y: with 1 x < y, with 0 x <= y. It is false if either is blank."""
    if x is BLANK or y is BLANK:
        return False
    if any(isinstance(operand, Term) and operand.domain.endless for operand in (x, y)):
        return make_relation(terms, x, y, "<" if gap else "<=")
    if not isinstance(x, Term):
        return make_within(terms, y, x + gap, y.domain.high) if isinstance(y, Term) else x + gap <= y
    if not isinstance(y, Term):
        return make_within(terms, x, x.domain.low, y - gap)
    if x.domain.low + gap > y.domain.high:
        return False
    if is_compared_as_sum(x) or is_compared_as_sum(y) or x is y:
        difference = make_linear(terms, [(1, x), (-1, y)])
        in_order = (
            make_within(terms, difference, difference.domain.low, -gap) if isinstance(difference, Term) else difference <= -gap
        )
        return make_and(terms, [make_filled(terms, x), make_filled(terms, y), in_order])
    return terms.intern("less", (x, y), gap, TRUTH)


# within


def _evaluate_within(term: Term, values: Sequence[Value]) -> bool:
    return values[0] is not BLANK and bool(term.detail[0] <= values[0] <= term.detail[1])


def _bounds_within(term: Term, args: Sequence[Possible]) -> Possible:
    (arg,) = args
    low, high = term.detail
    if isinstance(arg, Range):
        all_in = low <= arg.low and arg.high <= high and not arg.blank
        return TRUE if all_in else FALSE if arg.high < low or arg.low > high else BOTH
    return frozenset({value is not BLANK and low <= value <= high for value in arg})


def _rows_within(terms: TermStore, term: Term) -> Iterator[Row]:
    if term.args[0].op == "linear":
        yield term.args[0], *term.detail


# less


def _evaluate_less(term: Term, values: Sequence[Value]) -> bool:
    first, second = values
    return first is not BLANK and second is not BLANK and bool(first + term.detail <= second)


def _bounds_less(term: Term, args: Sequence[Possible]) -> Possible:
    x, y = map(ends, args)
    if x is None or y is None:
        return FALSE
    (x_low, x_high), (y_low, y_high) = x, y
    if x_low + term.detail > y_high:
        return FALSE
    return TRUE if x_high + term.detail <= y_low and not any(map(may_be_blank, args)) else BOTH


WITHIN = Operation(
    name="within",
    words="a number between two known ones",
    is_truth=True,
    check=lambda term: len(term.args) == 1 and all_numeric(term),
    evaluate=_evaluate_within,
    rebuild=lambda terms, term, args: make_within(terms, args[0], *term.detail),
    bounds=_bounds_within,
    is_tabulated=True,
    rows=_rows_within,
)
LESS = Operation(
    name="less",
    words="smaller by a gap",
    is_truth=True,
    check=lambda term: len(term.args) == 2 and all_numeric(term),
    evaluate=_evaluate_less,
    rebuild=lambda terms, term, args: make_less(terms, args[0], args[1], term.detail),
    bounds=_bounds_less,
    is_tabulated=True,
)
