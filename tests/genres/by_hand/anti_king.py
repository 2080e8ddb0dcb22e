"""No equal numbers touch, in plain Python; where cells may be empty, two empty ones are equal too, as for a knight's move."""

from __future__ import annotations

from itertools import combinations, product

PUZZLE = """
use: anti_king
grid: 2x3
layers: {number: {values: 1..3, blank: true}}
"""


def count() -> int:
    """Cells touch if they are at most one row and one column apart."""
    cells = [(r, c) for r in range(2) for c in range(3)]
    touching = [(a, b) for (a, (r, c)), (b, (y, x)) in combinations(enumerate(cells), 2) if max(abs(r - y), abs(c - x)) == 1]
    return sum(all(grid[a] != grid[b] for a, b in touching) for grid in product(range(4), repeat=len(cells)))


PUZZLES = ((PUZZLE, count),)
