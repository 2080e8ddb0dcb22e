"""`gcd` and `lcm` along a line.

The gcd is g if every number is a multiple of g, which is a small automaton whose states are remainders, and no larger number
divides them all, which is hardly ever violated. So the first is stated, and the second is refined: a candidate whose gcd is
g * k is answered by "not all are multiples of g * p" for a prime p that divides k. If p is large, as it is if a line has a single
number, that lemma is weak and takes many states; then it is "a single number has the remainder of g".
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

from ...functions.min import checked_whole, compared_members
from ...ir.lemma_context import LemmaContext
from ...ir.term import Operand, Refinement
from ...language.operators import check_bounds
from ...records import dataclass, replace
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, MappedRuns, RunsOf, RunValues, Streaming, aggregate_machine, over_runs, streaming
from ..automata.line_automata import LineAutomata
from ..automata.machine import LineSource, Machine, Remaining, joint_key, map_result
from ..automata.refined_machine import result_on
from ..automata.result_filter import ANY_NUMBERS, Numbers, ResultFilter
from ..automata.result_filter import set_of as only
from ..large_numbers import are_large, common_divisor
from ..lowering_registry import lowering
from ..not_lowered import NotLowered
from .product import dividing

LARGE = 30  # multiples of a prime as large as this have too many states, which are its remainders
REMAINDERS = 10  # the least modulus for a single number; a larger one if this does not separate it from the wanted one


@streaming("gcd")
def gcd_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the gcd so far, which only ever becomes a divisor of itself."""

    def may(state: int, left: Remaining, result_filter: ResultFilter) -> bool:
        return (
            result_filter.numbers is None
            or state == 0
            or any(wanted != 0 and state % wanted == 0 for wanted in result_filter.numbers)
        )

    def among(state: int, result_filter: ResultFilter) -> Numbers:
        return only([0]) if result_filter.numbers == (0,) else ANY_NUMBERS

    return Aggregate(0, lambda state, value: math.gcd(state, _number(value, "gcd")), may=may, among=among, least=0)


@streaming("lcm")
def lcm_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the lcm so far, which only ever becomes a multiple of itself."""

    def may(state: int, left: Remaining, result_filter: ResultFilter) -> bool:
        return result_filter.numbers is None or any(
            wanted == 0 or (state and wanted % state == 0) for wanted in result_filter.numbers
        )

    def among(state: int, result_filter: ResultFilter) -> Numbers:
        numbers = result_filter.numbers
        if numbers is None or least is None or least < 0:
            return ANY_NUMBERS
        return dividing((wanted, wanted) for wanted in numbers if isinstance(wanted, int) and wanted >= 0)

    return Aggregate(1, lambda state, value: check_bounds(math.lcm(state, _number(value, "lcm"))), may=may, among=among, least=0)


def _number(value: Value, name: str) -> int:
    return checked_whole(name, value)


@lowering("gcd", takes_machines=True)
def gcd(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return a machine, which over the runs of a line is compared by refinement; opaque for large numbers."""
    numbers = [*values, *more] if isinstance(values, list) else [values, *more]
    if len(numbers) > 1 and are_large(algebra, numbers):
        return common_divisor(algebra, numbers)
    machine = _read(algebra, gcd_of_members, values, more)
    if not isinstance(machine, Machine) or not isinstance(machine.source, LineSource):
        return machine
    streamed = values[0] if isinstance(values, list) else values
    if not (
        isinstance(streamed, MappedRuns)
        and isinstance(streamed.of, RunsOf)
        and not streamed.of.same
        and isinstance(streamed.member, Machine)
    ):
        return machine
    line, member = machine.source, streamed.member
    if member.remainder is None:
        return machine
    return replace(machine, exactly=lambda wanted: _is(algebra.automata, machine, line, member, wanted))


@lowering("lcm", takes_machines=True)
def lcm(algebra: Algebra, values: Value, *more: Value) -> Value:
    """Return a machine."""
    return _read(algebra, lcm_of_members, values, more)


def _read(algebra: Algebra, aggregate: Streaming, values: Value, more: Sequence[Value]) -> Value:
    """Return the aggregate over a list made along a line or over numbers, known or not; otherwise None."""
    streamed = values[0] if isinstance(values, list) and len(values) == 1 else values
    if isinstance(streamed, RunValues):
        streamed = streamed.each()
    if isinstance(streamed, MappedRuns) and not more:
        return aggregate_machine(streamed, aggregate)
    if isinstance(streamed, MappedRuns):
        return None
    members = [algebra.automata.to_term(member) for member in compared_members(aggregate.name, values, more)]
    if any(isinstance(member, NotLowered) for member in members):
        return None
    for member in members:
        check_numbers(member, f"`{aggregate.name}`", truths=False)
    return algebra.automata.over(aggregate, members)


