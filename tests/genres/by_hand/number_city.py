"""Number City, in plain Python: all grids, and the districts of each room."""

from __future__ import annotations

import itertools

ROOMS = ("aaabb", "acccb")

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
    """In each room, 1 has the largest district and 2 a smaller one, if any; districts are connected."""
    found = 0
    for values in itertools.product((1, 2), repeat=len(CELLS)):
        right = True
        for label in "abc":
            members = [(cell, value) for cell, value in zip(CELLS, values, strict=True) if ROOMS[cell[0]][cell[1]] == label]
            first, second = ({cell for cell, value in members if value == k} for k in (1, 2))
            right = right and len(first) > len(second) and is_connected(first) and is_connected(second)
        found += right
    return found


PUZZLES = ((PUZZLE, count),)
