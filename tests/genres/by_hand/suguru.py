"""Suguru, in plain Python: all orders of the numbers of each room."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

ROOMS = ("aaabb", "aabbb")

PUZZLE = f"""
use: suguru
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
    """Two equal numbers are at least two rows or two columns apart."""

    def apart(number: dict[tuple[int, int], int]) -> bool:
        return all(
            number[p] != number[q] or max(abs(p[0] - q[0]), abs(p[1] - q[1])) > 1 for p, q in itertools.combinations(CELLS, 2)
        )

    return sum(map(apart, boards()))


PUZZLES = ((PUZZLE, count),)
