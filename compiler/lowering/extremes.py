"""Comparisons of extremes. `max(...) == 5` asks for no value: none of the numbers is larger, and some number is no smaller.

So each number is only compared, and a size counts no further than the comparison needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..ir.evaluation import topological_order
from ..ir.operands import is_compared_as_sum, operand
from ..ir.rebuild import Replacement
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import TableTooLarge
from ..values import BLANK, Value
from .groups.network import capped_size

MOST_CASES = 4  # of a number that is compared case by case
FEW = 4  # an unknown number with a fourth of the values of the extreme is compared value by value
MOST_VALUES = 32  # of a number that is compared value by value because the members of the extreme depend on it

Compare = Callable[[Value, Value], Value]


def compared_with_extreme(terms: TermFactory, compare: Compare, left: Operand, right: Operand) -> Operand | None:
    """Return a comparison of an extreme with a number that is known, or one of a few; None if it is no such comparison."""
    for one, other in ((left, right), (right, left)):
        extreme = _extreme_below(one)
        if extreme is None or _extreme_below(other) is not None:
            continue
        in_order = compare if one is left else _mirror(compare)
        if not isinstance(other, Term):
            return _compare_constant(terms, in_order, one, other)
        by_value = _value_by_value(terms, in_order, one, extreme, other)
        if by_value is not None:
            return by_value
    return None


def _mirror(compare: Compare) -> Compare:
    return lambda one, other: compare(other, one)


def _value_by_value(terms: TermFactory, compare: Compare, one: Term, extreme: Term, other: Term) -> Operand | None:
    """Return a comparison with each value of an unknown; None if that is not worth it.

    It is if the values are few, or if most of the numbers depend on the unknown: then they are simpler for each of its values.
    In `min(distance(c, d) for d in cells if number[d] == number[c]) == number[c]` the conditions become `number[d] == 1`, and
    of the distances only those up to 1 matter.
    """
    source = _source(other)
    depend = source.domain.size <= MOST_VALUES and _most_depend(extreme, source)
    if not depend and FEW * other.domain.size > extreme.domain.size:
        return None
    by = source if depend else other
    cases = []
    for value in by.domain:
        known, number = value, one
        if depend:
            try:
                replacement = Replacement(terms, {source: value})
                known, number = replacement.of(other), replacement.of(one)
            except TableTooLarge:
                return None
        if isinstance(known, Term):
            return None
        held = _compare_constant(terms, compare, number, known)
        if held is None:
            return None
        cases.append((terms.equals(by, value), held))
    return terms.cases(cases[:-1], cases[-1][1])


def _compare_constant(terms: TermFactory, compare: Compare, one: Operand, other: Value) -> Operand | None:
    """Return a comparison with a known value; what was an extreme may be none any more, if some unknown has been replaced."""
    if not isinstance(one, Term):
        return compare(one, other)
    extreme = _extreme_below(one)
    if extreme is not None:
        return _among(terms, one, extreme, lambda value: compare(value, other))
    if is_compared_as_sum(one):
        return None
    return terms.disjunction([terms.equals(one, value) for value in one.domain if compare(value, other)])


def _source(value: Term) -> Term:
    """Return the only unknown that a value is made of; the value itself if there are several."""
    while value.op in ("map", "linear", "cases"):
        inner = [arg for arg in value.args if arg.op != "constant"]
        if len(inner) != 1:
            break
        (value,) = inner
    return value


def _most_depend(extreme: Term, on: Term) -> bool:
    """Check whether at least half of the numbers, and more than one, depend on an unknown."""
    depend = {on}
    for term in topological_order([extreme]):
        if any(arg in depend for arg in term.args):
            depend.add(term)
    return extreme in depend and sum(arg in depend for arg in extreme.args) >= max(2, len(extreme.args) / 2)


def _extreme_below(value: Operand) -> Term | None:
    """Return the extreme that a value is, or is a function of; None if it is none."""
    if not isinstance(value, Term):
        return None
    (below,) = value.args if value.op == "map" and len(value.args) == 1 else (value,)
    return below if below.op == "min_max" else None


def _among(terms: TermFactory, value: Term, extreme: Term, is_wanted: Callable[[Value], Value]) -> Operand | None:
    """Return the term "this value is a wanted one"; None if the wanted values are not in one piece."""
    compute = (lambda number: number) if value is extreme else value.detail.compute
    numbers = sorted(extreme.domain.values)
    wanted = [at for at, number in enumerate(numbers) if is_wanted(compute(number))]
    if_blank = extreme.domain.blank and is_wanted(compute(BLANK))
    in_range: Operand = False
    if wanted:
        first, last = wanted[0], wanted[-1]
        if len(wanted) != last + 1 - first:
            return None
        is_max = extreme.detail == "max"
        has_low = first > 0 or (is_max and extreme.domain.blank)  # the one that says that some number is good enough
        has_high = last < len(numbers) - 1 or (not is_max and extreme.domain.blank)
        low = is_at_least(terms, extreme, numbers[first], if_blank=not is_max) if has_low else True
        high = is_at_most(terms, extreme, numbers[last], if_blank=is_max) if has_high else True
        in_range = terms.conjunction([low, high])
    return terms.disjunction([in_range, _all_blank(terms, extreme)]) if if_blank else in_range


def _all_blank(terms: TermFactory, extreme: Term) -> Operand:
    return terms.conjunction([terms.equals(number, BLANK) for number in numbers_of(extreme)])


def is_blank(terms: TermFactory, number: Term) -> Operand:
    """Return the term "a number is blank"; of an extreme, that all its numbers are."""
    return _all_blank(terms, number) if number.op == "min_max" else terms.equals(number, BLANK)


def is_at_most(terms: TermFactory, number: Operand, bound: Value, *, if_blank: bool = False) -> Operand:
    """Return the term "a number is at most this"."""
    return _compare(terms, number, lambda member: terms.less(capped_size(terms, member, bound), bound, gap=0), "max", if_blank)


def is_at_least(terms: TermFactory, number: Operand, bound: Value, *, if_blank: bool = False) -> Operand:
    """Return the term "a number is at least this"."""
    return _compare(terms, number, lambda member: terms.less(bound, capped_size(terms, member, bound), gap=0), "min", if_blank)


def _compare(terms: TermFactory, number: Operand, compare: Callable[[Operand], Operand], all_of: str, if_blank: bool) -> Operand:
    """Return a comparison of all or some of the numbers that an extreme is one of; and of each case of a number.

    `all_of`: the extreme of which all numbers have to compare so. `if_blank`: what comes of a blank.
    """
    if number is BLANK:
        return if_blank
    if isinstance(number, Term) and number.op == "min_max":
        is_all = number.detail == all_of
        comparisons = [_compare(terms, member, compare, all_of, is_all) for member in numbers_of(number)]
        held = terms.conjunction(comparisons) if is_all else terms.disjunction(comparisons)
        if not number.domain.blank or is_all is if_blank:
            return held
        blank = _all_blank(terms, number)
        return terms.conjunction([held, terms.negation(blank)]) if is_all else terms.disjunction([held, blank])
    if isinstance(number, Term) and number.op == "cases" and len(number.args) <= 2 * MOST_CASES + 1:
        *cases, otherwise = [operand(arg) for arg in number.args]
        chosen = [(at, _compare(terms, of, compare, all_of, if_blank)) for at, of in zip(cases[::2], cases[1::2], strict=True)]
        return terms.cases(chosen, _compare(terms, otherwise, compare, all_of, if_blank))
    found_so = compare(number)
    can_be_blank = if_blank and isinstance(number, Term) and number.domain.blank
    return terms.disjunction([found_so, terms.equals(number, BLANK)]) if can_be_blank else found_so


def numbers_of(extreme: Term) -> Iterator[Operand]:
    """Yield the numbers that an extreme is one of, those of extremes of the same kind among them too; each once."""
    todo = [extreme]
    seen = set(todo)
    for term in todo:
        if term.op != "min_max" or term.detail != extreme.detail:
            yield operand(term)
            continue
        for arg in term.args:
            if arg not in seen:
                seen.add(arg)
                todo.append(arg)
