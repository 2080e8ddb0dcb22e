"""Sukoro-room, in plain Python: which cells hold a number decides which number it is."""

from __future__ import annotations

import itertools
from collections.abc import Collection

ROOMS = ("abbc", "addc", "eefg")

PUZZLE = f"""
use: sukoro_room
grid: 3x4
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
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
    """Whole rooms are filled; a number is how many neighbours are; the numbers of a room differ."""
    total = 0
    for choice in itertools.product((False, True), repeat=7):
        chosen = set(itertools.compress("abcdefg", choice))
        filled = {(row, column) for row, column in CELLS if ROOMS[row][column] in chosen}
        number = {cell: sum(other in filled for other in beside(cell)) for cell in filled}
        once = all(number[p] != number[q] or ROOMS[p[0]][p[1]] != ROOMS[q[0]][q[1]] for p, q in itertools.combinations(filled, 2))
        total += once and filled.issuperset(marked) and all(number.values()) and is_connected(filled)
    return total


PUZZLES = ((PUZZLE, count), (PUZZLE + MARKS, lambda: count(MARKED)))
