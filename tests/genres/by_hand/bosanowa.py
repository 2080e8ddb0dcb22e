"""Bosanowa, in plain Python: numbers are tried cell by cell, and a cell is looked at when all around it are filled."""

from __future__ import annotations

HIGHEST = 9

PUZZLE = f"""
use: {{bosanowa: {{highest: {HIGHEST}}}}}
grid: 3x3
"""


def count() -> int:
    """Each of the nine numbers is the sum of its differences to those beside it."""
    beside = {
        (row, column): [
            (row + y, column + x) for y, x in ((-1, 0), (0, 1), (1, 0), (0, -1)) if 0 <= row + y < 3 and 0 <= column + x < 3
        ]
        for row in range(3)
        for column in range(3)
    }
    filled: dict[tuple[int, int], int] = {}

    def fits(cell: tuple[int, int]) -> bool:
        """Whether a cell is right, as far as it can be told."""
        if cell not in filled or any(other not in filled for other in beside[cell]):
            return True
        return filled[cell] == sum(abs(filled[cell] - filled[other]) for other in beside[cell])

    def ways(left: list[tuple[int, int]]) -> int:
        """How many ways there are to fill the cells that are left."""
        if not left:
            return 1
        total = 0
        for number in range(1, HIGHEST + 1):
            filled[left[0]] = number
            if all(fits(cell) for cell in (left[0], *beside[left[0]])):
                total += ways(left[1:])
            del filled[left[0]]
        return total

    return ways([*beside])


PUZZLES = ((PUZZLE, count),)
