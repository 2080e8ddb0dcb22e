"""Kropki, in plain Python: all Latin squares, and the dots between their cells."""

from __future__ import annotations

import itertools

PUZZLE = """
use: {kropki: {all_dots: ALL}}
grid: 4x4
clues:
  dot: {r1c1-r1c2: white, r1c3-r2c3: black}
"""


def squares() -> list[dict[tuple[int, int], int]]:
    """All Latin squares of four rows."""
    orders = list(itertools.permutations(range(1, 5)))
    latin_squares = []
    for rows in itertools.product(orders, repeat=4):
        if all(len(set(column)) == 4 for column in zip(*rows, strict=True)):
            latin_squares.append({(row, column): rows[row][column] for row in range(4) for column in range(4)})
    return latin_squares


def count() -> int:
    """The two pairs have what their dots say."""
    return sum(
        abs(number[0, 0] - number[0, 1]) == 1 and sorted((number[0, 2], number[1, 2])) in ([1, 2], [2, 4]) for number in squares()
    )


PUZZLES = ((PUZZLE.replace("ALL", "false"), count),)
