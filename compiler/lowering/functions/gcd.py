"""`gcd` and `lcm` along a line.

That the gcd is g is two things: every number is a multiple of g, a small automaton whose states are remainders, and no larger
number divides them all, which hardly ever has to be said. So the first is stated, and the second is refined: a candidate whose
gcd is g * k is answered by "not all are multiples of g * p" for a prime p that divides k. Where p is large, as it is where a line
has a single number, that says little and takes many states; there it is "a single number has the remainder of g".
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ...functions.min import listed
from ...ir.term import Operand, Refinement
from ...language.operators import bounded
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, MappedRuns, RunsOf, RunValues, Streaming, aggregated, over_runs, streaming
from ..automata.machine import LineSource, Machine, Remaining, keyed, mapped
from ..automata.result_filter import ANY_NUMBERS, Numbers, ResultFilter
from ..automata.result_filter import listed as only
from ..lowering_registry import lowering
from ..not_lowered import NotLowered
from .product import dividing

LARGE = 30  # a prime of which multiples are not asked for: the states are its remainders
REMAINDERS = 10  # that are told apart of a single number, or more where it is not told from the wanted one by them


@streaming("gcd")
def gcd_of_members(natural: bool) -> Aggregate:
    """What divides all so far; it only ever becomes a divisor of what it was."""

    def may(state: int, left: Remaining, goal: ResultFilter) -> bool:
        return goal.numbers is None or state == 0 or any(wanted != 0 and state % wanted == 0 for wanted in goal.numbers)

    def among(state: int, goal: ResultFilter) -> Numbers:
        return only([0]) if goal.numbers == (0,) else ANY_NUMBERS

    return Aggregate(0, lambda state, value: math.gcd(state, _number(value, "gcd")), may=may, among=among, natural=True)


@streaming("lcm")
def lcm_of_members(natural: bool) -> Aggregate:
    """What all so far divide; it only ever becomes a multiple of what it was."""

    def may(state: int, left: Remaining, goal: ResultFilter) -> bool:
        return goal.numbers is None or any(wanted == 0 or (state and wanted % state == 0) for wanted in goal.numbers)

    def among(state: int, goal: ResultFilter) -> Numbers:
        numbers = goal.numbers
        if numbers is None or not natural:
            return ANY_NUMBERS
        return dividing((wanted, wanted) for wanted in numbers if wanted >= 0)

    return Aggregate(1, lambda state, value: bounded(math.lcm(state, _number(value, "lcm"))), may=may, among=among, natural=True)


def _number(value: Value, name: str) -> int:
    check_numbers(value, f"`{name}`", truths=False)
    return int(value)


@lowering("gcd", takes_machines=True)
def gcd(algebra: Algebra, values: Value, *more: Value) -> Value:
    """A machine; over the runs of a line one that knows a better way to be compared with a number."""
    machine = _read(algebra, gcd_of_members, values, more)
    if not isinstance(machine, Machine) or not isinstance(machine.source, LineSource):
        return machine
    streamed = values[0] if isinstance(values, list) else values
    if not (isinstance(streamed, MappedRuns) and isinstance(streamed.of, RunsOf) and isinstance(streamed.member, Machine)):
        return machine
    line, member = machine.source, streamed.member
    return machine if member.remainder is None else replace(machine, exactly=lambda g: _is(algebra, machine, line, member, g))


@lowering("lcm", takes_machines=True)
def lcm(algebra: Algebra, values: Value, *more: Value) -> Value:
    """A machine."""
    return _read(algebra, lcm_of_members, values, more)


def _read(algebra: Algebra, found: Streaming, values: Value, more: Sequence[Value]) -> Value:
    """The aggregate over what is made along a line, or over known and unknown numbers; none where it is neither."""
    streamed = values[0] if isinstance(values, list) and len(values) == 1 else values
    if isinstance(streamed, RunValues):
        streamed = streamed.each()
    if isinstance(streamed, MappedRuns) and not more:
        return aggregated(streamed, found)
    if isinstance(streamed, MappedRuns):
        return None
    members = [algebra.along.settled(member) for member in listed(found.name, values, more)]
    if any(isinstance(member, NotLowered) for member in members):
        return None
    for member in members:
        check_numbers(member, f"`{found.name}`", truths=False)
    return algebra.along.over(found, members)


def _is(algebra: Algebra, machine: Machine, line: LineSource, member: Machine, wanted: int) -> Operand:
    """Whether the gcd of what a machine makes of each run is a number."""
    is_wanted = mapped(machine, lambda value: value == wanted, keyed("==", wanted), only([wanted]))
    weaker = multiples(algebra, line, member, wanted) if wanted > 0 else True
    if wanted <= 0 or isinstance(weaker, NotLowered):
        return algebra.along.decided(is_wanted)

    def lemma(values: Sequence[Value]) -> Value:
        found = _made(machine, values)
        quotient, rest = divmod(found, wanted)
        if rest or quotient < 2:  # the weaker truth does not hold, or all numbers are 0: no prime to name
            return None
        prime = least_prime(quotient)
        if prime < LARGE:
            return algebra.negate(multiples(algebra, line, member, wanted * prime))
        alone = if_alone(line, member, wanted, next(by for by in itertools.count(REMAINDERS) if (found - wanted) % by))
        return algebra.along.decided(alone) if _made(alone, values) is False else None

    def explicit() -> Value:
        written_out = algebra.along.decided(is_wanted)
        return None if isinstance(written_out, NotLowered) else written_out

    exact = Refinement("gcd", lambda values: _made(machine, values) == wanted, lemma, explicit)
    return algebra.terms.refined(weaker, line.members, exact)


def multiples(algebra: Algebra, line: LineSource, member: Machine, of: int) -> Operand:
    """Whether there is a run, and what a machine makes of each is a multiple of a number."""
    assert member.remainder is not None

    def add(state: Value, value: int) -> bool:
        return state is not False and value == 0

    def may(state: Value, left: Remaining, goal: ResultFilter) -> bool:
        return state is not False or goal.allows(False)

    all_are = Aggregate(BLANK, add, lambda state: state is True, may)
    return algebra.along.decided(over_runs(line, all_are, member.remainder(of), "multiples"))


def if_alone(line: LineSource, member: Machine, wanted: int, by: int) -> Machine:
    """Whether what a machine makes of a run has the remainder of what is wanted, if there is only this run."""
    assert member.remainder is not None

    def add(state: Value, value: int) -> bool:
        return state is not BLANK or value == wanted % by

    has_remainder = Aggregate(BLANK, add, lambda state: state is not False)
    return over_runs(line, has_remainder, member.remainder(by), f"{wanted} if alone")


def _made(machine: Machine, values: Sequence[Value]) -> Any:
    """What a machine makes of a line."""
    state = machine.start
    for value in values:
        state = machine.step(state, value)
    return machine.result(state)


def least_prime(number: int) -> int:
    """The smallest prime that divides a number above 1.

    >>> least_prime(35), least_prime(13)
    (5, 13)
    """
    return next((divisor for divisor in range(2, math.isqrt(number) + 1) if number % divisor == 0), number)
