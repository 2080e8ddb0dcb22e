"""`within` (a number between two known ones) and `less` (two numbers in order)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from ...ir.term import Term
from ...values import BLANK, Value
from ..digit_sums import by_columns
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..log_encoding import has_bits
from ..sum_bounds import require_between
from .equality import is_compared_by_sum


def _require_within(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    arg = term.args[0]
    low, high = term.detail
    if is_compared_by_sum(encoder, arg) or has_bits(arg):
        _require_number(encoder, arg, (low, high), positive, unless)
        return
    for value, literal in encoder.choice(arg).items():
        inside = value is not BLANK and low <= value <= high
        if inside != positive:
            encoder.clause((-literal, *unless))


def _require_number(encoder: Encoder, arg: Term, ends: tuple[int, int], positive: bool, unless: tuple[int, ...]) -> None:
    in_range = by_columns(encoder, arg, *ends) if is_compared_by_sum(encoder, arg) else None
    if in_range is not None:
        encoder.require(in_range, positive, unless)
        return
    filled = encoder.bits(arg).filled if has_bits(arg) else 0
    if positive:
        require_between(encoder, arg, *ends, unless)
        if filled:
            encoder.clause((filled, *unless))
        return
    terms = encoder.terms
    below = terms.within(arg, arg.domain.low, ends[0] - 1)
    above = terms.within(arg, ends[1] + 1, arg.domain.high)
    if not filled and not (isinstance(below, Term) and isinstance(above, Term)):
        low, high = (ends[1] + 1, arg.domain.high) if below is False else (arg.domain.low, ends[0] - 1)
        require_between(encoder, arg, low, high, unless)
        return
    reached = [encoder.implied_literal(side, True) for side in (below, above) if isinstance(side, Term)]
    encoder.clause((*reached, *((-filled,) if filled else ()), *unless))


def _require_less(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    """State x + gap <= y: each value of x needs a value of y that is large enough, and the other way round."""
    x, y = (encoder.choice(arg) for arg in term.args)
    gap = term.detail
    _require_partner(encoder, x, y, gap, positive, unless, is_after=True)
    _require_partner(encoder, y, x, gap, positive, unless, is_after=False)


def _require_partner(
    encoder: Encoder,
    x: dict[Value, int],
    y: dict[Value, int],
    gap: int,
    positive: bool,
    unless: tuple[int, ...],
    *,
    is_after: bool,
) -> None:
    """State that each value of x needs a value of y in order with it (or, not `positive`, out of order, as blank is).

    In order is at least `gap` more (or, not `is_after`, at least `gap` less).
    """
    numbers = sorted(int(value) for value in y if value is not BLANK)
    in_order = [y[number] for number in numbers]
    for value, literal in x.items():
        if value is BLANK:
            fitting = [] if positive else [*y.values()]
        else:
            at = bisect_left(numbers, int(value) + gap) if is_after else bisect_right(numbers, int(value) - gap)
            fitting = in_order[at:] if is_after == positive else in_order[:at]
            if BLANK in y and not positive:
                fitting.append(y[BLANK])
        if len(fitting) < len(y):
            encoder.clause((-literal, *fitting, *unless))


WITHIN = Encoding(("within",), _require_within)
LESS = Encoding(("less",), _require_less)
