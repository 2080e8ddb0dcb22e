"""View, in plain Python: which cells hold a number decides which number it is."""

from __future__ import annotations

import itertools
from collections.abc import Collection

PUZZLE = """
use: view
grid: 3x4
"""
MARKED = ((0, 1), (2, 2))  # cells with a question mark
MARKS = "clues: {filled: {r1c2: '?', r3c3: '?'}}\n"
CELLS = list(itertools.product(range(3), range(4)))


def beside(cell: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells next to a cell."""
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def is_connected(filled: set[tuple[int, int]]) -> bool:
    """Whether every filled cell can be reached from every other."""
    reached, left = set(), [*filled][:1]
    while left:
        cell = left.pop()
        reached.add(cell)
        left += [other for other in beside(cell) if other in filled and other not in reached]
    return reached == filled


def count(marked: Collection[tuple[int, int]] = ()) -> int:
    """A number is how many empty cells it sees; neighbours differ."""
    total = 0
    for choice in itertools.product((False, True), repeat=len(CELLS)):
        filled = set(itertools.compress(CELLS, choice))
        number = {}
        for row, column in filled:
            number[row, column] = 0
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                at = (row + down, column + right)
                while at in CELLS and at not in filled:
                    number[row, column] += 1
                    at = (at[0] + down, at[1] + right)
        differ = all(number[cell] != number.get(other) for cell in filled for other in beside(cell))
        total += differ and filled.issuperset(marked) and is_connected(filled)
    return total


PUZZLES = ((PUZZLE, count), (PUZZLE + MARKS, lambda: count(MARKED)))
