"""Japanese Sums, in plain Python: all rows without a repeated digit, then the columns."""

from __future__ import annotations

import itertools

PUZZLE = """
use: {japanese_sums: {highest: 3}}
grid: 3x4
clues:
  sums:
    left: [[2, 4], ., ['?']]
    top: [., [0], ., 4]
"""


def sums(line: tuple[int, ...]) -> list[int]:
    """The sums of the stretches of digits; a shaded cell is 0."""
    totals = [0]
    for value in line:
        totals[-1] += value
        if value == 0 and totals[-1]:
            totals.append(0)
    return [total for total in totals if total]


def count() -> int:
    """The first row is 2 4, the third one stretch; the second column is empty, the last 4."""

    def once(line: tuple[int, ...]) -> bool:
        return all(line.count(value) < 2 for value in (1, 2, 3))

    lines = [line for line in itertools.product(range(4), repeat=4) if once(line)]
    total = 0
    for rows in itertools.product([line for line in lines if sums(line) == [2, 4]], lines, lines):
        columns = list(zip(*rows, strict=True))
        right = len(sums(rows[2])) == 1 and sums(columns[1]) == [] and sums(columns[3]) == [4]
        total += right and all(map(once, columns))
    return total


PUZZLES = ((PUZZLE, count),)
