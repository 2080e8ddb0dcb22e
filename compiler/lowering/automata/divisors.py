"""Whether a number found along a run divides the number that the run reads as: by the powers of each prime.

"Each number is a multiple of the sum of its digits" has a state for each number. But a number is a multiple of another one if
it has each power of a prime that the other one has, and only then. So a machine needs no more than the remainders of both modulo
such a power. Small powers are stated. Where there are large ones, as of digit sums up to 99, a candidate that breaks the truth
is answered with the next power (`refined_machine.py`).
"""

from __future__ import annotations

import functools

from ...functions.prime_factors import prime_factors
from ...records import replace
from ...values import BLANK, Value
from .machine import Machine, RunSource, State, map_result, side_by_side

MOST_STATES = 1_000  # of the machine of the divisor, after each value
MOST_EXACT = 16  # the largest power of a prime, if all are stated
MOST_STATED = 9  # the largest one that is stated at once, if others are refined: the states are pairs of remainders


def divides_along(a: Machine, b: Machine, *, of_zero: bool = True) -> Machine | None:
    """Return the machine for "one number divides another one", both of one run; None if too little is known of them.

    `of_zero`: whether 0 divides 0; it divides nothing else.
    """
    if type(a.source) is not RunSource or a.source != b.source or b.remainder is None or not b.digits:
        return None
    numbers = _results(a)
    if numbers is None:
        return None
    powers = {power for number in numbers if number for power in _prime_powers(number)}
    machine = replace(
        side_by_side([a, b], functools.partial(_divides, of_zero), ("divides", of_zero)),
        recipe=functools.partial(_again, a, b, of_zero) if a.recipe and b.recipe else None,
    )
    zero = [_about_zero(a, of_zero)] if 0 in numbers else []
    if all(power <= MOST_EXACT for power in powers):
        largest = [power for power in sorted(powers) if power * prime_factors.evaluate(power)[0] not in powers]
        return replace(machine, conjuncts=(*zero, *(_by_power(a, b, power) for power in largest)))

    def implied_machine(by: int, strong: bool) -> Machine | None:
        dividing = [power for power in powers if by % power == 0 and (power <= MOST_STATED or not strong)]
        return _by_power(a, b, max(dividing)) if dividing else None

    return replace(machine, implied=implied_machine)


def _again(a: Machine, b: Machine, of_zero: bool) -> Machine:
    machine = divides_along(a, b, of_zero=of_zero)
    assert machine is not None
    return machine


def _results(machine: Machine) -> set[int] | None:
    """Return the results of a machine on all runs of its line; None if these are many, or others than 0, 1, 2, ..."""
    assert isinstance(machine.source, RunSource)
    members = machine.source.line.members
    values = dict.fromkeys(value for term in members for value in term.domain if value is not BLANK and value is not False)
    states: dict[State, None] = {machine.start: None}
    results: set[int] = set()
    for _ in members:
        states = dict.fromkeys(machine.step(state, value) for state in states for value in values)
        reached = {machine.result(state) for state in states}
        if len(states) > MOST_STATES or any(type(number) is not int or number < 0 for number in reached):
            return None
        results |= reached
    return results


def _prime_powers(number: int) -> list[int]:
    """Return the powers of primes that divide a positive number.

    >>> _prime_powers(24)
    [2, 4, 8, 3]
    """
    powers: list[int] = []
    before = power = 1
    for prime in prime_factors.evaluate(number):
        power = power * prime if prime == before else prime
        powers.append(power)
        before = prime
    return powers


def _divides(of_zero: bool, a: Value, b: Value) -> Value:
    if a is BLANK or b is BLANK:
        return BLANK
    return b % a == 0 if a else of_zero and b == 0


def _by_power(a: Machine, b: Machine, power: int) -> Machine:
    """Return the machine for "whatever powers of the prime a number has, up to this one, the other one has"."""
    assert b.remainder is not None
    smaller = _prime_powers(power)
    first = a.remainder(power) if a.remainder else a
    return side_by_side([first, b.remainder(power)], functools.partial(_has_powers, smaller), ("powers", power))


def _has_powers(powers: list[int], a: Value, b: Value) -> Value:
    return all(a % power != 0 or b % power == 0 for power in powers)


def _about_zero(a: Machine, of_zero: bool) -> Machine:
    """Return the machine for "if a number is 0, so is the other one", or "it is not 0"."""
    if not of_zero:
        return map_result(a, _is_not_zero, "not 0")
    zeros = Machine(a.source, True, _all_zeros, lambda state: state, key="all zeros")
    return side_by_side([a, zeros], _not_zero_or, "0 of 0")


def _is_not_zero(number: Value) -> Value:
    return number != 0


def _all_zeros(state: State, digit: Value) -> State:
    return state and digit == 0


def _not_zero_or(number: Value, is_zero: Value) -> Value:
    return number != 0 or is_zero
