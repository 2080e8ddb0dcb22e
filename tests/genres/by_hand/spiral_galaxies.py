"""Spiral Galaxies, in plain Python: every way to give each cell to a dot."""

from __future__ import annotations

import itertools

HEIGHT, WIDTH = 3, 4
DOTS = ((0, 1), (0, 5), (2, 3), (4, 2), (4, 6))  # rows and columns in halves of a cell

PUZZLE = """
use: spiral_galaxies
grid: 3x4
clues:
  dot: {r1c1-r1c2: white, r1c3-r1c4: white, r2c2-r2c3: white, r3c2: black, r3c4: white}
"""


def count() -> int:
    """The cells of a dot are connected, hold the dot and are the same after half a turn about it."""
    cells = [(r, c) for r in range(HEIGHT) for c in range(WIDTH)]
    may = []
    for r, c in cells:
        near = [dot for dot in DOTS if abs(dot[0] - 2 * r) <= 1 and abs(dot[1] - 2 * c) <= 1]
        may.append(near or DOTS)
    total = 0
    for owners in itertools.product(*may):
        regions: dict[tuple[int, int], set[tuple[int, int]]] = {dot: set() for dot in DOTS}
        for cell, dot in zip(cells, owners, strict=True):
            regions[dot].add(cell)
        total += all(fits(dot, region) for dot, region in regions.items())
    return total


def fits(dot: tuple[int, int], region: set[tuple[int, int]]) -> bool:
    """Check one region."""
    if not region or {(dot[0] - r, dot[1] - c) for r, c in region} != region:
        return False
    reached, left = set(), [min(region)]
    while left:
        r, c = left.pop()
        if (r, c) in region and (r, c) not in reached:
            reached.add((r, c))
            left += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return reached == region


PUZZLES = ((PUZZLE, count),)
