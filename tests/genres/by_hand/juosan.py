"""Juosan, in plain Python: every board of bars, as numbers in binary."""

from __future__ import annotations

import itertools

REGIONS = ("aabb", "aabb", "cccc")
NUMBERS = {"a": 3, "c": 2}

PUZZLE = """
use: juosan
grid: 3x4
areas:
  regions: |
    a a b b
    a a b b
    c c c c
clues:
  number: {a: 3, c: 2}
"""


def count() -> int:
    """Three flat bars never stand in one column, three upright ones never in one row; a number counts one kind in its region."""
    total = 0
    for signs in itertools.product("-|", repeat=12):
        board = ["".join(signs[4 * row : 4 * row + 4]) for row in range(3)]
        upright = ["".join(column) for column in zip(*board, strict=True)]
        if any("|||" in row for row in board) or any("---" in column for column in upright):
            continue
        held: dict[str, str] = {}
        for region, sign in zip("".join(REGIONS), signs, strict=True):
            held[region] = held.get(region, "") + sign
        total += all(number in (held[name].count("-"), held[name].count("|")) for name, number in NUMBERS.items())
    return total


PUZZLES = ((PUZZLE, count),)
