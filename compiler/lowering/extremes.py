"""`max(...) == 5` without the value of the extreme: none of the numbers is larger, and some number is no smaller.

So each number is only compared, and a size counts no further than the comparison needs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

from ..ir.domain import Domain
from ..ir.operands import operand
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..values import Value
from .groups.network import compared

MOST_CASES = 4  # of a number that is compared case by case
FEW = 4  # an unknown number with a fourth of the values of the extreme is compared value by value


def compared_with_extreme(
    terms: TermFactory, compare: Callable[[Value, Value], Value], left: Operand, right: Operand
) -> Operand | None:
    """Return a comparison of an extreme with a number that is known, or one of a few; None if it is no such comparison."""
    for one, other in ((left, right), (right, left)):
        extreme = _extreme_below(one)
        if extreme is None or _extreme_below(other) is not None:
            continue
        if isinstance(other, Term) and FEW * other.domain.size > extreme.domain.size:
            continue
        known = list(other.domain) if isinstance(other, Term) else [other]
        found = []
        for value in known:
            wanted = functools.partial(compare, value) if one is right else lambda each, value=value: compare(each, value)
            found.append((terms.equals(other, value), _among(terms, one, extreme, wanted)))
        if all(held is not None for _, held in found):
            return terms.disjunction([terms.conjunction([is_it, held]) for is_it, held in found])
    return None


def _extreme_below(value: Operand) -> Term | None:
    """Return the extreme that a value is, or is shown by; None if it is none."""
    if not isinstance(value, Term):
        return None
    (below,) = value.args if value.op == "map" and len(value.args) == 1 else (value,)
    return below if below.op == "extreme" else None


def _among(terms: TermFactory, value: Term, extreme: Term, is_wanted: Callable[[Value], Value]) -> Operand | None:
    """Return the term "this value is a wanted one"; None if the wanted values are not in one piece."""
    numbers = sorted(extreme.domain)
    wanted = [at for at, number in enumerate(numbers) if is_wanted(number if value is extreme else value.detail.compute(number))]
    if not wanted:
        return False
    first, last = wanted[0], wanted[-1]
    if len(wanted) != last + 1 - first:
        return None
    low = True if first == 0 else is_at_least(terms, extreme, numbers[first])
    high = True if last == len(numbers) - 1 else is_at_most(terms, extreme, numbers[last])
    return terms.conjunction([low, high])


def is_at_most(terms: TermFactory, number: Operand, bound: int) -> Operand:
    """Return the term "a number, which is not blank, is at most this"."""
    return _compared(terms, number, lambda each: terms.less(compared(terms, each, bound), bound, gap=0), all_of="max")


def is_at_least(terms: TermFactory, number: Operand, bound: int) -> Operand:
    """Return the term "a number, which is not blank, is at least this"."""
    return _compared(terms, number, lambda each: terms.less(bound, compared(terms, each, bound), gap=0), all_of="min")


def _compared(terms: TermFactory, number: Operand, compare: Callable[[Operand], Operand], all_of: str) -> Operand:
    """Return a comparison of all or some of the numbers that an extreme is one of; and of each case of a number."""
    if not isinstance(number, Term) or number.op not in ("extreme", "cases"):
        return compare(number)
    if number.op == "extreme":
        found = [_compared(terms, each, compare, all_of) for each in numbers_of(number)]
        return terms.conjunction(found) if number.detail == all_of else terms.disjunction(found)
    if len(number.args) > 2 * MOST_CASES + 1 or any(arg.domain.blank for arg in (*number.args[1::2], number.args[-1])):
        return compare(number)
    *cases, otherwise = [operand(arg) for arg in number.args]
    chosen = [(at, _compared(terms, each, compare, all_of)) for at, each in zip(cases[::2], cases[1::2], strict=True)]
    return terms.cases(chosen, _compared(terms, otherwise, compare, all_of))


def numbers_of(extreme: Term) -> Iterator[Operand]:
    """Yield the numbers of a chain of extremes, each once."""
    todo = [extreme]
    seen = set(todo)
    for term in todo:
        if term.op != "extreme" or term.detail != extreme.detail:
            yield operand(term)
            continue
        for arg in term.args:
            if arg not in seen:
                seen.add(arg)
                todo.append(arg)


def in_place_of_blank(terms: TermFactory, value: Term, number: int) -> Operand | None:
    """Return a value by cases with a number where a case is blank; None if it is none, or a case may be blank or not."""
    if value.op != "cases" or any(arg.domain.blank and arg.domain.size > 1 for arg in (*value.args[1::2], value.args[-1])):
        return None
    args = [number if _is_blank(arg.domain) else operand(arg) for arg in value.args]
    return terms.cases(list(zip(args[:-1:2], args[1:-1:2], strict=True)), args[-1])


def _is_blank(domain: Domain) -> bool:
    return domain.blank and domain.size == 1
