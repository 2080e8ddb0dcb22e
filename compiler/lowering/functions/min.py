"""`min` and `max`: one term of all numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ...functions.min import compared_members, key_of
from ...ir.denominators import make_multiple
from ...ir.operands import operand
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...ir.term_store import WIDE
from ...language.interpreter import SpecCallable
from ...language.operators import OPERATORS
from ...values import BLANK, Number, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import INFINITE, Numbers, ResultFilter
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, is_single, not_lowered_inside, passed_on
from ..quotients import Quotient, has_fractions
from ..reasons import LIST_MEMBERS


@lowering("min")
def min(algebra: Algebra, values: Value, *more: Value, key: SpecCallable | None = None) -> Value:
    """Return an extreme, which is compared by its numbers, or by a chain of order literals."""
    return _extreme(algebra, "min", compared_members("min", values, more), key)


@lowering("max")
def max(algebra: Algebra, values: Value, *more: Value, key: SpecCallable | None = None) -> Value:
    """Return an extreme, which is compared by its numbers, or by a chain of order literals."""
    return _extreme(algebra, "max", compared_members("max", values, more), key)


def _extreme(algebra: Algebra, name: str, values: Sequence[Value], key: SpecCallable | None) -> Value:
    if key is not None:
        return _member(algebra, name, values, key)
    for value in values:
        check_numbers(value, f"`{name}`", truths=False)
    if any(map(has_fractions, values)):
        whole, by = _made_whole(algebra, [value for value in values if value is not BLANK])
        return algebra.operate(OPERATORS["/"], [algebra.terms.min_max(name, whole), by])
    return algebra.terms.min_max(name, values)


def _made_whole(algebra: Algebra, numbers: Sequence[Value]) -> tuple[list[Value], int]:
    """Return numbers times their common denominator, which are whole and in the same order, and the denominator."""
    quotients = [algebra.quotients.whole(number) for number in numbers]
    by = math.lcm(*(denominator for _, denominator in quotients))
    return [_times(algebra, number, by // denominator) for number, denominator in quotients], by


def _times(algebra: Algebra, number: Operand, factor: int) -> Value:
    """Return a multiple of a number: of one with few values, one with these values times the factor, and none in between."""
    if factor == 1:
        return number
    if isinstance(number, Term) and number.domain.size <= WIDE and number.op != "linear":
        return make_multiple(algebra.terms, number, factor)
    return algebra.operate(OPERATORS["*"], [number, factor])


def _member(algebra: Algebra, name: str, values: Sequence[Value], key: SpecCallable) -> Value:
    """Return the member whose key is best: the first, in the order of the keys if they are known, whose key is the extreme."""
    terms = algebra.terms
    candidates: list[tuple[Operand, Value, Value]] = []  # the condition that it counts, a member, and its key
    for value in values:
        for present, member in _possible(terms, value):
            number = algebra.automata.to_term(key_of(name, key, member))
            if not isinstance(number, Quotient) and not_lowered_inside(number):
                return passed_on(number)
            check_numbers(number, f"`{name}`", truths=False)
            if number is not BLANK and present is not False:
                candidates.append((terms.conjunction([present, _is_filled(terms, number)]), member, number))
    if any(has_fractions(number) for _, _, number in candidates):
        whole, _ = _made_whole(algebra, [number for _, _, number in candidates])
        candidates = [(present, member, number) for (present, member, _), number in zip(candidates, whole, strict=True)]
    if not any(isinstance(number, Term) for _, _, number in candidates):
        candidates.sort(key=lambda candidate: candidate[2], reverse=name == "max")
        chosen = [(present, member) for present, member, _ in candidates]
    else:
        best = terms.min_max(name, [terms.cases([(present, number)], BLANK) for present, _, number in candidates])
        chosen = [(terms.conjunction([present, terms.same(number, best)]), member) for present, member, number in candidates]
    if chosen and chosen[0][0] is True:
        return chosen[0][1]
    if not all(is_single(member) for _, member in chosen):
        return NotLowered(LIST_MEMBERS)
    return terms.cases(chosen, BLANK)


def _is_filled(terms: TermFactory, number: Value) -> Operand:
    """Return whether a number is not blank."""
    return number.defined if isinstance(number, Quotient) else terms.filled(number)


def _possible(terms: TermFactory, value: Value) -> Iterator[tuple[Operand, Value]]:
    """Yield the members that one stands for, with their conditions: one that may be missing is blank otherwise."""
    if isinstance(value, Term) and value.op == "cases" and value.args[-1].detail is BLANK and len(value.args) == 3:
        yield operand(value.args[0]), operand(value.args[1])
    else:
        yield terms.filled(value), value


@streaming("max")
def max_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the largest member so far, which never becomes smaller."""

    def add(state: Value, value: Value) -> Number:
        return check(value, "max") if state is BLANK or value > state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(state, INFINITE)

    def among(state: Value, result_filter: ResultFilter) -> Numbers:
        return Numbers(lambda low, high: result_filter.between(low, INFINITE))

    return Aggregate(BLANK, add, may=may, among=among, least=least, saturates=least is not None and least >= 0)


@streaming("min")
def min_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the smallest member so far, which never becomes larger."""

    def add(state: Value, value: Value) -> Number:
        return check(value, "min") if state is BLANK or value < state else state

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is BLANK or result_filter.between(-INFINITE, state)

    return Aggregate(BLANK, add, may=may, least=least, saturates=least is not None and least >= 0)


def check(value: Value, name: str) -> Number:
    """Return a member, which must be a number."""
    check_numbers(value, f"`{name}`", truths=False)
    number: Number = value
    return number
