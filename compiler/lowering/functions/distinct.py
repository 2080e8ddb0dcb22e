"""`distinct`: an operation of its own, which also counts where every value is needed."""

from __future__ import annotations

from collections.abc import Sequence

from ...ir.operands import operand
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...language import operators
from ...values import BLANK, Value
from ..algebra import Algebra, has_numbers, has_truths
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import ResultFilter
from ..distinct_lists import lists_differ
from ..lowering_registry import lowering
from ..not_lowered import is_single


@lowering("distinct")
def distinct(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """Return the term "no two members that are not blank are equal"."""
    filled = [value for value in values if value is not BLANK]
    if not all(is_single(value) for value in filled):
        return lists_differ(algebra, filled)
    truths, numbers = any(map(has_truths, filled)), any(map(has_numbers, filled))
    if len(filled) > 1:
        operators.check_comparable(truths, numbers, truths, numbers)
    return algebra.terms.distinct(filled)


@streaming("distinct")
def distinct_members(least: int | None) -> Aggregate:
    """Return the aggregate whose state is the set of members so far, or None once one came twice."""

    def add(state: frozenset[Value] | None, value: Value) -> frozenset[Value] | None:
        return None if state is None or value in state else state | {value}

    def may(state: frozenset[Value] | None, left: Remaining, result_filter: ResultFilter) -> bool:
        return result_filter.allows(False) if state is None else True

    return Aggregate(frozenset(), add, lambda state: state is not None, may, spelled=_differ)


def _differ(terms: TermFactory, members: Sequence[Term]) -> Operand:
    """Return the term "no two of these are equal"."""
    return terms.distinct(list(map(operand, members)))
