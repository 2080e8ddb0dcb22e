"""Truths about one large sum: the intervals in which the sum may lie, instead of a literal for each of its values.

`is_square(sum(number))` is true of few values of the sum, and each of these is a comparison of the sum, which every engine can
state. A literal for each value would take a table for each two parts of the sum.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..ir.operation import all_operations
from ..ir.sum_size import literals_of_sum
from ..ir.term import Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import MAP_LIMIT
from ..values import Value

BELOW = ("is", "within", "map", "not")  # what a truth is made of, down to the sum
FEWEST = 3  # summands: a truth about two unknowns is a relation


def by_intervals(terms: TermFactory, truth: Value) -> Value:
    """Return a truth about one sum as intervals of the sum, where that is less; any other value itself.

    Literals for n values take about n * n clauses, and an interval two sums with all literals. A sum with few values keeps its
    literals: they exclude the last summands that do not fit.
    """
    if not isinstance(truth, Term) or not truth.domain.is_truth or truth.op not in BELOW:
        return truth
    above = []
    number = truth
    while number.op in BELOW and len(number.args) == 1:
        above.append(number)
        number = number.args[0]
    if number.op != "linear" or len(number.args) < FEWEST or number.domain.size > MAP_LIMIT:
        return truth
    if all(term.op != "map" for term in above):
        return truth
    truths = [_value(above, value) is True for value in number.domain.values]
    runs = _runs(truths)
    of = min((True, False), key=lambda wanted: sum(value is wanted for value, _, _ in runs))
    chosen = [(first, last) for value, first, last in runs if value is of]
    literals = 2 * len(chosen) * literals_of_sum([*zip(number.detail[1:], number.args, strict=True)])
    if 2 * literals > number.domain.size**2:
        return truth
    low = number.domain.low
    in_intervals = terms.disjunction([terms.within(number, low + first, low + last) for first, last in chosen])
    return in_intervals if of else terms.negation(in_intervals) if isinstance(in_intervals, Term) else not in_intervals


def _value(above: Sequence[Term], value: Value) -> Value:
    """Return the value that the terms above a sum compute from one of its values."""
    operations = all_operations()
    for term in reversed(above):
        value = operations[term.op].evaluate(term, [value])
    return value


def _runs(truths: Sequence[bool]) -> list[tuple[bool, int, int]]:
    """Return the stretches of equal truths, each with its first and its last position.

    >>> _runs([True, True, False])
    [(True, 0, 1), (False, 2, 2)]
    """
    runs = []
    at = 0
    for truth, members in itertools.groupby(truths):
        after = at + len(list(members))
        runs.append((truth, at, after - 1))
        at = after
    return runs
