"""Fillmat, in plain Python: mats laid one after the other on the first free cell."""

from __future__ import annotations

HEIGHT, WIDTH = 3, 4
NUMBERS = {(0, 0): 1, (2, 2): 2}

PUZZLE = """
use: fillmat
grid: 3x4
clues:
  number: {r1c1: 1, r3c3: 2}
"""

Cell = tuple[int, int]


def count() -> int:
    """Count the divisions into mats of one to four cells in which equal lengths and four corners do not meet."""
    return divisions({})


def divisions(owner: dict[Cell, tuple[Cell, int]]) -> int:
    """Count the ways to go on; `owner` is the first cell and the length of the mat that covers a cell."""
    free = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if (r, c) not in owner]
    if not free:
        return fits(owner)
    r, c = free[0]
    mats = {tuple((r + i * dr, c + i * dc) for i in range(n)) for n in range(1, 5) for dr, dc in ((0, 1), (1, 0))}
    return sum(divisions(owner | dict.fromkeys(mat, ((r, c), len(mat)))) for mat in mats if set(mat) <= set(free))


def fits(owner: dict[Cell, tuple[Cell, int]]) -> bool:
    """Check a finished division."""
    for (r, c), mat in owner.items():
        for near in ((r + 1, c), (r, c + 1)):
            if near in owner and owner[near] != mat and owner[near][1] == mat[1]:
                return False
        square = [owner.get((r + i, c + k)) for i in range(2) for k in range(2)]
        if None not in square and len(set(square)) == 4:
            return False
    numbered = [owner[cell] for cell in NUMBERS]
    return len(set(numbered)) == len(numbered) and all(owner[cell][1] == number for cell, number in NUMBERS.items())


PUZZLES = ((PUZZLE, count),)
