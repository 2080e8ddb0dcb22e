"""Ichimaga, in plain Python: each set of lines, straight or with one turn, that share no cell but circles."""

from __future__ import annotations

import itertools
from collections import Counter

CIRCLES = {(0, 0): "?", (0, 3): 2, (1, 1): "?", (2, 3): "?", (3, 1): 2}
SIZE = 4

PUZZLE = f"""
use: ichimaga
grid: {SIZE}x{SIZE}
clues:
  circle: |
{chr(10).join("    " + " ".join(str(CIRCLES.get((row, column), ".")) for column in range(SIZE)) for row in range(SIZE))}
"""

Place = tuple[int, int]


def straight(a: Place, b: Place) -> list[Place]:
    """The cells from `a` to `b` in one row or column, both included."""
    steps = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
    return [(a[0] + (b[0] - a[0]) * k // steps, a[1] + (b[1] - a[1]) * k // steps) for k in range(steps + 1)] if steps else [a]


def lines() -> list[list[Place]]:
    """Every line between two circles, as its cells in order: straight, or by one of two corners; never through a circle."""
    lines_found = []
    for a, b in itertools.combinations(CIRCLES, 2):
        for corner in [(a[0], b[1])] if a[0] == b[0] or a[1] == b[1] else [(a[0], b[1]), (b[0], a[1])]:
            cells = list(dict.fromkeys(straight(a, corner) + straight(corner, b)))
            if not CIRCLES.keys() & set(cells[1:-1]):
                lines_found.append(cells)
    return lines_found


def count() -> int:
    """The sets of lines that are right."""
    total = 0
    every = lines()
    for size in range(len(every) + 1):
        for chosen in itertools.combinations(every, size):
            inner = Counter(cell for line in chosen for cell in line[1:-1])
            ends = Counter(cell for line in chosen for cell in (line[0], line[-1]))
            right = all(ends[cell] == value if value != "?" else ends[cell] for cell, value in CIRCLES.items())
            total += right and max(inner.values(), default=0) <= 1 and is_connected(chosen)
    return total


def is_connected(chosen: tuple[list[Place], ...]) -> bool:
    """Whether all circles hang together."""
    seen = {next(iter(CIRCLES))}
    for _ in CIRCLES:
        seen |= {cell for line in chosen if {line[0], line[-1]} & seen for cell in (line[0], line[-1])}
    return seen == CIRCLES.keys()


PUZZLES = ((PUZZLE, count),)
