"""Sums between two bounds, stated so that what the other summands leave for one of them is found by unit propagation.

An engine adds up what it does not know to be false. Of a number from 1 to 9 with a literal for each value that would be 45, not
9, and "sixteen numbers add up to 144" was a search without end. So there are two sums: for the upper bound a number counts what
it is above its smallest value, for the lower bound what it is below its largest, so that one that is not known yet counts
right. The smallest and the largest are those of the values that the rules for this place alone leave.

The second sum does not see that the best values of a number are excluded while it is not known. The first one does, so it
states both bounds. Without that, Some F Squares, where placements exclude values one by one, took 750,000 conflicts instead of
7,000.

It is otherwise where a place has more than `MANY` values, as on a path of 100 steps. There the lower bound of the first sum has
hundreds of excluded values as its reason, and clauses that are learned from such reasons are long. So each sum states one bound
only. Knight's paths on 12 x 12 with sums of regions take half the time, and as many conflicts or fewer.

Under a condition, a lower bound in the first eighth of a sum's range hardly ever propagates, since the condition and nearly all
summands have to be known first. The first sum states it, and there is no second one. Hooks 11 takes a sixth less time, with 151
sums instead of 211. Without a condition, Z3 took a fifth more time for Fences, so only a bound that excludes nothing is left out.

Neither sees what large exclusions leave. A rule that compares a place with numbers, or with other places, in order excludes
several of its values at once. So such a place is added up in steps, "more than this value": whichever of these are false, the
rest is a value that it may have. Steps for all places were tried: they take more variables and clauses, and in the specs mostly
more conflicts (Knight Moves 2 six times as many, Hooks of 2014 three times).
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..ir.evaluation import evaluate
from ..ir.lemma_context import LemmaContext
from ..ir.operation import domains
from ..ir.term import SUMS, Term
from ..ir.walk import conjuncts
from ..values import BLANK
from .encoder import Encoder
from .log_encoding import has_bits
from .order_encoding import ladder_of

MANY = 20  # values of a summand
SMALL = 8  # parts of a sum's range, in the first of which a lower bound needs no sum of its own
Pairs = list[tuple[int, int]]


def require_between(encoder: Encoder, arg: Term, low: int, high: int, unless: Sequence[int]) -> None:
    """State that a sum lies from `low` to `high`, or one of the literals in `unless` is true."""
    literals = encoder.literals(arg.args) if arg.op == "linear" else None
    if literals is not None:  # each summand is a truth value, and one sum states both bounds
        constant, *factors = arg.detail
        encoder.add_sum(zip(factors, literals, strict=True), low - constant, high - constant, unless)
        return
    large = arg.op == "linear" and max((domain.size for domain in domains(arg)), default=0) > MANY
    is_one_each = large and any(member.domain.size > MANY for member in arg.args if member.op == "unknown")
    for is_upper in (True, False):
        pairs: Pairs = []
        constant, is_both = _add(encoder, arg, 1, is_upper, pairs)
        least = arg.domain.low if is_upper and is_one_each and not is_both else low
        most = high if is_upper else arg.domain.high
        encoder.add_sum(pairs, least - constant, most - constant, unless)
        is_low = SMALL * (low - arg.domain.low) <= arg.domain.high - arg.domain.low if unless else low == arg.domain.low
        if is_both or (is_low and least == low):  # after the first sum
            break
    if large:
        _bound_bits(encoder, arg, low, high, unless)


def require_climbed(encoder: Encoder, arg: Term, least: int, steps: Pairs) -> None:
    """State that a sum is its least value and those of some steps whose literals are true: at most that, and at least that."""
    climbed = [(-height, literal) for height, literal in steps]
    for is_upper in (True, False):
        pairs: Pairs = []
        constant, is_both = _add(encoder, arg, 1, is_upper, pairs)
        pairs += climbed
        exact = least - constant
        low = exact if is_both or not is_upper else sum(min(0, factor) for factor, _ in pairs)
        high = exact if is_both or is_upper else sum(max(0, factor) for factor, _ in pairs)
        encoder.add_sum(pairs, low, high, ())
        if is_both:
            break


def require_no_further(encoder: Encoder, arg: Term, least: int, steps: Pairs, *, is_upper: bool, unless: Sequence[int]) -> None:
    """State that a sum is at most (or, not `is_upper`, at least) a number, or one of the literals in `unless` is true.

    The number is `least` and those of some steps whose literals are true.
    """
    pairs: Pairs = []
    constant, _ = _add(encoder, arg, 1, is_upper, pairs)
    pairs += [(-height, literal) for height, literal in steps]
    low = sum(min(0, factor) for factor, _ in pairs) if is_upper else least - constant
    high = least - constant if is_upper else sum(max(0, factor) for factor, _ in pairs)
    encoder.add_sum(pairs, low, high, unless)


def _ends(encoder: Encoder, term: Term) -> tuple[int, int]:
    """Return the least and the greatest value of a summand or a sum; blank counts 0.

    Of a place only the values count that the rules for it alone leave. So these are no bounds for a lemma to rest on.
    """
    if term.op == "linear":
        constant, *factors = term.detail
        least = most = constant
        for factor, arg in zip(factors, term.args, strict=True):
            low, high = _ends(encoder, arg)
            least, most = least + min(factor * low, factor * high), most + max(factor * low, factor * high)
        return least, most
    if term.op == "unknown" and (ends := encoder.context.tool(_OwnRules).ends(term)) is not None:
        return ends
    domain = term.domain
    return (min(0, domain.low), max(0, domain.high)) if domain.blank else (domain.low, domain.high)


class _OwnRules:
    """What is asserted of places, one at a time."""

    def __init__(self, context: LemmaContext) -> None:
        self._rules: dict[Term, list[Term]] = {}
        self._ends: dict[Term, tuple[int, int] | None] = {}
        for term in conjuncts(context.asserted):
            inner = term.args[0] if term.op == "not" else term
            if inner.op in ("is", "within") and inner.args[0].op == "unknown":
                self._rules.setdefault(inner.args[0], []).append(term)

    def ends(self, unknown: Term) -> tuple[int, int] | None:
        """Return the least and the greatest value that are left; None if there are no such rules, or they leave nothing."""
        rules = self._rules.get(unknown)
        if rules is None or has_bits(unknown):
            return None
        if unknown not in self._ends:
            left = [
                0 if value is BLANK else int(value)
                for value in unknown.domain
                if all(evaluate(rule, {unknown: value}) for rule in rules)
            ]
            self._ends[unknown] = (min(left), max(left)) if left else None
        return self._ends[unknown]


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


def _add(encoder: Encoder, term: Term, factor: int, is_upper: bool, pairs: Pairs) -> tuple[int, bool]:
    """Add a multiple of a term to `pairs`, as what it is above its least value or, not `is_upper`, below its greatest.

    Return that value, and whether the same literals serve both bounds.
    """
    if term.op == "linear":
        constant, *factors = term.detail
        constant *= factor
        literals = encoder.literals(term.args)
        if literals is not None:
            pairs += zip((factor * multiple for multiple in factors), literals, strict=True)
            return constant, True
        is_both = True
        for multiple, arg in zip(factors, term.args, strict=True):
            base, is_fit = _add(encoder, arg, factor * multiple, is_upper, pairs)
            constant, is_both = constant + base, is_both and is_fit
        return constant, is_both
    domain = term.domain
    if domain.is_truth or term.op in SUMS or has_bits(term) or domain.size <= 2:
        base, rest = encoder.linear(term)
        pairs += [(factor * multiple, literal) for multiple, literal in rest]
        return factor * base, True
    if term in encoder.in_order and not (domain.blank and domain.low <= 0):
        ladder = ladder_of(encoder, term, encoder.choice(term))
        pairs += [(factor * (above - value), -literal) for (value, literal), (above, _) in itertools.pairwise(ladder)]
        return factor * ladder[0][0], True
    base = _ends(encoder, term)[0 if is_upper == (factor > 0) else 1]
    numbers = [(0 if value is BLANK else int(value), literal) for value, literal in encoder.choice(term).items()]
    pairs += [(factor * (number - base), literal) for number, literal in numbers if number != base]
    return factor * base, False
