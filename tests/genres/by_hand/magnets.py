"""Magnets, in plain Python: the two ways to lay each magnet, or none."""

from __future__ import annotations

import itertools

DOMINOES = ("aabc", "ddbc", "eeff")

PUZZLE = f"""
use: magnets
grid: 3x4
areas:
  dominoes: |
{chr(10).join("    " + row for row in DOMINOES)}
clues:
  positives: {{top: [., 1, ., .]}}
  negatives: {{left: [., ., 1]}}
"""
CELLS = list(itertools.product(range(3), range(4)))


def count() -> int:
    """Neighbours are not both 1 or both -1; one 1 in the second column, one -1 in the third row."""
    total = 0
    for poles in itertools.product(((1, -1), (-1, 1), (0, 0)), repeat=6):
        left = {label: list(pair) for label, pair in zip("abcdef", poles, strict=True)}
        pole = {(row, column): left[DOMINOES[row][column]].pop() for row, column in CELLS}
        apart = all(
            pole[row, column] * pole.get(other, 0) < 1
            for row, column in CELLS
            for other in ((row + 1, column), (row, column + 1))
        )
        total += apart and [pole[row, 1] for row in range(3)].count(1) == 1 and [pole[2, c] for c in range(4)].count(-1) == 1
    return total


PUZZLES = ((PUZZLE, count),)
