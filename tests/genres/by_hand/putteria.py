"""Putteria, in plain Python: one cell of each room."""

from __future__ import annotations

import itertools

ROOMS = ("aabbb", "acddb", "aceed")

PUZZLE = f"""
use: putteria
grid: 3x5
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
"""
CELLS = list(itertools.product(range(3), range(5)))


def count() -> int:
    """Numbers are not side by side, and differ if they share a row or column."""

    def right(number: dict[tuple[int, int], int]) -> bool:
        for (p, a), (q, b) in itertools.combinations(number.items(), 2):
            if ((p[0] == q[0] or p[1] == q[1]) and a == b) or abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1:
                return False
        return True

    rooms = [[(row, column) for row, column in CELLS if ROOMS[row][column] == label] for label in "abcde"]
    return sum(right({cell: len(room) for cell, room in zip(chosen, rooms, strict=True)}) for chosen in itertools.product(*rooms))


PUZZLES = ((PUZZLE, count),)
