"""Bridges on a board that wraps around, in plain Python: some lead over the edge, and a column may have a single island."""

from __future__ import annotations

from itertools import product

HEIGHT, WIDTH = 3, 3
ISLANDS = {(0, 0), (0, 1), (1, 0), (1, 2)}

PUZZLE = """
use: hashiwokakero
grid: {size: 3x3, wrap: both}
clues:
  island: {r1c1: '?', r1c2: '?', r2c1: '?', r2c3: 1}
"""

Cell = tuple[int, int]


def bridges() -> list[tuple[Cell, Cell, int, frozenset[Cell]]]:
    """Return each place for a bridge: its islands, whether it leads down, and the cells below it."""
    places = []
    for r, c in sorted(ISLANDS):
        for down in (0, 1):
            way = [((r + down * i) % HEIGHT, (c + (1 - down) * i) % WIDTH) for i in range(1, 3)]
            end = next((i for i, cell in enumerate(way) if cell in ISLANDS), None)
            if end is not None:
                places.append(((r, c), way[end], down, frozenset(way[:end])))
    return places


def count() -> int:
    """No two bridges cross, all islands are connected, and one bridge ends at the island with the number."""
    places = bridges()
    solutions = 0
    for numbers in product(range(3), repeat=len(places)):
        there = [(place, number) for place, number in zip(places, numbers, strict=True) if number]
        if sum(number for (a, b, _, _), number in there if (1, 2) in (a, b)) != 1:
            continue
        if any(p[2] < q[2] and p[3] & q[3] for p, _ in there for q, _ in there):
            continue
        reached = {(0, 0)}
        for _ in ISLANDS:
            reached |= {cell for (a, b, _, _), _ in there if reached & {a, b} for cell in (a, b)}
        solutions += reached == ISLANDS
    return solutions


PUZZLES = ((PUZZLE, count),)
