"""`zip`, `enumerate` and `combinations` of runs that are spelled out, and `reversed` digits; other lists are only arranged."""

from __future__ import annotations

from ...functions.lists import reversed as plain_reversed
from ...records import replace
from ...values import BLANK, Value
from ..algebra import Algebra
from ..automata import explicit_runs
from ..automata.aggregates import MappedRuns, RunsOf
from ..automata.compared_runs import PairsOfNumbers, is_number_of_run
from ..automata.machine import LaterRunSource, Machine, RunSource, map_result
from ..lowering_registry import lowering
from .read import reading


@lowering("zip", takes_machines=True)
def zip(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return the possible pairs, each with the condition that both items are present."""
    return explicit_runs.zip_runs(algebra, values, *more) if len(more) == 1 else None


@lowering("enumerate", takes_machines=True)
def enumerate(algebra: Algebra, values: Value, start: int = 0) -> Value:
    """Return the possible pairs of a number and a run, each with the condition that the run is present."""
    return explicit_runs.number_runs(values, start)


@lowering("combinations", takes_machines=True)
def combinations(algebra: Algebra, values: Value, k: int) -> Value:
    """Return the possible pairs of items; for the numbers of a line, one symbolic pair that stands for all."""
    if k == 2 and isinstance(values, MappedRuns) and isinstance(values.of, RunsOf) and is_number_of_run(values.member):
        sources = RunSource(values.of.line), LaterRunSource(values.of.line)
        return PairsOfNumbers(sources, (reading(sources[0], 10, "numbers"), reading(sources[1], 10, "numbers")))
    return explicit_runs.pairs(values, k)


@lowering("reversed", takes_machines=True)
def reversed(algebra: Algebra, values: Value) -> Value:
    """Return the digits of a number backwards, known as such; None for other lists."""
    if isinstance(values, explicit_runs.SpelledDigits):
        number, backwards = values.digits_of
        return explicit_runs.SpelledDigits(values.members[::-1], (number, not backwards))
    if not isinstance(values, Machine) or values.digits_of is None:
        return None
    number, backwards = values.digits_of
    return replace(map_result(values, _backwards, "reversed"), digits_of=(number, not backwards))


def _backwards(values: Value) -> Value:
    return BLANK if values is BLANK else plain_reversed.evaluate(values)
