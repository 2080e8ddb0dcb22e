"""Symmetry Area, in plain Python: all grids, each group by a walk from each cell."""

from __future__ import annotations

import itertools

PUZZLE = """
use: {symmetry_area: {highest: 4}}
grid: 2x4
"""
CELLS = list(itertools.product(range(2), range(4)))


def group(cell: tuple[int, int], number: dict[tuple[int, int], int]) -> frozenset[tuple[int, int]]:
    """The cells with the same number that a walk from a cell reaches."""
    reached, left = set(), [cell]
    while left:
        row, column = left.pop()
        reached.add((row, column))
        for other in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if number.get(other) == number[cell] and other not in reached:
                left.append(other)
    return frozenset(reached)


def is_symmetric(cells: frozenset[tuple[int, int]]) -> bool:
    """Whether a half turn about the middle of its box maps a group to itself."""
    rows, columns = min(cells)[0] + max(cells)[0], min(c for _, c in cells) + max(c for _, c in cells)
    return all((rows - row, columns - column) in cells for row, column in cells)


def count() -> int:
    """Each number is the size of the group around it, which half a turn maps to itself."""
    total = 0
    for values in itertools.product(range(1, 5), repeat=len(CELLS)):
        if all(values.count(value) % value == 0 for value in (2, 3, 4)):
            number = dict(zip(CELLS, values, strict=True))
            right = all(len(group(cell, number)) == number[cell] and is_symmetric(group(cell, number)) for cell in CELLS)
            total += right
    return total


PUZZLES = ((PUZZLE, count),)
