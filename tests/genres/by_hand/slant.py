"""Slant, in plain Python: every board of diagonals, with trees of points."""

from __future__ import annotations

import itertools

HEIGHT, WIDTH = 3, 4
NUMBERS = {(1, 1): 2, (2, 3): 3, (0, 2): 1}

PUZZLE = """
use: slant
grid: 3x4
clues:
  number: {r1c1-r2c2: 2, r2c3-r3c4: 3, r0c2-r1c3: 1}
"""


def count() -> int:
    """No diagonal joins two points that are joined already; each number is the count of ends at its point."""
    total = 0
    for board in itertools.product("/\\", repeat=HEIGHT * WIDTH):
        ends: dict[tuple[int, int], int] = dict.fromkeys(NUMBERS, 0)
        tree: dict[tuple[int, int], tuple[int, int]] = {}

        def root(point: tuple[int, int], tree: dict[tuple[int, int], tuple[int, int]] = tree) -> tuple[int, int]:
            while point in tree:
                point = tree[point]
            return point

        for at, sign in enumerate(board):
            r, c = divmod(at, WIDTH)
            a, b = ((r, c), (r + 1, c + 1)) if sign == "\\" else ((r, c + 1), (r + 1, c))
            if root(a) == root(b):
                break
            tree[root(a)] = root(b)
            for point in (a, b):
                if point in ends:
                    ends[point] += 1
        else:
            total += ends == NUMBERS
    return total


PUZZLES = ((PUZZLE, count),)
