"""Schrödinger Cells, in plain Python: three rows, each an order of four numbers of which two stand in one cell."""

from __future__ import annotations

import itertools

PUZZLE = """
use: schrodinger
grid: 3x3
areas:
  cages: {a: r1c1 r2c1, b: r2c2 r2c3 r3c3}
clues:
  cage_sum: {a: 5}
"""

Row = tuple[tuple[int, ...], ...]


def rows() -> list[Row]:
    """Return all rows: the numbers of each cell, in order."""
    different: set[Row] = set()
    for order in itertools.permutations(range(4)):
        for at in range(3):
            cells = [(number,) for number in order]
            cells[at : at + 2] = [tuple(sorted(order[at : at + 2]))]
            different.add(tuple(cells))
    return sorted(different)


def count() -> int:
    """Boxes of three rows are the rows themselves. A cage without a sum holds no number twice either."""
    total = 0
    for grid in itertools.product(rows(), repeat=3):
        columns = [[number for row in grid for number in row[c]] for c in range(3)]
        first, second = [*grid[0][0], *grid[1][0]], [*grid[1][1], *grid[1][2], *grid[2][2]]
        total += (
            all(sorted(column) == [0, 1, 2, 3] for column in columns)
            and sum(first) == 5
            and all(len(set(cage)) == len(cage) for cage in (first, second))
        )
    return total


PUZZLES = ((PUZZLE, count),)
