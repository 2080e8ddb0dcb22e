"""`divides`: along a line and of sums, by what keeps the remainder; of two numbers that are compared as sums, by the quotient."""

from __future__ import annotations

import math

from ...ir.term import Term
from ...ir.term_store import MAP_LIMIT
from ...language.operators import OPERATORS, is_number
from ...values import BLANK, Value
from ..algebra import Algebra
from ..automata.divisors import divides_along
from ..automata.machine import LineSource, Machine, State, map_result
from ..large_numbers import are_large, divides_other
from ..linear_forms import FEW_ROWS, ratio_to_count, remainder
from ..lowering_registry import lowering
from ..quotients import has_fractions

MAX_QUOTIENTS = 200


def _is_digit(a: Term) -> bool:
    """Check whether a term is one of a few numbers, none of them negative."""
    return not a.domain.blank and a.domain.is_numeric and a.domain.size <= 10 and a.domain.low >= 0


def _may_be_blank(machine: Machine) -> bool:
    """Check whether a machine reads a line that may have blanks, where a number that is read is blank."""
    return isinstance(machine.source, LineSource) and any(member.domain.blank for member in machine.source.members)


def _is_zero(rest: Value) -> Value:
    return BLANK if rest is BLANK else rest == 0


def _all_zeros(state: State, digit: Value) -> State:
    """Return whether all digits so far are 0: the step of a machine that reads a number, so that it need not know the number."""
    return state is not False and digit == 0


@lowering("divides", takes_machines=True)
def divides(algebra: Algebra, a: Value, b: Value) -> Value:
    """Return "the remainder is 0" by a machine or automaton for remainders, by quotients, or None for a table."""
    if isinstance(a, Machine) and isinstance(b, Machine):
        is_refined = are_large(algebra, [a, b]) and _quotients(algebra, *map(algebra.automata.to_term, (a, b))) is None
        return divides_other(algebra, a, b) if is_refined else divides_along(a, b)
    if isinstance(b, Machine) and b.remainder is not None and type(a) is int and a > 0:
        of_remainder = b.remainder(a)
        return map_result(of_remainder, _is_zero, "no remainder") if _may_be_blank(b) else algebra.equal(of_remainder, 0)
    if isinstance(b, Machine) and b.digits and b.is_abstract and type(a) is int and a == 0:
        return Machine(b.source, BLANK, _all_zeros, lambda state: state, key="all zeros")
    if has_fractions(a) or has_fractions(b):
        return None
    if is_number(a) and isinstance(b, Term) and (rest := remainder(algebra.terms, b, a)) is not None:
        return algebra.equal(rest, 0)
    is_read = isinstance(b, Machine) and b.remainder is not None and not b.is_abstract and not _may_be_blank(b)
    if isinstance(a, Term) and is_read and _is_digit(a):
        return algebra.disjoin(
            [
                algebra.conjoin([algebra.terms.equals(a, k), divides.lower(algebra, k, b) if k else algebra.equal(b, 0)])
                for k in a.domain
            ]
        )
    if not isinstance(a, Term) or not isinstance(b, Term) or a.domain.size * b.domain.size <= FEW_ROWS:
        return None
    quotients = _quotients(algebra, a, b)
    if quotients is None:
        return None
    return algebra.disjoin([algebra.equal(b, algebra.operate(OPERATORS["*"], [a, quotient])) for quotient in quotients])


def _quotients(algebra: Algebra, a: Value, b: Value) -> range | None:
    """Return how many times `a` may go into `b`; None if that is not known, or too many are possible."""
    if not isinstance(a, Term) or not isinstance(b, Term) or a.domain.blank or b.domain.blank:
        return None
    ratios = ratio_to_count(algebra.group_networks, b, a)
    if ratios is not None:
        least, most = math.ceil(ratios[0]), math.floor(ratios[1])
        most = max(least, most)  # where `a` is 0, so is `b`, and any quotient does
        return range(least, most + 1) if most - least < MAX_QUOTIENTS else None
    if a.domain.low <= 0 or b.domain.low < 0 or a.domain.size * b.domain.size <= MAP_LIMIT:
        return None
    quotients = range(-(-b.domain.low // a.domain.high), b.domain.high // a.domain.low + 1)
    return quotients if len(quotients) <= MAX_QUOTIENTS else None
