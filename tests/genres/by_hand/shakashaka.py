"""Shakashaka, in plain Python: cells cut into quarters by both diagonals, and the white areas that the quarters form."""

from __future__ import annotations

import itertools

HEIGHT, WIDTH = 2, 4
BLACK = {(0, 3): 1, (1, 0): None}

PUZZLE = """
use: shakashaka
grid: 2x4
clues:
  black: {r1c4: 1, r2c1: '?'}
"""

Quarter = tuple[int, int, int]  # row, column, and up right down left as 0 to 3
COVERED = ((), (3, 0), (0, 1), (1, 2), (2, 3))  # the quarters that no triangle or one of the four covers


def count() -> int:
    """Every white area is a rectangle, upright or turned by 45 degrees; numbers count triangles beside black cells."""
    cells = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if (r, c) not in BLACK]
    total = 0
    for chosen in itertools.product(range(5), repeat=len(cells)):
        triangle = dict(zip(cells, chosen, strict=True))
        beside = {
            (r, c): sum(triangle.get(at, 0) > 0 for at in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))) for r, c in BLACK
        }
        if all(number is None or number == beside[cell] for cell, number in BLACK.items()):
            white = {(r, c, k) for (r, c), t in triangle.items() for k in range(4) if k not in COVERED[t]}
            total += all_rectangles(white)
    return total


def all_rectangles(white: set[Quarter]) -> bool:
    """Check the areas: an area is as large as the smallest upright or turned rectangle around it, or it is none."""
    while white:
        area, left = set(), [next(iter(white))]
        while left:
            quarter = left.pop()
            if quarter in white:
                white.discard(quarter)
                area.add(quarter)
                r, c, k = quarter
                dr, dc = ((-1, 0), (0, 1), (1, 0), (0, -1))[k]
                left += [(r, c, (k + 1) % 4), (r, c, (k - 1) % 4), (r + dr, c + dc, (k + 2) % 4)]
        points = [point for quarter in area for point in ends(quarter)]
        upright = spread([y for y, _ in points]) * spread([x for _, x in points])
        turned = spread([y + x for y, x in points]) * spread([y - x for y, x in points]) // 2
        if len(area) not in (upright, turned):
            return False
    return True


def ends(quarter: Quarter) -> list[tuple[int, int]]:
    """Return the three ends of a quarter, in halves of a cell: its area is then 1."""
    r, c, k = quarter
    corners = [(2 * r, 2 * c), (2 * r, 2 * c + 2), (2 * r + 2, 2 * c + 2), (2 * r + 2, 2 * c)]
    return [corners[k], corners[(k + 1) % 4], (2 * r + 1, 2 * c + 1)]


def spread(values: list[int]) -> int:
    """Return the largest value without the smallest."""
    return max(values) - min(values)


PUZZLES = ((PUZZLE, count),)
