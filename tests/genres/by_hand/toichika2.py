"""Toichika 2, in plain Python: a cell and a number for each region."""

from __future__ import annotations

import itertools

REGIONS = ("abcd", "abcd", "efgd", "efgh")

PUZZLE = f"""
use: toichika2
grid: 4x4
areas:
  regions: |
{chr(10).join("    " + " ".join(row) for row in REGIONS)}
"""


def count() -> int:
    """Two numbers of a pair see each other, and no region of theirs adjoins the other's."""
    label = {(r, c): letter for r, row in enumerate(REGIONS) for c, letter in enumerate(row)}
    adjoin = {(label[r, c], label.get((r + dr, c + dc))) for r, c in label for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    regions = [[(cell, number) for cell in label if label[cell] == letter for number in (1, 2)] for letter in "abcdefgh"]
    total = 0
    for chosen in itertools.product(*regions):
        numbers = dict(chosen)
        pairs = [(a, b) for a, b in itertools.combinations(sorted(numbers), 2) if is_pair(a, b, numbers)]
        lines = [[numbers[cell] for cell in numbers if cell[way] == k] for way in (0, 1) for k in range(4)]
        total += (
            all(sum(cell in pair for pair in pairs) == 1 for cell in numbers)
            and all((label[a], label[b]) not in adjoin for a, b in pairs)
            and all(line.count(number) < 3 for line in lines for number in line)
        )
    return total


def is_pair(a: tuple[int, int], b: tuple[int, int], numbers: dict[tuple[int, int], int]) -> bool:
    """Check two equal numbers in a line, the first one further up or left."""
    number = numbers[a]
    if numbers[b] != number or b not in ((a[0], a[1] + number + 1), (a[0] + number + 1, a[1])):
        return False
    return not any(a < cell < b and (a[0] == cell[0] == b[0] or a[1] == cell[1] == b[1]) for cell in numbers)


PUZZLES = ((PUZZLE, count),)
