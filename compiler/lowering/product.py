"""`product`: a machine whose states are the products so far; wanted products are only approached by their divisors."""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Sequence

from ..operators import bounded, number
from ..values import Value
from .algebra import Algebra, check_numbers
from .goal import ANY_NUMBERS, INFINITE, Goal, Numbers
from .machine import Left
from .registry import lowering
from .stream import Aggregate, streaming

FACTORED = 10**12


@streaming("product")
def product_of_members(natural: bool) -> Aggregate:
    """Multiplied up one by one. What is not a divisor of a wanted product never becomes one, and 0 stays 0."""

    def may(state: int, left: Left, goal: Goal) -> bool:
        if natural and state != 0 and not (goal.between(0, 0) or goal.between(state, INFINITE)):
            return False  # what is multiplied by whole numbers is 0, or no smaller than before
        if goal.numbers is None:
            return True
        return any(wanted == 0 or (state != 0 and wanted % state == 0) for wanted in goal.numbers)

    def among(state: int, goal: Goal) -> Numbers:
        if not natural:
            return ANY_NUMBERS
        if goal.numbers is None:
            return Numbers(lambda low, high: low == 0 or goal.between(0, 0) or goal.between(state * low, INFINITE))
        rests = [
            (wanted, wanted // state if state else 0)
            for wanted in goal.numbers
            if wanted == 0 or (state != 0 and wanted % state == 0)
        ]
        return Numbers(lambda low, high: any(divisors_between(abs(rest), abs(wanted), low, high) for wanted, rest in rests))

    return Aggregate(1, lambda state, value: bounded(state * number(value, "product")), may=may, among=among, natural=natural)


def divisors_between(number: int, whole: int, low: int, high: int) -> bool:
    """Whether a divisor of a number, which divides `whole`, lies from low to high; of 0 and of very large ones any may."""
    if number == 0 or whole > FACTORED:
        return True
    found = divisors(whole)
    for divisor in found[bisect_left(found, low) :]:
        if divisor > high:
            return False
        if number % divisor == 0:
            return True
    return False


@functools.lru_cache(maxsize=1_024)
def divisors(number: int) -> tuple[int, ...]:
    """All divisors of a positive number, in order.

    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    small = [divisor for divisor in range(1, math.isqrt(number) + 1) if number % divisor == 0]
    return tuple(sorted({*small, *(number // divisor for divisor in small)}))


@lowering("product")
def product(algebra: Algebra, values: Sequence[Value]) -> Value:
    """A machine over the members."""
    for value in values:
        check_numbers(value, "`product`", truths=True)
    return algebra.along.over(product_of_members, values)
