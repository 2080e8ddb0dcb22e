"""Sums between two bounds, stated so that what the other summands leave for one of them is found by unit propagation.

An engine adds up what it does not know to be false. Of a number from 1 to 9 with a literal for each value that would be 45, not
9, and "sixteen numbers add up to 144" was a search without end. So the number of a place is added up in steps, "more than this
value": whichever of these are false, the rest is a value that it may have. Other numbers, which mostly belong to one sum only,
keep the literals of their values: for the upper bound they count what they are above the smallest value, for the lower bound
what they are below the largest, so that a number that is not known yet counts right.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..ir.term import SUMS, Term
from ..values import BLANK
from .encoder import Encoder
from .log_encoding import has_bits
from .order_encoding import ladder_of

Pairs = list[tuple[int, int]]


def require_between(encoder: Encoder, arg: Term, low: int, high: int, unless: Sequence[int]) -> None:
    """State that a sum lies from `low` to `high`, or one of the literals in `unless` is true."""
    for least, bounds in ((True, (arg.domain.low, high)), (False, (low, arg.domain.high))):
        pairs: Pairs = []
        constant, is_both = _add(encoder, arg, 1, least, pairs)
        if is_both:
            encoder.add_sum(pairs, low - constant, high - constant, unless)
            break
        encoder.add_sum(pairs, bounds[0] - constant, bounds[1] - constant, unless)
    if arg.op == "linear":
        _bound_bits(encoder, arg, low, high, unless)


def _bound_bits(encoder: Encoder, arg: Term, low: int, high: int, unless: Sequence[int]) -> None:
    """State of each number in bits what the others leave for it at most, since bits do not propagate bounds."""
    below, above = arg.domain.high - low, high - arg.domain.low  # how far one summand may be from its best for either bound
    for factor, member in zip(arg.detail[1:], arg.args, strict=True):
        if has_bits(member) and not member.domain.blank:
            least, most = member.domain.low, member.domain.high
            down, up = (below, above) if factor > 0 else (above, below)
            ends = (most - down // abs(factor), least + up // abs(factor))
            if least < ends[0] or ends[1] < most:
                encoder.require(encoder.terms.within(member, max(least, ends[0]), min(most, ends[1])), True, unless)


def _add(encoder: Encoder, term: Term, factor: int, least: bool, pairs: Pairs) -> tuple[int, bool]:
    """Add a multiple of a term to `pairs`, as what it is above its least value or below its greatest.

    Return that value, and whether the same literals serve both bounds.
    """
    if term.op == "linear":
        constant, *factors = term.detail
        constant *= factor
        literals = encoder.literals(term.args)
        if literals is not None:
            pairs += zip((factor * each for each in factors), literals, strict=True)
            return constant, True
        is_both = True
        for each, arg in zip(factors, term.args, strict=True):
            base, is_fit = _add(encoder, arg, factor * each, least, pairs)
            constant, is_both = constant + base, is_both and is_fit
        return constant, is_both
    domain = term.domain
    if domain.is_truth or term.op in SUMS or has_bits(term) or domain.size <= 2:
        base, found = encoder.linear(term)
        pairs += [(factor * each, literal) for each, literal in found]
        return factor * base, True
    if term.op == "unknown" and not (domain.blank and domain.low <= 0):
        ladder = ladder_of(encoder, term, encoder.choice(term))
        pairs += [(factor * (above - value), -literal) for (value, literal), (above, _) in itertools.pairwise(ladder)]
        return factor * ladder[0][0], True
    numbers = [(0 if value is BLANK else int(value), literal) for value, literal in encoder.choice(term).items()]
    base = (min if least == (factor > 0) else max)(number for number, _ in numbers)
    pairs += [(factor * (number - base), literal) for number, literal in numbers if number != base]
    return factor * base, False
