"""`digits`, `digit_sum`, `digit_product` and `is_palindrome` of a number that is read along a line: its digits are the values."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.digits import digits as plain_digits
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...records import replace
from ...values import BLANK, Value
from ..algebra import Algebra
from ..automata.aggregates import Digits, aggregate_machine, all_streaming
from ..automata.explicit_runs import SpelledDigits
from ..automata.implied import predicate
from ..automata.machine import DigitSource, LineSource, Machine, RunSource, element, map_result
from ..lowering_registry import lowering
from .product import product


@lowering("digits", takes_machines=True)
def digits(algebra: Algebra, n: Value) -> Value:
    """Return a list that is read along the run."""
    if isinstance(n, Machine) and (members := _digits_of(algebra, n)) is not None:
        return SpelledDigits(_without_zeros_in_front(algebra, members), (n, False))
    if not isinstance(n, Machine) or not n.digits or type(n.source) is not RunSource:
        return None
    algebra.has_digits = True
    source = DigitSource(n.source.line)
    return Digits(source, element(source), replace(map_result(n, _list_of_digits, ("digits", ())), digits_of=(n, False)))


def _list_of_digits(n: Value) -> Value:
    return BLANK if n is BLANK else plain_digits.evaluate(n)


def _without_zeros_in_front(algebra: Algebra, members: Sequence[Operand]) -> list[tuple[Operand, Operand]]:
    """Return each of some digits with the condition that it, or one before it, is not 0; the last one is always there."""
    terms = algebra.terms
    begun = [
        terms.negation(terms.conjunction([terms.equals(value, 0) for value in members[: at + 1]])) for at in range(len(members))
    ]
    return [*zip([*begun[:-1], True], members, strict=True)]


@lowering("digit_sum", takes_machines=True)
def digit_sum(algebra: Algebra, n: Value) -> Value:
    """Return the sum of the values that are read."""
    if isinstance(n, Machine) and (members := _digits_of(algebra, n)) is not None:
        return algebra.add_up(members)
    return _aggregate(algebra, n, "sum")


@lowering("digit_product", takes_machines=True)
def digit_product(algebra: Algebra, n: Value) -> Value:
    """Return the product of the digits."""
    if isinstance(n, Machine) and (members := _digits_of(algebra, n)) is not None:
        present = _without_zeros_in_front(algebra, members)
        return product.lower(algebra, [algebra.terms.cases([(is_there, digit)], BLANK) for is_there, digit in present])
    return _aggregate(algebra, n, "product")


@lowering("is_palindrome", takes_machines=True)
def is_palindrome(algebra: Algebra, n: Value) -> Value:
    """Return the term "what follows the zeros in front reads the same backwards"; None for other numbers."""
    members = _digits_of(algebra, n) if isinstance(n, Machine) else None
    if members is not None:
        return _reads_the_same_backwards(algebra.terms, members)
    if not isinstance(n, Machine) or not n.digits or type(n.source) is not RunSource:
        return None
    machine = predicate(n, "is_palindrome", {})
    return None if machine is None else replace(machine, spelled=_reads_the_same_backwards)


def _reads_the_same_backwards(terms: TermFactory, members: Sequence[Operand]) -> Operand:
    is_zero = [terms.equals(value, 0) for value in members]
    cases = [terms.conjunction(is_zero)]
    last = len(members) - 1
    for first in range(len(members)):
        pairs = [terms.same(members[first + k], members[last - k]) for k in range((last - first + 1) // 2)]
        cases.append(terms.conjunction([*is_zero[:first], terms.negation(is_zero[first]), *pairs]))
    return terms.disjunction(cases)


def _digits_of(algebra: Algebra, n: Machine) -> list[Operand] | None:
    """Return the values of a line that a machine reads as digits, if they are spelled out and none of them is blank."""
    if not algebra.spells_out or not n.digits or not isinstance(n.source, LineSource) or n.as_sum is None:
        return None
    return [_known_value(term) for term in n.source.members]


def _known_value(term: Term) -> Operand:
    value: Operand = term.detail if term.op == "constant" else term
    return value


def _aggregate(algebra: Algebra, n: Value, name: str) -> Value:
    digits_read = digits.lower(algebra, n)
    return None if digits_read is None else aggregate_machine(digits_read, all_streaming()[name])
