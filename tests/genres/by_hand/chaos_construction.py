"""Chaos Construction, in plain Python: all latin squares of three rows, and all ways to divide nine cells into three regions."""

from __future__ import annotations

import itertools

Cell = tuple[int, int]
CELLS = [(r, c) for r in range(3) for c in range(3)]

PUZZLE = """
use: chaos_construction
grid: 3x3
givens:
  number: {r1c1: 1}
  wall: {r1c1-r1c2: true}
"""


def divisions(left: frozenset[Cell]) -> list[list[frozenset[Cell]]]:
    """Return all ways to divide cells into connected threes, the one with the first cell first."""
    if not left:
        return [[]]
    first = min(left)
    ways = []
    for others in itertools.combinations(sorted(left - {first}), 2):
        region = {first, *others}
        beside = [abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in itertools.combinations(region, 2)]
        if sum(beside) == 2:  # three cells of a grid are connected if two pairs of them share a side
            ways += [[frozenset(region), *rest] for rest in divisions(left - region)]
    return ways


def count() -> int:
    """Check the given number, the given wall, and the numbers of each region."""
    total = 0
    for grid in itertools.product(itertools.permutations((1, 2, 3)), repeat=3):
        if grid[0][0] != 1 or any(len({row[c] for row in grid}) < 3 for c in range(3)):
            continue
        for regions in divisions(frozenset(CELLS)):
            is_walled = not any({(0, 0), (0, 1)} <= region for region in regions)
            total += is_walled and all(len({grid[r][c] for r, c in region}) == 3 for region in regions)
    return total


PUZZLES = ((PUZZLE, count),)
