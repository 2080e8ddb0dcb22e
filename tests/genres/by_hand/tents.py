"""Tents, in plain Python: sets of tents, and every way to give each tree one of its own."""

from __future__ import annotations

import itertools

TREES = ((0, 1), (1, 3), (2, 1), (3, 2))
SIZE = 4
COLUMN = 1  # the number above the first column

PUZZLE = """
use: tents
grid: 4x4
clues:
  tree: |
    . T . .
    . . . T
    . T . .
    . . T .
  number: {top: [1, ., ., .]}
"""


def count() -> int:
    """As many tents as trees, none touching, paired with the trees in at least one way."""
    cells = [(r, c) for r in range(SIZE) for c in range(SIZE) if (r, c) not in TREES]

    def beside(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1

    total = 0
    for tents in itertools.combinations(cells, len(TREES)):
        apart = all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in itertools.combinations(tents, 2))
        paired = any(all(map(beside, TREES, order)) for order in itertools.permutations(tents))
        total += apart and paired and sum(c == 0 for _, c in tents) == COLUMN
    return total


PUZZLES = ((PUZZLE, count),)
