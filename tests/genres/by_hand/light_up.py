"""Light Up, in plain Python: every choice of bulbs, with what each of them lights."""

from __future__ import annotations

import itertools

BLACK = {(0, 1): None, (1, 3): 1, (2, 2): None, (3, 0): None}
HEIGHT, WIDTH = 4, 4

PUZZLE = """
use: light_up
grid: 4x4
clues:
  black: |
    . ? . .
    . . . 1
    . . ? .
    ? . . .
"""


def count() -> int:
    """Each white cell is a bulb or sees exactly the bulbs that do not see each other; numbers count bulbs beside them."""
    white = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if (r, c) not in BLACK]

    def seen(cell: tuple[int, int]) -> set[tuple[int, int]]:
        cells_seen = set()
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            r, c = cell[0] + dr, cell[1] + dc
            while (r, c) in white:
                cells_seen.add((r, c))
                r, c = r + dr, c + dc
        return cells_seen

    sees = {cell: seen(cell) for cell in white}
    total = 0
    for chosen in itertools.product((False, True), repeat=len(white)):
        bulbs = {cell for cell, is_bulb in zip(white, chosen, strict=True) if is_bulb}
        dark = any(cell not in bulbs and not sees[cell] & bulbs for cell in white)
        clash = any(sees[cell] & bulbs for cell in bulbs)
        wrong = any(
            number is not None and number != sum(abs(r - a) + abs(c - b) == 1 for a, b in bulbs)
            for (r, c), number in BLACK.items()
        )
        total += not (dark or clash or wrong)
    return total


PUZZLES = ((PUZZLE, count),)