def _is(automata: LineAutomata, machine: Machine, line: LineSource, member: Machine, wanted: int) -> Operand:
    """Return the term "the gcd of the numbers that a machine makes of each run is `wanted`", refined while solving."""
    weaker = multiples(automata, line, member, wanted) if wanted > 0 else True
    if wanted <= 0 or isinstance(weaker, NotLowered):
        return automata.to_literal_term(_equal(machine, wanted))
    truth = GcdTruth(line, member, wanted)
    return automata.terms.refined(weaker, line.members, Refinement("gcd", truth.is_wanted, truth.lemma, truth.explicit))


def _equal(machine: Machine, wanted: int) -> Machine:
    return map_result(machine, lambda value: value == wanted, joint_key("==", wanted), only([wanted]))


@dataclass(frozen=True, eq=False)
class GcdTruth:
    """The constraint that the gcd of what `member` makes of each run of a line is `wanted`."""

    line: LineSource
    member: Machine
    wanted: int

    def __reduce__(self) -> tuple[type[GcdTruth], tuple[LineSource, Machine, int]]:
        return GcdTruth, (self.line, self.member, self.wanted)

    @functools.cached_property
    def machine(self) -> Machine:
        """Return the machine that finds the gcd."""
        aggregate = gcd_of_members.make(self.member.least)
        return over_runs(self.line, aggregate, self.member, gcd_of_members.name)

    def is_wanted(self, values: Sequence[Value]) -> bool:
        """Check whether the gcd is `wanted`."""
        return bool(result_on(self.machine, values) == self.wanted)

    def lemma(self, context: LemmaContext, values: Sequence[Value]) -> Value:
        """Return a term that names a prime, or None if the gcd of these values names none."""
        automata = context.tool(LineAutomata.for_lemmas)
        quotient, rest = divmod(result_on(self.machine, values), self.wanted)
        if rest or quotient < 2:  # the weaker constraint does not hold, or all numbers are 0: no prime to name
            return None
        prime = least_prime(quotient)
        if prime < LARGE:
            common = multiples(automata, self.line, self.member, self.wanted * prime)
            return None if isinstance(common, NotLowered) else automata.terms.negation(common)
        difference = self.wanted * (quotient - 1)
        by = next(by for by in itertools.count(REMAINDERS) if difference % by)
        alone = if_alone(self.line, self.member, self.wanted, by)
        return automata.to_literal_term(alone) if result_on(alone, values) is False else None

    def explicit(self, context: LemmaContext) -> Value:
        """Return the whole constraint as an automaton, or None if that is too large."""
        whole = context.tool(LineAutomata.for_lemmas).to_literal_term(_equal(self.machine, self.wanted))
        return None if isinstance(whole, NotLowered) else whole


def multiples(automata: LineAutomata, line: LineSource, member: Machine, of: int) -> Operand:
    """Return the term "there is a run, and what a machine makes of each is a multiple of `of`"."""
    assert member.remainder is not None

    def add(state: Value, value: int) -> bool:
        return state is not False and value == 0

    def may(state: Value, left: Remaining, result_filter: ResultFilter) -> bool:
        return state is not False or result_filter.allows(False)

    all_are = Aggregate(BLANK, add, lambda state: state is True, may)
    return automata.to_literal_term(over_runs(line, all_are, member.remainder(of), "multiples"))


def if_alone(line: LineSource, member: Machine, wanted: int, by: int) -> Machine:
    """Return a machine: if the line has exactly one run, its value modulo `by` is that of `wanted`."""
    assert member.remainder is not None

    def add(state: Value, value: int) -> bool:
        return state is not BLANK or value == wanted % by

    has_remainder = Aggregate(BLANK, add, lambda state: state is not False)
    return over_runs(line, has_remainder, member.remainder(by), f"{wanted} if alone")


def least_prime(number: int) -> int:
    """Return the smallest prime that divides a number above 1.

    >>> least_prime(35), least_prime(13)
    (5, 13)
    """
    return next((divisor for divisor in range(2, math.isqrt(number) + 1) if number % divisor == 0), number)
