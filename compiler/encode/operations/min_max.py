"""`min_max`: the largest or smallest of numbers, by a chain of literals: "it is one of the best k values".

A large sum among the numbers, such as the size of a group, gets no literals for its values. A sum says that it is no better than
the extreme, whose value is added up in the steps of the chain; another one says that it is no worse, if it is chosen as the
number that is the extreme. To compare the largest groups of two layers of 132 cells takes 306,000 clauses instead of 621,000.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ...ir.operands import operand
from ...ir.term import SUMS, Operand, Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..order_encoding import at_most
from ..sum_bounds import require_no_further

FEWEST = 3  # values of a number that is compared by "at least so much"
MANY = 20  # values of a sum, beyond which it is compared as a sum


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    is_max = term.detail == "max"
    values = sorted(term.domain.values, reverse=is_max)  # the best first
    sums = [(arg, large) for arg in term.args if (large := _large_sum(encoder, arg))]
    as_sums = {arg for arg, _ in sums}
    numbers = [(encoder.choice(arg), _as_good(encoder, arg, is_max=is_max)) for arg in term.args if arg not in as_sums]
    for _, (_, condition) in sums:
        encoder.truth(condition)  # defined here, outside of the group
    with encoder.group(term):
        result = encoder.fresh_values(term)
        among = _chain(encoder, term, values, result)
        holders: dict[Value, list[int]] = {value: [] for value in values}
        for chosen, as_good in numbers:
            for value, literal in chosen.items():
                if value in among:
                    holders[value].append(literal)
                    encoder.clause((-as_good(value), among[value]))
        chosen_sums = [_compare_sum(encoder, term, arg, large, values, among) for arg, large in sums]
        before: tuple[int, ...] = ()
        # a sum that is chosen has the right value, so without other numbers it is said once that one is chosen
        for value in values if any(holders.values()) or not chosen_sums else values[-1:]:
            encoder.clause((-among[value], *before, *holders[value], *chosen_sums))
            before = (among[value],)
    if not term.domain.blank:
        rising = values[::-1] if is_max else values
        at_most_so_much = [-among[above] for above in rising[1:]] if is_max else [among[value] for value in rising[:-1]]
        encoder.ladders[term] = list(zip(rising, [*at_most_so_much, encoder.truth(True)], strict=True))
    return result


def _large_sum(encoder: Encoder, arg: Term) -> tuple[Term, Operand] | None:
    """Return a number as a sum with many values, and the condition without which it is blank; None if it is none."""
    number, condition = arg, True
    if arg.op == "cases" and len(arg.args) == 3 and operand(arg.args[2]) is BLANK:
        condition, number = operand(arg.args[0]), arg.args[1]
    is_large = number.op in SUMS and not encoder.has_choice(number) and number.domain.size > MANY and not number.domain.blank
    return (number, condition) if is_large and not encoder.has_choice(arg) else None


def _compare_sum(
    encoder: Encoder, term: Term, arg: Term, large: tuple[Term, Operand], values: list[Value], among: dict[Value, int]
) -> int:
    """State that a sum is no better than the extreme; return a literal that it is the extreme."""
    number, condition = large
    is_max = term.detail == "max"
    present = encoder.truth(condition)
    rising = values[::-1] if is_max else values
    steps = [(above - below, among[above] if is_max else -among[below]) for below, above in itertools.pairwise(rising)]
    encoder.clause((-present, among[values[-1]]))
    require_no_further(encoder, number, rising[0], steps, is_upper=is_max, unless=(-present,))
    meaning = encoder.terms.conjunction([condition, encoder.terms.same(arg, term)])
    is_extreme = encoder.fresh(meaning if isinstance(meaning, Term) else encoder.terms.constant(meaning))
    encoder.clause((-is_extreme, present))
    require_no_further(encoder, number, rising[0], steps, is_upper=not is_max, unless=(-is_extreme,))
    return is_extreme


def _chain(encoder: Encoder, term: Term, values: list[Value], result: dict[Value, int]) -> dict[Value, int]:
    """Return for each value the literal of "it is this or a better one", with the clauses that tie it to those of the values."""
    among: dict[Value, int] = {}
    before = -encoder.truth(True)
    for at, value in enumerate(values):
        if at == len(values) - 1:
            among[value] = -result[BLANK] if term.domain.blank else encoder.truth(True)
        elif at == 0:
            among[value] = result[value]
        else:
            ends = (value, term.domain.high) if term.detail == "max" else (term.domain.low, value)
            meaning = encoder.terms.within(term, *ends)
            assert isinstance(meaning, Term)
            among[value] = encoder.fresh(meaning)
            encoder.defined_by(among[value], meaning)
        encoder.clause((-before, among[value]))
        encoder.clause((-before, -result[value]))
        encoder.clause((-result[value], among[value]))
        encoder.clause((-among[value], before, result[value]))
        before = among[value]
    return among


def _as_good(encoder: Encoder, arg: Term, *, is_max: bool) -> Callable[[Value], int]:
    """Return a function from a value to a literal of "the number is this or a better one", or of "it is this"."""
    chosen = encoder.choice(arg)
    if arg.op == "constant" or len(chosen) < FEWEST or arg.domain.blank:
        return chosen.__getitem__
    ladder = at_most(encoder, arg, chosen)
    if not is_max:
        return ladder
    below = {value: before for before, value in itertools.pairwise(sorted(chosen))}
    return lambda value: -ladder(below[value]) if value in below else encoder.truth(True)


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a number is no truth value")


MIN_MAX = Encoding(("min_max",), _no_truth, choice=_choice)
