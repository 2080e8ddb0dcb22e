"""Anglers, in plain Python: lines from each number, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
NUMBERS = {("top", 0): 0, ("left", 2): 5, ("right", 1): 0}  # 0: a question mark
FISH, ROCKS = {(1, 1), (3, 1), (0, 2)}, {(3, 0)}

PUZZLE = """
use: anglers
grid: 4x3
clues:
  number: {top: ['?', ., .], left: [., ., 5, .], right: [., '?', ., .]}
  fish: {r2c2: fish, r4c2: fish, r1c3: fish}
  rock: {r4c1: '#'}
"""


def ways(cell: Cell, used: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield the cells of each line from a cell to a fish."""
    if cell in used or cell in ROCKS or not (0 <= cell[0] < 4 and 0 <= cell[1] < 3):
        return
    used |= {cell}
    if cell in FISH:
        yield used
        return
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        yield from ways((cell[0] + dr, cell[1] + dc), used)


def count() -> int:
    """No two lines share a cell, so they end at different fish; there are as many of these as lines."""
    starts = {("top", 0): (0, 0), ("left", 2): (2, 0), ("right", 1): (1, 2)}
    taken = [frozenset[Cell]()]
    for place, length in NUMBERS.items():
        taken = [after for used in taken for after in ways(starts[place], used) if length in (0, len(after) - len(used))]
    return len(taken)


PUZZLES = ((PUZZLE, count),)
