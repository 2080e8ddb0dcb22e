"""Number City, in plain Python: all grids, and the districts of each room."""

from __future__ import annotations

import itertools

ROOMS = ("aaabb", "aaabb")

PUZZLE = f"""
use: number_city
grid: 2x5
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
"""
CELLS = list(itertools.product(range(2), range(5)))


def is_connected(cells: set[tuple[int, int]]) -> bool:
    """Whether every cell can be reached from every other."""
    reached, left = set(), [*cells][:1]
    while left:
        row, column = left.pop()
        reached.add((row, column))
        around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        left += (around & cells) - reached
    return reached == cells


def count() -> int:
    """In each room the districts of 1, 2, 3 get smaller and are connected; equal numbers of different rooms do not touch."""
    total = 0
    for values in itertools.product((1, 2, 3), repeat=len(CELLS)):
        at = dict(zip(CELLS, values, strict=True))
        right = all(
            at[row, column] != at[other] or ROOMS[row][column] == ROOMS[other[0]][other[1]]
            for row, column in CELLS
            for other in ((row + 1, column), (row, column + 1))
            if other in at
        )
        for label in "ab" * right:
            districts = [{cell for cell in CELLS if ROOMS[cell[0]][cell[1]] == label and at[cell] == k} for k in (1, 2, 3)]
            right = right and all(map(is_connected, districts))
            right = right and all(len(a) > len(b) or (not a and not b) for a, b in itertools.pairwise(districts))
        total += right
    return total


PUZZLES = ((PUZZLE, count),)
