"""Star Battle, in plain Python: columns of the stars, row by row."""

from __future__ import annotations

import itertools

REGIONS = ("aabbb", "aabcc", "dabbc", "ddbec", "deeec")

PUZZLE = f"""
use: star_battle
grid: 5x5
areas:
  regions: |
{chr(10).join("    " + row for row in REGIONS)}
"""


def count() -> int:
    """One star in each row, column and region; those of neighbouring rows are not next to each other."""
    total = 0
    for columns in itertools.permutations(range(5)):
        apart = all(abs(a - b) > 1 for a, b in itertools.pairwise(columns))
        total += apart and len({REGIONS[row][column] for row, column in enumerate(columns)}) == 5
    return total


PUZZLES = ((PUZZLE, count),)
