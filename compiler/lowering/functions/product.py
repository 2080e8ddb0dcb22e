"""`product`: a machine whose states are the products so far; wanted products are only approached by their divisors."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence

from ...language.operators import bounded, number
from ...values import Value
from ..algebra import Algebra, check_numbers
from ..automata.aggregates import Aggregate, streaming
from ..automata.machine import Remaining
from ..automata.result_filter import ANY_NUMBERS, INFINITE, Numbers, ResultFilter, listed
from ..lowering_registry import lowering

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
            if wanted == 0 or (state != 0 and wanted % state == 0)
        )

    return Aggregate(
        1,
        lambda state, value: bounded(state * number(value, "product")),
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
    found: set[int] = set()
    for whole, part in pairs:
        if part == 0 or whole > FACTORED:
            return ANY_NUMBERS
        found.update(divisor for divisor in divisors(whole) if part % divisor == 0)
    return Numbers(listed(found).between)


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
    return algebra.automata.over(product_of_members, values)
