"""`min_max`: the largest or smallest of numbers, by a chain of literals: "it is one of the best k values"."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from ...ir.term import Term
from ...values import BLANK, Value
from ..encoder import Encoder
from ..encoding_registry import Encoding
from ..order_encoding import at_most

FEWEST = 3  # values of a number that is compared by "at least so much"


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    is_max = term.detail == "max"
    values = sorted(term.domain.values, reverse=is_max)  # the best first
    numbers = [(encoder.choice(arg), _as_good(encoder, arg, is_max=is_max)) for arg in term.args]
    with encoder.group(term):
        result = {value: encoder.fresh(encoder.meaning(term, value)) for value in term.domain}
        among = _chain(encoder, term, values, result)
        holders: dict[Value, list[int]] = {value: [] for value in values}
        for chosen, as_good in numbers:
            for value, literal in chosen.items():
                if value in among:
                    holders[value].append(literal)
                    encoder.clause((-as_good(value), among[value]))
        before: tuple[int, ...] = ()
        for value in values:
            encoder.clause((-among[value], *before, *holders[value]))
            before = (among[value],)
    if not term.domain.blank:
        rising = values[::-1] if is_max else values
        at_most_so_much = [-among[above] for above in rising[1:]] if is_max else [among[value] for value in rising[:-1]]
        encoder.ladders[term] = list(zip(rising, [*at_most_so_much, encoder.truth(True)], strict=True))
    return result


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
