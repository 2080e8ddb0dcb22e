"""Tontonbeya, in plain Python: all symbols on a board of nine cells."""

from __future__ import annotations

import itertools

REGIONS = ("abb", "abc", "ccc")

PUZZLE = f"""
use: tontonbeya
grid: 3x3
areas:
  regions: |
{chr(10).join("    " + " ".join(row) for row in REGIONS)}
"""


def count() -> int:
    """Groups come from walking over equal symbols of a region; each sees one other region in its own symbol."""
    label = {(r, c): letter for r, row in enumerate(REGIONS) for c, letter in enumerate(row)}
    total = 0
    for symbols in itertools.product("123", repeat=len(label)):
        grid = dict(zip(label, symbols, strict=True))
        groups: dict[tuple[str, str], list[set[tuple[int, int]]]] = {}
        for cell, region in label.items():
            key = region, grid[cell]
            if any(cell in group for group in groups.get(key, ())):
                continue
            group, waiting = {cell}, [cell]
            while waiting:
                r, c = waiting.pop()
                for other in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if other in label and (label[other], grid[other]) == key and other not in group:
                        group.add(other)
                        waiting.append(other)
            groups.setdefault(key, []).append(group)
        total += all(
            len(parts) == 1
            and len({len(more[0]) for other, more in groups.items() if other[0] == key[0]}) == 1
            and sum(touch(parts[0], more[0]) for other, more in groups.items() if other[1] == key[1] and other != key) == 1
            for key, parts in groups.items()
        )
    return total


def touch(first: set[tuple[int, int]], second: set[tuple[int, int]]) -> bool:
    """Check whether two groups share a side."""
    return any(abs(r - s) + abs(c - d) == 1 for r, c in first for s, d in second)


PUZZLES = ((PUZZLE, count),)
