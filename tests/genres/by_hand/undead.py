"""Undead, in plain Python: follow each line of sight from mirror to mirror, for every way to place the monsters."""

from __future__ import annotations

import itertools

PUZZLE = r"""
use: {undead: {ghosts: 2, vampires: 1, zombies: 3}}
grid: 3x3
clues:
  mirror: |
    . / .
    . . \
    . \ .
  seen:
    left: [0, ., .]
    top: [., ., 1]
    right: [., ., 2]
    bottom: [1, ., .]
"""

MIRRORS = {(0, 1): "/", (1, 2): "\\", (2, 1): "\\"}
# where a line of sight begins, in which direction, and how many monsters it passes that are seen
CLUES = (((0, 0), (0, 1), 0), ((0, 2), (1, 0), 1), ((2, 2), (0, -1), 2), ((2, 0), (-1, 0), 1))


def seen(monsters: dict[tuple[int, int], str], place: tuple[int, int], way: tuple[int, int]) -> int:
    """Count the monsters along a line of sight; one that it passes twice counts twice."""
    total, is_mirrored = 0, False
    while 0 <= place[0] < 3 and 0 <= place[1] < 3:
        if place in MIRRORS:
            is_mirrored = True
            way = (-way[1], -way[0]) if MIRRORS[place] == "/" else (way[1], way[0])
        else:
            total += monsters[place] == "Z" or monsters[place] == ("G" if is_mirrored else "V")
        place = place[0] + way[0], place[1] + way[1]
    return total


def count() -> int:
    """Six cells without a mirror, with three kinds of monsters."""
    cells = [(row, column) for row in range(3) for column in range(3) if (row, column) not in MIRRORS]
    total = 0
    for kinds in itertools.product("GVZ", repeat=len(cells)):
        monsters = dict(zip(cells, kinds, strict=True))
        has_each = [kinds.count(kind) for kind in "GVZ"] == [2, 1, 3]
        total += has_each and all(seen(monsters, place, way) == number for place, way, number in CLUES)
    return total


PUZZLES = ((PUZZLE, count),)
