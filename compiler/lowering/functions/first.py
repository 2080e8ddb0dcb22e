"""`first` and `last`: cases by where the member stands. `nth`: a machine that counts."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.first import check_ordinal
from ...values import BLANK, Value
from ..algebra import Algebra
from ..automata.aggregates import Aggregate, MappedRuns, RunValues, Streaming, aggregate_machine, streaming
from ..automata.machine import State
from ..lowering_registry import lowering
from ..not_lowered import NotLowered, is_single
from ..reasons import LIST_MEMBERS


@lowering("first")
def first(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return the first member that is not blank, by cases."""
    if not all(is_single(value) for value in values):
        return NotLowered(LIST_MEMBERS)
    return algebra.terms.cases([(algebra.terms.filled(value), value) for value in values], BLANK)


@lowering("last")
def last(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return `first` from the other end."""
    return first.lower(algebra, list(values)[::-1])


@lowering("nth", takes_machines=True)
def nth(algebra: Algebra, values: Sequence[Value] | MappedRuns | RunValues, k: int) -> Value:
    """Return a machine that counts up to k, and keeps the member there."""
    check_ordinal(k)
    aggregate = Streaming(f"nth {k}", lambda least: _nth_member(k, least))
    if isinstance(values, RunValues):
        values = values.each()
    return aggregate_machine(values, aggregate) if isinstance(values, MappedRuns) else algebra.automata.over(aggregate, values)


def _nth_member(k: int, least: int | None) -> Aggregate:
    def add(state: State, value: Value) -> State:
        seen, _ = state
        return (seen + 1, value if seen + 1 == k else BLANK) if seen < k else state

    return Aggregate((0, BLANK), add, lambda state: state[1], least=least)


@streaming("first")
def first_of_members(least: int | None) -> Aggregate:
    """Return the aggregate that keeps the first member."""
    return _nth_member(1, least)


@streaming("last")
def last_of_members(least: int | None) -> Aggregate:
    """Return the aggregate whose state is the last member so far."""
    return Aggregate(BLANK, lambda state, value: value, least=least)
