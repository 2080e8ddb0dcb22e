"""Roma, in plain Python: every board of arrows, and where each of them leads."""

from __future__ import annotations

import itertools

REGIONS = ("aab", "acb", "ccd")
GOAL = (1, 1)
HEIGHT, WIDTH = 3, 3

PUZZLE = f"""
use: roma
grid: 3x3
areas:
  regions: |
{chr(10).join("    " + row for row in REGIONS)}
clues:
  goal: {{r2c2: true}}
"""


def count() -> int:
    """All ways lead to the goal within as many steps as there are cells; the arrows of a region differ."""
    cells = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if (r, c) != GOAL]
    total = 0
    for ways in itertools.product(((-1, 0), (0, 1), (1, 0), (0, -1)), repeat=len(cells)):
        arrow = dict(zip(cells, ways, strict=True))
        used = {(REGIONS[r][c], way) for (r, c), way in arrow.items()}
        total += len(used) == len(cells) and all(arrives(cell, arrow) for cell in cells)
    return total


def arrives(cell: tuple[int, int], arrow: dict[tuple[int, int], tuple[int, int]]) -> bool:
    """Check whether the way from a cell ends at the goal."""
    for _ in range(len(arrow)):
        if cell not in arrow:
            return False
        cell = cell[0] + arrow[cell][0], cell[1] + arrow[cell][1]
        if cell == GOAL:
            return True
    return False


PUZZLES = ((PUZZLE, count),)
