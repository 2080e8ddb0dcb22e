"""Binairo, in plain Python: row by row."""

from __future__ import annotations

import itertools

PUZZLE = """
use: binairo
grid: 4x4
"""


def count() -> int:
    """As many zeros as ones, no three equal in a row, no two lines the same: 72 boards, as is well known."""
    good = [
        row
        for row in itertools.product("01", repeat=4)
        if row.count("0") == 2 and "000" not in "".join(row) and "111" not in "".join(row)
    ]
    total = 0
    for rows in itertools.permutations(good, 4):
        columns = list(zip(*rows, strict=True))
        total += all(column in good for column in columns) and len(set(columns)) == 4
    assert total == 72
    return total


PUZZLES = ((PUZZLE, count),)
