"""Numbers written in digits, compared column by column: sums whose factors differ much, as automata.

`100 * a + 10 * b + c == 100 * d + 10 * e + f + 7` has few states when it is read from the largest factor to the smallest: what
has been added up so far must be small enough for the rest to make up for. So sums, multiples and comparisons of numbers that are
read from cells are told with a handful of states for each digit, as carries are in arithmetic on paper.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..values import BLANK, Value
from .automaton import Automaton, minimize

RATIO = 10  # of the largest factor to the smallest: otherwise a sum of literals says it as well
MAX_STEPS = 20_000

_YES, _NO = "yes", "no"


def order(factors: Sequence[int]) -> list[int]:
    """Return the positions of the factors, from the largest to the smallest; empty if they do not differ enough.

    >>> order([1, -10, 100, 1])
    [2, 1, 0, 3]
    """
    sizes = [*map(abs, factors)]
    if max(sizes) < RATIO * min(sizes):
        return []
    return sorted(range(len(sizes)), key=lambda at: -sizes[at])


def between(factors: Sequence[int], alphabets: Sequence[Sequence[Value]], low: int, high: int) -> Automaton | None:
    """Return an automaton for "multiples of values add up to something from `low` to `high`"; None if it has too many states.

    Blank counts 0, a truth value 1 or 0.

    >>> equal = between([10, -10, 1, -1], [range(10)] * 4, 0, 0)
    >>> str(equal), equal.result([3, 3, 7, 7]), equal.result([3, 3, 7, 6])
    ('26 states, 4 values', True, False)
    """
    added = [
        [0 if value is BLANK else factor * int(value) for value in alphabet]
        for factor, alphabet in zip(factors, alphabets, strict=True)
    ]
    least = list(itertools.accumulate((min(numbers) for numbers in reversed(added)), initial=0))[::-1]
    most = list(itertools.accumulate((max(numbers) for numbers in reversed(added)), initial=0))[::-1]

    def settle(total: int, at: int) -> int | str:
        if total + most[at] < low or total + least[at] > high:
            return _NO
        return _YES if low <= total + least[at] and total + most[at] <= high else total

    states: list[int | str] = [settle(0, 0)]
    layers: list[list[list[int]]] = []
    steps = 0
    for at, numbers in enumerate(added):
        steps += len(states) * len(numbers)
        if steps > MAX_STEPS:
            return None
        following: dict[int | str, int] = {}
        table = []
        for state in states:
            reached = [state if isinstance(state, str) else settle(state + number, at + 1) for number in numbers]
            table.append([following.setdefault(to, len(following)) for to in reached])
        layers.append(table)
        states = list(following)
    return minimize(alphabets, layers, [state == _YES for state in states])


def parts(factors: Sequence[int], ends: Sequence[tuple[int, int]], total: int) -> list[tuple[int, list[int], int]] | None:
    """Split an equation of a sum and a total into several, one for each digit, if no digit can make up for another.

    `ends` are the smallest and the largest value of each number. A part is a factor, the positions of the numbers with it or its
    negative, and what these numbers with their signs must add up to. None where that is not known; no parts where it cannot be.

    >>> parts([10, 1, -10, -1], [(1, 9)] * 4, 0)
    [(10, [0, 2], 0), (1, [1, 3], 0)]
    >>> parts([10, 1], [(1, 9)] * 2, 37), parts([2, 1], [(1, 9)] * 2, 7), parts([10, 1], [(1, 3)] * 2, 37)
    ([(10, [0], 3), (1, [1], 7)], None, [])
    """
    groups: dict[int, list[int]] = {}
    for at in sorted(range(len(factors)), key=lambda at: -abs(factors[at])):
        groups.setdefault(abs(factors[at]), []).append(at)
    if len(groups) == 1:
        return None
    products = [sorted((factor * low, factor * high)) for factor, (low, high) in zip(factors, ends, strict=True)]
    least, most = sum(low for low, _ in products), sum(high for _, high in products)
    columns = []
    for size, where in groups.items():
        least -= sum(products[at][0] for at in where)
        most -= sum(products[at][1] for at in where)
        first, last = -((most - total) // size), (total - least) // size  # how often the factor can go into what is left
        if first > last:
            return []
        if first < last:
            return None
        columns.append((size, where, first))
        total -= size * first
    return columns
