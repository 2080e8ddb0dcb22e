"""Toichika, in plain Python: a cell and a direction for each region."""

from __future__ import annotations

import itertools
from collections.abc import Collection

REGIONS = ("abcd", "abcd", "abcd")
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))

PUZZLE = f"""
use: toichika
grid: 3x4
areas:
  regions: |
{chr(10).join("    " + row for row in REGIONS)}
"""
MARKED = ((0, 0), (0, 2))  # cells with a question mark
MARKS = "clues: {filled: {r1c1: '?', r1c3: '?'}}\n"


def count(marked: Collection[tuple[int, int]] = ()) -> int:
    """Each arrow meets first one that points back, from a region that does not adjoin its own."""
    label = {(r, c): letter for r, row in enumerate(REGIONS) for c, letter in enumerate(row)}
    adjoin = {(label[r, c], other) for r, c in label for dr, dc in WAYS if (other := label.get((r + dr, c + dc)))}
    regions = [[(cell, way) for cell in label if label[cell] == letter for way in WAYS] for letter in sorted(set(label.values()))]
    total = 0
    for chosen in itertools.product(*regions):
        arrow = dict(chosen)
        total += arrow.keys() >= {*marked} and all(answered(cell, arrow, label, adjoin) for cell in arrow)
    return total


def answered(
    cell: tuple[int, int],
    arrow: dict[tuple[int, int], tuple[int, int]],
    label: dict[tuple[int, int], str],
    adjoin: set[tuple[str, str]],
) -> bool:
    """Check the first arrow that an arrow points at."""
    dr, dc = arrow[cell]
    r, c = cell[0] + dr, cell[1] + dc
    while (r, c) in label:
        if (r, c) in arrow:
            return arrow[r, c] == (-dr, -dc) and (label[cell], label[r, c]) not in adjoin
        r, c = r + dr, c + dc
    return False


PUZZLES = ((PUZZLE, count), (PUZZLE + MARKS, lambda: count(MARKED)))
