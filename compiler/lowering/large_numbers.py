"""Numbers that are read along lines of many cells: what a truth about two or more of them implies is stated, by remainders.

`gcd(read(a), read(b)) == 6` implies that both are multiples of 6, and that not both are multiples of 12, 18, 30 or 42. Remainders
are small automata, which all rules about a line share. Of pairs of numbers that satisfy this, one in forty has another gcd. The
search refines these (`truths_of_places`).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from ..ir.term import Operand
from ..values import Value
from .algebra import Algebra
from .automata.machine import Machine
from .not_lowered import NotLowered
from .reasons import TOO_MANY_STATES

PRIMES = (2, 3, 5, 7)
POWERS = (2, 3, 4, 5, 7, 8, 9)  # of primes
MOST_STATES = 100  # of an automaton that is stated at once: the remainders of a number
FEW_COMBINATIONS = 1_000_000  # of the digits of all numbers together, for which a table or an automaton does


def are_large(algebra: Algebra, numbers: Sequence[Value]) -> bool:
    """Check whether values are numbers that are read along lines without blanks, with many combinations of digits."""
    if algebra.spells_out or not all(map(_is_read, numbers)):  # what is said of single stretches is refined another way
        return False
    sizes: list[int] = [member.domain.size for number in numbers for member in number.source.members]
    return math.prod(sizes) > FEW_COMBINATIONS


def common_divisor(algebra: Algebra, numbers: Sequence[Machine]) -> NotLowered:
    """Return the gcd of large numbers, an opaque value."""
    return NotLowered(TOO_MANY_STATES, exactly=functools.partial(_gcd_is, algebra, numbers))


def divides_other(algebra: Algebra, a: Machine, b: Machine) -> NotLowered:
    """Return the opaque truth "one large number divides another": so does each power of a prime that divides the first."""
    parts = [
        algebra.disjoin([algebra.negate(_is_multiple(algebra, a, power)), _is_multiple(algebra, b, power)]) for power in POWERS
    ]
    return NotLowered(TOO_MANY_STATES, is_truth=True, implied=algebra.conjoin(parts))


def _gcd_is(algebra: Algebra, numbers: Sequence[Machine], wanted: int) -> NotLowered:
    """Return the opaque truth "the gcd of large numbers is this one"."""
    parts: list[Operand] = []
    if 1 < wanted <= MOST_STATES:
        parts += [_is_multiple(algebra, number, wanted) for number in numbers]
    for prime in PRIMES if wanted > 0 else ():
        if wanted * prime <= MOST_STATES:
            are_multiples = [_is_multiple(algebra, number, wanted * prime) for number in numbers]
            parts.append(algebra.negate(algebra.conjoin(are_multiples)))
    return NotLowered(TOO_MANY_STATES, is_truth=True, implied=algebra.conjoin(parts))


def _is_read(value: Value) -> bool:
    if not isinstance(value, Machine) or value.number is None or value.remainder is None or value.is_abstract:
        return False
    return (value.number.factor, value.number.more) == (1, 0) and not any(term.domain.blank for term in value.number.line.members)


def _is_multiple(algebra: Algebra, number: Machine, divisor: int) -> Operand:
    """Return the term "a number that is read is a multiple of this one"."""
    assert number.remainder is not None
    return algebra.truth(algebra.equal(number.remainder(divisor), 0))
