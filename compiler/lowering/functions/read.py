"""`read`, `runs` and `numbers`: machines that read digits, and lists whose members are made while a line is read."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

from ...functions.min import checked_whole
from ...ir.term import Operand
from ...ir.term_factory import TermFactory
from ...values import BLANK, Value
from ..algebra import Algebra
from ..automata.aggregates import MappedRuns, NumbersRead, Runs, RunsOf, RunValues, least_of, read_along, settled_number
from ..automata.explicit_runs import filled_in, stretches_of
from ..automata.machine import (
    LineSource,
    Machine,
    ReadNumber,
    Remaining,
    RunSource,
    State,
    element,
    joint_key,
    keep_state,
)
from ..automata.result_filter import ResultFilter
from ..lowering_registry import lowering

MAX_SUM_BITS = 60  # longer numbers are only read, not computed with


@lowering("runs")
def runs(algebra: Algebra, values: Sequence[Value], same: bool = False) -> Value:
    """Return the runs of the line."""
    line = algebra.automata.line(values)
    if line is None:
        return algebra.automata.no_line(values)
    runs_read = Runs(RunsOf(line, same), RunValues(RunSource(line, same)))
    return stretches_of(algebra, runs_read, list) if algebra.spells_out else runs_read


@lowering("numbers")
def numbers(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return the number that each run reads as."""
    line = algebra.automata.line(values)
    if line is None:
        return algebra.automata.no_line(values)
    numbers_read = NumbersRead(RunsOf(line), reading(RunSource(line), 10, "numbers"))
    if not algebra.spells_out:
        return numbers_read
    return stretches_of(
        algebra, numbers_read, lambda values: read.lower(algebra, [filled_in(algebra, value) for value in values])
    )


@lowering("read", takes_machines=True)
def read(algebra: Algebra, values: Sequence[Value] | MappedRuns | RunValues, base: int = 10) -> Value:
    """Return a machine over the members, or over those of a run."""
    if isinstance(values, (MappedRuns, RunValues)):
        if not isinstance(values, RunValues):
            return None
        algebra.has_digits = True
        return read_along(values, lambda run, member: reading(run, base, "read"))
    line = algebra.automata.line(values)
    return algebra.automata.no_line(values) if line is None else reading(line, base, "read")


def reading(source: LineSource | RunSource, base: int, name: str) -> Machine:
    """Return the machine for the number that digits read as; its states are prefixes of wanted numbers."""
    least = least_of(element(source))
    natural = least is not None and least >= 0
    digits = base == 10 and _are_digits(source)

    def step(state: State, value: Value) -> State:
        if value is BLANK:
            return None  # nothing is read where there is a blank
        digit = value if type(value) is int else checked_whole(name, value)
        return None if state is None else digit if state is BLANK else state * base + digit

    def may(state: State, left: Remaining, result_filter: ResultFilter) -> bool:
        if state is None:
            return result_filter.allows(BLANK)
        if isinstance(source, LineSource) and left.count and result_filter.allows(BLANK):
            return True  # a blank may still come; in a run there is none
        if state is BLANK or not natural:
            return True
        largest = max(left.largest, 0)
        fewest = left.count if left.exact else 1
        for count in range(left.count, fewest - 1, -1):  # the most digits first: the more numbers, the likelier one is wanted
            shift = base**count
            if result_filter.between(state * shift, state * shift + largest * (shift - 1) // (base - 1)):
                return True
        if left.exact and left.count:
            return False
        return result_filter.between(state, state) and result_filter.allows(
            state
        )  # in this order, because the second takes longer

    return Machine(
        source,
        BLANK,
        step,
        lambda state: BLANK if state is None else state,
        may,
        settle=settled_number if natural else keep_state,
        least=least if natural else None,
        digits=digits,
        number=ReadNumber(source) if digits else None,
        key=joint_key(name, base),
        remainder=lambda by: _remainder(source, base, by, name),
        as_sum=_as_sum(source, base) if isinstance(source, LineSource) else None,
        recipe=functools.partial(reading, source, base, name),
        most=10 ** len(_line_of(source).members) - 1 if digits else None,
    )


def _line_of(source: LineSource | RunSource) -> LineSource:
    return source.line if isinstance(source, RunSource) else source


def _are_digits(source: LineSource | RunSource) -> bool:
    """Check whether every value that is read is a decimal digit."""
    values = [value for term in _line_of(source).members for value in term.domain if value is not BLANK and value is not False]
    return all(type(value) is int and 0 <= value <= 9 for value in values)


def _as_sum(source: LineSource, base: int) -> Callable[[TermFactory], Operand] | None:
    """Return the number as a sum of multiples of its digits, or None if one can be blank."""
    if any(term.domain.blank or term.domain.has_truths or not term.domain.is_numeric for term in source.members):
        return None
    if not source.members or len(source.members) * base.bit_length() > MAX_SUM_BITS:
        return None
    factors = [base**at for at in reversed(range(len(source.members)))]
    digits = [term.detail if term.op == "constant" else term for term in source.members]
    return lambda terms: terms.linear(list(zip(factors, digits, strict=True)))


def _remainder(source: LineSource | RunSource, base: int, by: int, name: str) -> Machine:
    """Return the machine for the remainder of the number that digits read as."""

    def step(state: State, value: Value) -> State:
        if value is BLANK or state is None:
            return None
        return ((0 if state is BLANK else state * base) + checked_whole(name, value)) % by

    return Machine(
        source, BLANK, step, lambda state: BLANK if state is None else state, least=0, key=joint_key("remainder", name, base, by)
    )
