"""Yajitatami, in plain Python: mats are laid from the first free cell, and the numbers looked at in the end."""

from __future__ import annotations

HEIGHT, WIDTH = 4, 4
LEFT_OF = {(1, 2): 2, (3, 3): 2}  # numbers with arrows to the left

PUZZLE = """
use: yajitatami
grid: 4x4
clues:
  number: {r2c3: [2, left], r4c4: [2, left]}
"""

Mat = tuple[tuple[int, int], ...]


def boards(free: frozenset[tuple[int, int]]) -> list[list[Mat]]:
    """Return all ways to cover the free cells with mats of one row or column and at least two cells."""
    if not free:
        return [[]]
    r, c = min(free)
    ways = []
    for dr, dc in ((0, 1), (1, 0)):
        length = 2
        while all((r + dr * i, c + dc * i) in free for i in range(length)):
            mat = tuple((r + dr * i, c + dc * i) for i in range(length))
            ways += [[mat, *others] for others in boards(free - set(mat))]
            length += 1
    return ways


def count() -> int:
    """A number is as many cells as its mat has, and as many mats to the left, where its mat does not go on."""
    total = 0
    for board in boards(frozenset((r, c) for r in range(HEIGHT) for c in range(WIDTH))):
        mat_of = {cell: mat for mat in board for cell in mat}
        if any(
            len({mat_of[r + i, c + j] for i in (0, 1) for j in (0, 1)}) == 4 for r in range(HEIGHT - 1) for c in range(WIDTH - 1)
        ):
            continue  # four mats meet at a point
        total += all(
            mat_of[r, c - 1] != mat_of[r, c]
            and len(mat_of[r, c]) == number
            and len({mat_of[r, left] for left in range(c)}) == number
            for (r, c), number in LEFT_OF.items()
        )
    return total


PUZZLES = ((PUZZLE, count),)
