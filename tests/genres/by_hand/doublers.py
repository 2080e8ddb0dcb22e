"""Doublers, in plain Python: all sudokus of four rows, and a doubler in each row."""

from __future__ import annotations

import itertools

PUZZLE = """
use: [sudoku, doublers]
grid: 4x4
areas:
  doubler_cages: {a: r1c1 r1c2, b: r3c3 r4c3, c: r2c2 r2c3 r2c4}
clues:
  doubled_sum: {a: 4, b: 10, c: 9}
"""


def count() -> int:
    """Check all rows of numbers that may follow each other, with the columns of their doublers."""
    total = 0
    rows = list(itertools.permutations((1, 2, 3, 4)))
    for grid in itertools.product(rows, repeat=4):
        if any(len({row[c] for row in grid}) < 4 for c in range(4)):
            continue
        if any(len({*grid[r][c : c + 2], *grid[r + 1][c : c + 2]}) < 4 for r in (0, 2) for c in (0, 2)):
            continue
        for doublers in itertools.permutations(range(4)):
            is_fair = {c // 2 for c in doublers[:2]} == {0, 1} and {grid[r][c] for r, c in enumerate(doublers)} == {1, 2, 3, 4}
            value = [[number * (1 + (c == doublers[r])) for c, number in enumerate(row)] for r, row in enumerate(grid)]
            sums = value[0][0] + value[0][1], value[2][2] + value[3][2], sum(value[1][1:])
            total += is_fair and sums == (4, 10, 9)
    return total


PUZZLES = ((PUZZLE, count),)
