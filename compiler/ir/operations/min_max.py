"""`min_max`: the largest or the smallest of several numbers. A blank is none of them; without any number it is blank."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

from ...language.number_sets import INTEGERS, RATIONALS
from ...values import BLANK, Value
from ..domain import Domain, TableTooLarge, domain_of
from ..operation import Operation, all_numeric
from ..term import Operand, Term, when_made
from ..term_store import TermStore
from ..value_sets import Possible, Range, ends, may_be_blank
from .cases import make_cases
from .equality import make_is, make_relation

FEW = 2  # numbers without bounds that are compared with each other
MOST_VALUES = 1_000_000  # of all numbers together


def make_min_max(terms: TermStore, name: str, numbers: Sequence[Operand]) -> Operand:
    """Return the `max` or `min` of those of the numbers that are not blank; blank if there is none."""
    better = BETTER[name]
    if any(isinstance(number, Term) and number.domain.endless for number in numbers):
        return _of_endless(terms, name, [number for number in dict.fromkeys(numbers) if number is not BLANK])
    unknown = [number for number in dict.fromkeys(n for n in numbers if isinstance(n, Term)) if number.domain.values]
    best = {number: number.domain.high if name == "max" else number.domain.low for number in unknown}
    worst = [number.domain.low if name == "max" else number.domain.high for number in unknown if not number.domain.blank]
    known = [number for number in numbers if not isinstance(number, Term) and number is not BLANK]
    if known or worst:  # nothing worse than this is the extreme
        bound = better([*known, *worst])
        known = [bound] if bound in known else []
        unknown = [x for x in unknown if (best[x] != bound or not known) and better((best[x], bound)) == best[x]]
    if not unknown:
        return known[0] if known else BLANK
    if len(unknown) == 1 and not known:
        return unknown[0]
    if sum(number.domain.size for number in unknown) > MOST_VALUES:
        raise TableTooLarge
    values = {*known, *(value for number in unknown for value in number.domain.values)}
    kept = [value for value in values if better((value, bound)) == value] if known or worst else [*values, BLANK]
    if len(kept) == 1:
        return kept[0]
    return terms.make("min_max", [*known, *sorted(unknown, key=when_made)], name, domain_of(kept))


def _of_endless(terms: TermStore, name: str, numbers: Sequence[Operand]) -> Operand:
    """Return the extreme of numbers if some have no bounds: a case for each of a few numbers, otherwise one number."""
    are_whole = all(number.domain.is_numeric if isinstance(number, Term) else isinstance(number, int) for number in numbers)
    if len(numbers) <= FEW or not are_whole:
        return functools.reduce(functools.partial(_better_of, terms, name), numbers)
    domains = [number.domain for number in numbers if isinstance(number, Term)]
    values = INTEGERS if all(domain.has_only_integers for domain in domains) else RATIONALS
    can_be_blank = len(domains) == len(numbers) and all(domain.blank for domain in domains)
    return terms.make("min_max", numbers, name, Domain(values, can_be_blank))


def _better_of(terms: TermStore, name: str, x: Operand, y: Operand) -> Operand:
    """Return the extreme of two numbers by a case for each."""
    in_order = make_relation(terms, *((y, x) if name == "max" else (x, y)), "<=")
    blanks = [(make_is(terms, one, BLANK), other) for one, other in ((x, y), (y, x))]
    return make_cases(terms, [*blanks, (in_order, x)], y)


BETTER: dict[str, Callable[[Sequence[Any]], Any]] = {"max": max, "min": min}


def _evaluate(term: Term, values: Sequence[Value]) -> Value:
    present = [value for value in values if value is not BLANK]
    return BETTER[term.detail](present) if present else BLANK


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    numbers = [bounds for arg in args if (bounds := ends(arg)) is not None]
    if not numbers:
        return frozenset((BLANK,))
    sure = [bounds for arg in args if not may_be_blank(arg) and (bounds := ends(arg)) is not None]
    low, high = min(low for low, _ in numbers), max(high for _, high in numbers)
    if sure and term.detail == "max":
        low = max(low for low, _ in sure)
    elif sure:
        high = min(high for _, high in sure)
    if any(isinstance(arg, Range) for arg in args):
        return Range(math.floor(low), math.ceil(high), not sure)
    values = (value for arg in args if not isinstance(arg, Range) for value in arg if value is not BLANK)
    return frozenset((*(value for value in values if low <= value <= high), *(() if sure else (BLANK,))))


MIN_MAX = Operation(
    name="min_max",
    words="the largest or the smallest of several numbers",
    check=lambda term: bool(term.args) and all_numeric(term),
    evaluate=_evaluate,
    rebuild=lambda terms, term, args: make_min_max(terms, term.detail, args),
    bounds=_bounds,
    is_tabulated=True,
)
