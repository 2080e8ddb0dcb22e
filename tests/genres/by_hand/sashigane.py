"""Sashigane, in plain Python: L-shapes laid one after the other on the first free cell."""

from __future__ import annotations

HEIGHT, WIDTH = 3, 5
CORNERS = {(0, 4): None}  # cells with a circle, and the size of the L there
ENDS = {(2, 1): (0, -1)}  # cells with an arrow

PUZZLE = """
use: sashigane
grid: 3x5
clues:
  circle: {r1c5: '?'}
  arrow: {r3c2: left}
"""

Cell = tuple[int, int]


def count() -> int:
    """Count the divisions into L-shapes in which circles and arrows are right."""
    return divisions(frozenset((r, c) for r in range(HEIGHT) for c in range(WIDTH)), shapes())


def shapes() -> list[frozenset[Cell]]:
    """Return every L on the board that fits the circles and arrows it covers."""
    fitting = []
    for r in range(HEIGHT):
        for c in range(WIDTH):
            for down in (*range(-r, 0), *range(1, HEIGHT - r)):
                for right in (*range(-c, 0), *range(1, WIDTH - c)):
                    arm = {(r + i, c) for i in range(min(down, 0), max(down, 0) + 1)}
                    other = {(r, c + i) for i in range(min(right, 0), max(right, 0) + 1)}
                    shape = frozenset(arm | other)
                    ends = {(r + down, c): (-sign(down), 0), (r, c + right): (0, -sign(right))}
                    circles = all(
                        cell == (r, c) and size in (None, len(shape)) for cell, size in CORNERS.items() if cell in shape
                    )
                    if circles and all(ends.get(cell) == way for cell, way in ENDS.items() if cell in shape):
                        fitting.append(shape)
    return fitting


def sign(n: int) -> int:
    """Return 1 or -1."""
    return 1 if n > 0 else -1


def divisions(free: frozenset[Cell], shapes: list[frozenset[Cell]]) -> int:
    """Count the ways to cover the free cells."""
    if not free:
        return 1
    first = min(free)
    return sum(divisions(free - shape, shapes) for shape in shapes if first in shape and shape <= free)


PUZZLES = ((PUZZLE, count),)
