"""Doppelblock, in plain Python: all orders of each row, then the columns."""

from __future__ import annotations

import itertools

PUZZLE = """
use: doppelblock
grid: 4x4
clues:
  total:
    left: [., 2, ., .]
    bottom: [3, ., ., .]
"""


def between(line: tuple[int, ...]) -> int:
    """The sum of the numbers between the two zeros, which are shaded cells."""
    start, end = (at for at, value in enumerate(line) if value == 0)
    return sum(line[start:end])


def count() -> int:
    """Each row and column is an order of 0, 0, 1, 2; the second row has 2 between the zeros, the first column 3."""
    orders = set(itertools.permutations((0, 0, 1, 2)))
    total = 0
    for rows in itertools.product(orders, repeat=4):
        columns = list(zip(*rows, strict=True))
        total += all(column in orders for column in columns) and between(rows[1]) == 2 and between(columns[0]) == 3
    return total


PUZZLES = ((PUZZLE, count),)
