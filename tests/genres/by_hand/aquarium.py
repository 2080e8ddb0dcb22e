"""Aquarium, in plain Python: pour water in at each cell, and see which states it leaves."""

from __future__ import annotations

import itertools

TANKS = ("aaab", "acab", "cccb")

PUZZLE = f"""
use: aquarium
grid: 3x4
areas:
  tanks: |
{chr(10).join("    " + row for row in TANKS)}
"""


def flooded(row: int, column: int) -> frozenset[tuple[int, int]]:
    """The cells that water fills at the least if it stands in a cell: all that it reaches without rising above its row."""
    reached, left = set(), [(row, column)]
    while left:
        here = left.pop()
        reached.add(here)
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = (here[0] + down, here[1] + right)
            inside = row <= other[0] < 3 and 0 <= other[1] < 4
            if inside and TANKS[other[0]][other[1]] == TANKS[row][column] and other not in reached:
                left.append(other)
    return frozenset(reached)


def count() -> int:
    """States are the unions of what stands in some cells."""
    cells = list(itertools.product(range(3), range(4)))
    states = {frozenset[tuple[int, int]]()}
    for cell in cells:
        states |= {state | flooded(*cell) for state in states}
    return len(states)


PUZZLES = ((PUZZLE, count),)
