"""Meandering Numbers, in plain Python: all orders of the numbers of each room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

ROOMS = ("aaabb", "aabbb")

PUZZLE = f"""
use: meandering_numbers
grid: {len(ROOMS)}x{len(ROOMS[0])}
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
"""
CELLS = [(row, column) for row, line in enumerate(ROOMS) for column in range(len(line))]


def room(cell: tuple[int, int]) -> str:
    """The letter of the room of a cell."""
    return ROOMS[cell[0]][cell[1]]


def boards() -> Iterator[dict[tuple[int, int], int]]:
    """Every way to write 1 to n into each room of n cells."""
    rooms = [[cell for cell in CELLS if room(cell) == label] for label in sorted(set("".join(ROOMS)))]
    for orders in itertools.product(*(itertools.permutations(range(1, len(cells) + 1)) for cells in rooms)):
        yield {cell: value for cells, order in zip(rooms, orders, strict=True) for cell, value in zip(cells, order, strict=True)}


def count() -> int:
    """Two equal numbers are two rows or columns apart, and consecutive ones of a room are side by side."""

    def right(number: dict[tuple[int, int], int]) -> bool:
        for p, q in itertools.combinations(CELLS, 2):
            rows, columns = abs(p[0] - q[0]), abs(p[1] - q[1])
            if number[p] == number[q] and max(rows, columns) < 2:
                return False
            if room(p) == room(q) and abs(number[p] - number[q]) == 1 and rows + columns != 1:
                return False
        return True

    return sum(map(right, boards()))


PUZZLES = ((PUZZLE, count),)
