"""Hanare-gumi, in plain Python: one cell of each room."""

from __future__ import annotations

import itertools
from collections.abc import Collection

ROOMS = ("aabbb", "acddb", "aceed")

PUZZLE = f"""
use: hanare_gumi
grid: 3x5
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
"""
MARKED = ((0, 3), (2, 4))  # cells with a question mark
MARKS = "clues: {filled: {r1c4: '?', r3c5: '?'}}\n"
CELLS = list(itertools.product(range(3), range(5)))


def count(marked: Collection[tuple[int, int]] = ()) -> int:
    """Two numbers of a line that follow each other have as many cells between them as their difference."""

    def right(number: dict[tuple[int, int], int]) -> bool:
        for (row, column), value in number.items():
            for down, right in ((0, 1), (1, 0)):
                at, empty = (row + down, column + right), 0
                while at in CELLS and at not in number:
                    at, empty = (at[0] + down, at[1] + right), empty + 1
                if at in number and abs(number[at] - value) != empty:
                    return False
        return True

    rooms = [[(row, column) for row, column in CELLS if ROOMS[row][column] == label] for label in "abcde"]
    boards = ({cell: len(room) for cell, room in zip(chosen, rooms, strict=True)} for chosen in itertools.product(*rooms))
    return sum(right(number) and number.keys() >= {*marked} for number in boards)


PUZZLES = ((PUZZLE, count), (PUZZLE + MARKS, lambda: count(MARKED)))
