"""`product`: a machine whose states are the products so far; wanted products are only approached by their divisors."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Iterable, Sequence

from ...functions.prime_factors import LARGEST, prime_factors
from ...ir.term import Operand, Table, Term
from ...ir.term_store import WIDE
from ...language.operators import OPERATORS, check_bounds, number
from ...records import replace
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers, has_truths, is_endless
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import LineSource, Machine, Remaining, State, joint_key
from ..automata.result_filter import ANY_NUMBERS, INFINITE, Numbers, ResultFilter, set_of
from ..lowering_registry import lowering
from ..quotients import Quotient
from ..sum_products import is_large_sum

FEW_STEPS = 50_000  # of an automaton for a product: divisors times values
FEW_MISSING = 2  # numbers without bounds of a product that may be blank, for each of which there are two cases
FACTORED = 10**12  # of larger numbers the divisors are not looked for


@streaming("product")
def product_of_members(least: int | None) -> Aggregate:
    """Return the aggregate of the product so far. A number that divides no wanted product never will, and 0 stays 0.

    Where members may be fractions, any product may become any other.
    """
    natural, positive = least is not None and least >= 0, least is not None and least > 0

    def may(state: int, left: Remaining, result_filter: ResultFilter) -> bool:
        can_be_zero = not positive and result_filter.between(0, 0)
        if natural and state != 0 and not (can_be_zero or result_filter.between(state, INFINITE)):
            return False  # what is multiplied by whole numbers is 0, or no smaller than before
        if result_filter.numbers is None or least is None:
            return True
        return any(wanted == 0 or (state != 0 and wanted % state == 0) for wanted in result_filter.numbers)

    def among(state: int, result_filter: ResultFilter) -> Numbers:
        if not natural:
            return ANY_NUMBERS
        if result_filter.numbers is None:
            return Numbers(
                lambda low, high: (
                    low == 0 or (not positive and result_filter.between(0, 0)) or result_filter.between(state * low, INFINITE)
                )
            )
        return dividing(
            (abs(wanted), abs(wanted // state) if state else 0)
            for wanted in result_filter.numbers
            if isinstance(wanted, int) and (wanted == 0 or (state != 0 and wanted % state == 0))
        )

    return Aggregate(
        1,
        lambda state, value: check_bounds(state * number(value, "product")),
        may=may,
        among=among,
        least=None if least is None or least < 0 else min(least, 1),
        saturates=natural,
    )


def dividing(pairs: Iterable[tuple[int, int]]) -> Numbers:
    """Return the divisors of the second numbers of pairs, which divide the first; any number divides 0 or a very large one.

    >>> some = dividing([(12, 6), (10, 5)])
    >>> some.between(4, 4), some.between(4, 5), some.between(7, 12)
    (False, True, False)
    """
    divisors_so_far: set[int] = set()
    for whole, part in pairs:
        if part == 0 or whole > FACTORED:
            return ANY_NUMBERS
        divisors_so_far.update(divisor for divisor in divisors(whole) if part % divisor == 0)
    return Numbers(set_of(divisors_so_far).between)


@functools.lru_cache(maxsize=1_024)
def divisors(number: int) -> tuple[int, ...]:
    """Return all divisors of a positive number, in order.

    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    small = [divisor for divisor in range(1, math.isqrt(number) + 1) if number % divisor == 0]
    return tuple(sorted({*small, *(number // divisor for divisor in small)}))


@lowering("product")
def product(algebra: Algebra, values: Sequence[Value]) -> Value:
    """Return a machine over the members."""
    for value in values:
        check_numbers(value, "`product`", truths=True)
    if any(map(is_endless, values)) or any(map(is_large_sum, values)):
        present = [value for value in values if value is not BLANK]
        are_plain = not any(isinstance(value, Quotient) or has_truths(value) for value in present)
        if any(map(is_endless, values)) and sum(map(_may_be_blank, values)) > FEW_MISSING and are_plain:
            return algebra.terms.multiplied(present)
        return functools.reduce(lambda total, value: _times(algebra, total, value), present, 1)
    machine = algebra.automata.over(product_of_members, values)
    if not isinstance(machine, Machine) or not isinstance(machine.source, LineSource):
        return machine
    alphabets = [tuple(member.domain) for member in machine.source.members]
    at_most = None
    if machine.natural and all(value is BLANK or type(value) in (int, bool) for values in alphabets for value in values):
        at_most = functools.partial(_at_most, algebra, machine, alphabets)
    exactly = None
    if all(value is BLANK or type(value) is int for values in alphabets for value in values):
        exactly = functools.partial(_exactly, algebra, machine.source.members)
    return replace(machine, remainder=functools.partial(_remainder, machine), at_most=at_most, exactly=exactly)


def _remainder(product: Machine, by: int) -> Machine:
    """Return the machine for the remainder of a product."""

    def step(state: State, value: Value) -> State:
        return state if value is BLANK else state * number(value, "product") % by

    return Machine(product.source, 1 % by, step, lambda state: state, least=0, key=joint_key("remainder", product.key, by))


def _exactly(algebra: Algebra, members: Sequence[Term], product: int) -> Operand | None:
    """Return whether a product of whole numbers that are not negative is a positive number, prime by prime.

    The exponents of each prime add up to that of the product, and no member has another prime. That is a sum for each prime. An
    automaton has a state for each divisor instead, which the product so far may be. It propagates more, so it is better for
    products with few divisors. None for these, for numbers with bits or from 10 ** 18 on, and where a member or the product may
    be negative, or the product is 0.
    """
    numbers = [
        [1 if value is BLANK else int(value) for value in member.domain] if member.domain.size <= WIDE else [-1]
        for member in members
    ]
    if product <= 0 or min(map(min, numbers)) < 0:
        return None
    if max(map(max, numbers)) >= LARGEST:
        return None
    exponents: dict[int, int] = {}
    left = product
    for prime in sorted({prime for values in numbers for value in values for prime in prime_factors.evaluate(value)}):
        while left % prime == 0:
            left //= prime
            exponents[prime] = exponents.get(prime, 0) + 1
    if left > 1:
        return False  # a prime that no member has
    fitting = sum(divisor > 0 and product % divisor == 0 for values in numbers for divisor in values)
    if math.prod(exponent + 1 for exponent in exponents.values()) * fitting <= FEW_STEPS:
        return None
    terms = algebra.terms
    parts = []
    factors: dict[int, list[tuple[int, Operand]]] = {prime: [] for prime in exponents}
    for member, values in zip(members, numbers, strict=True):
        if member.op != "unknown":  # one sentence about what is computed, and not one for each value
            parts.append(terms.map(Table(f"divides {product}", functools.partial(_fits, product)), [member]))
            for prime, some in factors.items():
                some.append((1, terms.map(Table(f"exponent of {prime}", functools.partial(_exponent, prime)), [member])))
            continue
        for value, factor in zip(member.domain, values, strict=True):
            has_value = terms.equals(member, value)
            if factor == 0 or product % factor:
                parts.append(terms.negation(has_value))
                continue
            for prime, exponent in Counter(prime_factors.evaluate(factor)).items():
                factors[prime].append((exponent, has_value))
    parts += [terms.equals(terms.linear(factors[prime]), exponent) for prime, exponent in exponents.items()]
    return terms.conjunction(parts)


def _fits(product: int, value: Value) -> bool:
    """Check whether a factor divides a product; a blank one is none."""
    return value is BLANK or (int(value) != 0 and product % int(value) == 0)


def _exponent(prime: int, value: Value) -> int:
    """Return how often a prime goes into a factor; 0 for one that is blank or 0.

    >>> _exponent(2, 12)
    2
    """
    left = 1 if value is BLANK else int(value)
    exponent = 0
    while left and left % prime == 0:
        left //= prime
        exponent += 1
    return exponent


def _at_most(algebra: Algebra, product: Machine, alphabets: Sequence[Sequence[Value]], bound: int) -> Operand:
    """Return whether a product of whole numbers that are not negative is at most a number.

    A state is how often the product so far goes into the number: `n // a // b` is `n // (a * b)`. It is true as soon as the other
    factors cannot exceed it, and false if it is 0 and no factor can be 0 any more.
    """
    most, zero_comes = [1], [False]
    for values in reversed(alphabets):
        numbers = [1 if value is BLANK else int(value) for value in values]
        most.append(most[-1] * max(1, *numbers))
        zero_comes.append(zero_comes[-1] or 0 in numbers)
    most.reverse()
    zero_comes.reverse()

    def settle(at: int, room: int) -> State:
        return True if room >= most[at] else False if room == 0 and not zero_comes[at] else (at, room)

    def step(state: State, value: Value) -> State:
        if isinstance(state, bool):
            return state
        at, room = state
        factor = 1 if value is BLANK else int(value)
        return settle(at + 1, room // factor if factor else most[0])

    key = joint_key("at most", product.key, bound, tuple(zip(most, zero_comes, strict=True)))
    return algebra.automata.to_literal_term(
        Machine(product.source, settle(0, bound) if bound >= 0 else False, step, lambda state: state is True, key=key)
    )


def _may_be_blank(value: Value) -> bool:
    return isinstance(value, Term) and value.domain.blank


def _times(algebra: Algebra, total: Value, value: Value) -> Value:
    """Return a product with one more member, which is passed over where it is blank."""
    if isinstance(value, Term) and value.domain.blank:
        value = algebra.choose(algebra.terms.equals(value, BLANK), lambda: 1, lambda: value)
    return (
        algebra.operate(OPERATORS["*"], [total, value])
        if isinstance(total, Term) or isinstance(value, Term)
        else OPERATORS["*"].evaluate(total, value)
    )
