"""Fractional Division, in plain Python: all ways to give the cells to three fractions."""

from __future__ import annotations

import itertools
from fractions import Fraction

Cell = tuple[int, int]
FRACTIONS = {(0, 0): (1, 2), (2, 3): (3, 0), (0, 3): (0, 3)}  # 0 below the line, or above it: a question mark
CIRCLES = {(0, 2): 2, (1, 1): 1, (1, 3): 1, (2, 0): 3, (2, 2): 2}

PUZZLE = """
use: fracdiv
grid: 3x4
clues:
  fraction: {r1c1: [1, 2], r3c4: [3, '?'], r1c4: ['?', 3]}
  circle: {r1c3: 2, r2c2: 1, r2c4: 1, r3c1: 3, r3c3: 2}
"""


def count() -> int:
    """Check that regions are connected, and what the circles of each add up to."""
    cells = [(r, c) for r in range(3) for c in range(4)]
    others = [cell for cell in cells if cell not in FRACTIONS]
    total = 0
    for chosen in itertools.product(FRACTIONS, repeat=len(others)):
        regions = {home: {home} for home in FRACTIONS}
        for cell, home in zip(others, chosen, strict=True):
            regions[home].add(cell)
        total += all(is_region(home, region) for home, region in regions.items())
    return total


def is_region(home: Cell, region: set[Cell]) -> bool:
    """Check one region."""
    reached, waiting = {home}, [home]
    while waiting:
        r, c = waiting.pop()
        for cell in {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & region - reached:
            reached.add(cell)
            waiting.append(cell)
    mean = Fraction(sum(CIRCLES.get(cell, 0) for cell in region), len(region))
    above, below = FRACTIONS[home]
    if above and below:
        return reached == region and mean == Fraction(above, below)
    unknown = (Fraction(above, k) == mean for k in range(1, 100)) if above else (Fraction(k, below) == mean for k in range(100))
    return reached == region and any(unknown)


PUZZLES = ((PUZZLE, count),)
