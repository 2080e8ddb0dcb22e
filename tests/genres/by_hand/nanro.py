"""Nanro, in plain Python: which cells hold a number decides which number it is."""

from __future__ import annotations

import itertools

ROOMS = ("aabb", "ccbd", "cedd")

PUZZLE = f"""
use: nanro
grid: 3x4
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
"""
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


def count() -> int:
    """A number is how many cells of its room are filled; those of other rooms beside it differ."""
    total = 0
    for choice in itertools.product((False, True), repeat=len(CELLS)):
        filled = set(itertools.compress(CELLS, choice))
        in_room = {label: sum(ROOMS[row][column] == label for row, column in filled) for label in "abcde"}
        number = {(row, column): in_room[ROOMS[row][column]] for row, column in filled}
        differ = all(
            number[cell] != number.get(other) or ROOMS[cell[0]][cell[1]] == ROOMS[other[0]][other[1]]
            for cell in filled
            for other in beside(cell)
        )
        full = any(
            {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)} <= filled for row, column in CELLS
        )
        total += differ and all(in_room.values()) and not full and is_connected(filled)
    return total


PUZZLES = ((PUZZLE, count),)
