"""Arithmetic as a function of the values of one number, or by remainders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ..ir.automaton import minimize
from ..ir.operands import are_truths, operand
from ..ir.operations.parity import make_parity
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import WIDE
from ..language.operators import is_number
from ..values import BLANK, Value
from .automata.machine import Machine
from .groups.network import MappedGroups

FEW_ROWS = 1_000  # of a table of a sum and a count of the same places, which is not better by quotients then
MAX_STEPS = 200_000  # of an automaton for remainders: states times values


def is_by_values(operands: Sequence[Value]) -> bool:
    """Check whether one operand is unknown, with few values including blank: then the result is a table, no sum."""
    unknown = [operand for operand in operands if isinstance(operand, Term)]
    return len(unknown) == 1 and unknown[0].domain.blank and unknown[0].domain.size <= WIDE


def is_sum(operand: Value) -> bool:
    """Check whether an operand is a known number, or a machine that is compared as a sum."""
    return operand.as_sum is not None if isinstance(operand, Machine) else is_number(operand)


def ratio_to_count(networks: MappedGroups, total: Term, count: Term) -> tuple[Fraction, Fraction] | None:
    """Return how many times as large as a count a sum is at least and at most, seen place by place; None if that is not known.

    Nothing adds to the sum unless a counted truth holds, as in "the sum of a group's numbers" beside "the size of the group":
    with numbers from 1 to 9, the sum is 1 to 9 times the size. If the count is 0, so is the sum.
    """
    if count.op == "members" and count.detail.steps is None:
        return _ratio(total, count.detail.token, count.domain.high)
    counted: Mapping[Operand, int] = {}
    if count.op == "size":
        counted = networks.members_of(count)
    elif count.op == "linear" and count.detail[0] == 0 and min(count.detail[1:]) > 0 and are_truths(count.args):
        counted = dict(zip(count.args, count.detail[1:], strict=True))
    return _ratio(total, counted, len(counted)) if counted else None


def _ratio(total: Term, counted: Mapping[Operand, int] | int, size: int) -> tuple[Fraction, Fraction] | None:
    """Return the ratio to a count of so many truths.

    `counted`: what each truth adds to the count, which is more than 0; or the token of a group, whose members are counted.
    """
    constant, *factors = total.detail if total.op == "linear" else (0, 1)
    if constant:
        return None
    added: dict[Operand, list[tuple[int, int]]] = {}
    is_each = True  # a truth adds what stands beside it whenever it holds
    for factor, summand in zip(factors, total.args if total.op == "linear" else (total,), strict=True):
        condition, low, high = _condition_and_ends(summand, factor)
        truth = next((truth for truth in _needed(condition) if _weight(truth, counted)), None)
        if truth is None:
            return None
        is_each = is_each and truth is condition
        added.setdefault(truth, []).append((low, high))
    if not added:
        return None
    weights = {truth: _weight(truth, counted) for truth in added}
    lows = [Fraction(sum(low for low, _ in ends), weights[truth]) for truth, ends in added.items()]
    highs = [Fraction(sum(high for _, high in ends), weights[truth]) for truth, ends in added.items()]
    if is_each and len(added) == size:
        return min(lows), max(highs)
    if any(low < 0 for ends in added.values() for low, _ in ends):
        return None
    return Fraction(0), max(highs)


def _condition_and_ends(summand: Term, factor: int) -> tuple[Operand, int, int]:
    """Return a condition without which a summand adds nothing, and the least and the most that it adds with it."""
    if summand.domain.is_truth:
        return summand, factor, factor
    if summand.op == "cases" and len(summand.args) == 3 and operand(summand.args[2]) in (0, BLANK):
        condition, number = summand.args[:2]
        return condition, *number.domain.multiples(factor)
    return True, *summand.domain.multiples(factor)


def _needed(condition: Operand) -> Iterator[Operand]:
    """Yield a truth, and what it is a conjunction of."""
    yield condition
    if isinstance(condition, Term) and condition.op == "and":
        yield from condition.args


def _weight(truth: Operand, counted: Mapping[Operand, int] | int) -> int:
    """Return the weight of a truth in a count; 0 if the count does not have it."""
    if not isinstance(counted, int):
        return counted.get(truth, 0)
    is_member = isinstance(truth, Term) and truth.op == "member" and truth.detail.token == counted
    return int(is_member and truth.detail.steps is None)


def remainder(terms: TermFactory, total: Term, by: int) -> Operand | None:
    """Return the remainder of a sum of several numbers: an automaton that adds one after the other, and keeps what is left.

    By 2, where no numbers but truth values matter, it is their parity. None if the sum has not many more values, so that a table
    of them does, or if the numbers have too many.
    """
    if by == 2 and total.op == "linear":
        odd = [arg for factor, arg in zip(total.detail[1:], total.args, strict=True) if factor % 2]
        if all(arg.domain.is_truth for arg in odd):
            return terms.cases([(make_parity(terms, [total.detail[0] % 2 == 1, *odd]), 1)], 0)
    if total.op != "linear" or len(total.args) < 3 or not 0 < 2 * by <= total.domain.size:
        return None
    if by * sum(arg.domain.size for arg in total.args) > MAX_STEPS:
        return None
    constant, *factors = total.detail
    alphabets = [tuple(arg.domain) for arg in total.args]
    layers: list[list[list[int]]] = []
    states = [constant % by]
    for factor, alphabet in zip(factors, alphabets, strict=True):
        added = [0 if value is BLANK else factor * int(value) for value in alphabet]
        numbers: dict[int, int] = {}
        layers.append([[numbers.setdefault((state + summand) % by, len(numbers)) for summand in added] for state in states])
        states = list(numbers)
    return terms.automaton(total.args, minimize(alphabets, layers, states))
