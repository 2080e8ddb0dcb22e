"""Runs of digits along a line that are read as numbers: what they come to, and automata for CP-SAT.

An automaton is its final states and its steps (state, value, next state); it begins in state 0, and the value 0 is blank.

That the greatest common divisor is k is: all numbers are multiples of k, and not all are multiples of m, for every larger
multiple m of k. For a few m this is said from the start, for others when a candidate shows that it is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from peers.puzzle import Outside, Point, Puzzle

Automaton = tuple[list[int], list[tuple[int, int, int]]]

FACTORS = (2, 3, 5, 7)  # of the larger multiples that are excluded from the start
LARGEST = 1000  # multiples with more states than that are not said; the numbers of the candidate are excluded


def numbers(values: Sequence[int]) -> list[int]:
    """The numbers that the runs between zeros read as.

    >>> numbers([0, 1, 2, 0, 3])
    [12, 3]
    """
    return [int(run) for run in "".join(map(str, values)).split("0") if run]


def larger(puzzle: Puzzle, group: str, number: Mapping[Point, int]) -> Iterator[tuple[Outside, int]]:
    """Clues of that group of which the candidate's greatest common divisor is too large, each with that divisor."""
    for clue in puzzle.outside:
        if clue.group == group:
            divisor = math.gcd(*numbers([number[cell] for cell in clue.cells]))
            if divisor != clue.value:
                yield clue, divisor


def multiples(divisor: int) -> Automaton:
    """All numbers are multiples of the divisor. States are what is left over of the number that is being read."""
    steps = [(rest, digit, (10 * rest + digit) % divisor) for rest in range(divisor) for digit in range(1, 10)]
    return [0], [(0, 0, 0), *steps]


def not_multiples(divisor: int) -> Automaton:
    """Not all numbers are multiples of the divisor: the same, with a state for having seen one that is not."""
    steps = multiples(divisor)[1]
    steps += [(rest, 0, divisor) for rest in range(1, divisor)] + [(divisor, value, divisor) for value in range(10)]
    return list(range(1, divisor + 1)), steps


def product(wanted: int) -> Automaton:
    """The product of the numbers. A state is the product of those that have ended, and what has been read of the next one."""
    divisors = [divisor for divisor in range(1, wanted + 1) if wanted % divisor == 0 and "0" not in str(divisor)]
    prefixes = {int(str(divisor)[:length]) for divisor in divisors for length in range(1, len(str(divisor)) + 1)}
    states = {(1, 0): 0}
    steps, waiting = [], [(1, 0)]
    while waiting:
        state = waiting.pop()
        ended, read = state
        ways = [(digit, (ended, 10 * read + digit)) for digit in range(1, 10) if 10 * read + digit in prefixes]
        if wanted % (ended * max(1, read)) == 0:
            ways.append((0, (ended * max(1, read), 0)))
        for value, after in ways:
            if after not in states:
                states[after] = len(states)
                waiting.append(after)
            steps.append((states[state], value, states[after]))
    return [name for (ended, read), name in states.items() if ended * max(1, read) == wanted], steps
