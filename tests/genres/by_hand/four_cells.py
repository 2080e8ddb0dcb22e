"""Four Cells, in plain Python: regions of four cells, laid one after the other on the first free cell."""

from __future__ import annotations

HEIGHT, WIDTH = 4, 4
NUMBERS = {(0, 1): 2, (2, 2): 2}

PUZZLE = """
use: four_cells
grid: 4x4
clues:
  number: |
    . 2 . .
    . . . .
    . . 2 .
    . . . .
"""

Cell = tuple[int, int]


def beside(cell: Cell) -> list[Cell]:
    """Return the four cells around one, also those off the board."""
    r, c = cell
    return [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]


def count() -> int:
    """Count the divisions; a wall lies between two cells of different regions, and around the board."""
    return divisions({(r, c) for r in range(HEIGHT) for c in range(WIDTH)}, {})


def divisions(free: set[Cell], owner: dict[Cell, Cell]) -> int:
    """Count the divisions of the free cells that fit the numbers together with what is laid."""
    if not free:
        return all(sum(owner.get(near) != owner[cell] for near in beside(cell)) == number for cell, number in NUMBERS.items())
    first = min(free)
    regions = {frozenset([first])}
    for _ in range(3):
        regions = {region | {near} for region in regions for cell in region for near in beside(cell) if near in free - region}
    return sum(divisions(free - region, owner | dict.fromkeys(region, first)) for region in regions)


PUZZLES = ((PUZZLE, count),)
