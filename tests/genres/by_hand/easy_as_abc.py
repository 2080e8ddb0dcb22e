"""Easy as ABC, in plain Python: all orders of each row, then the columns."""

from __future__ import annotations

import itertools

PUZZLE = """
use: {easy_as_abc: {letters: "['A', 'B']"}}
grid: 4x4
clues:
  first_letter:
    right: [A, ., ., .]
    top: [., B, ., .]
"""


def count() -> int:
    """Each row and column is an order of A, B and two empty cells; A is last in the first row, B first in the second column."""
    orders = set(itertools.permutations("AB.."))
    total = 0
    for rows in itertools.product(orders, repeat=4):
        columns = list(zip(*rows, strict=True))
        if all(column in orders for column in columns):
            total += [x for x in rows[0] if x != "."][-1] == "A" and next(x for x in columns[1] if x != ".") == "B"
    return total


PUZZLES = ((PUZZLE, count),)
