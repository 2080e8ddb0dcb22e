"""Cojun, in plain Python: all orders of the numbers of each room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

ROOMS = ("aabb", "cabd", "ccdd")

PUZZLE = f"""
use: cojun
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
    """Neighbours differ, and numbers of a room fall from the top down."""

    def right(number: dict[tuple[int, int], int]) -> bool:
        for row, column in CELLS:
            here, below, beside = number[row, column], number.get((row + 1, column)), number.get((row, column + 1))
            if here in (below, beside):
                return False
            if below is not None and room((row, column)) == room((row + 1, column)) and here < below:
                return False
        return True

    return sum(map(right, boards()))


PUZZLES = ((PUZZLE, count),)
