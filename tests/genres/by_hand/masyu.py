"""Masyu, in plain Python: every closed walk on a small board, step by step."""

from __future__ import annotations

from collections.abc import Iterator

CLUES = ("....", "..b.", "w...", "....")
SIZE = 4

PUZZLE = f"""
use: masyu
grid: {SIZE}x{SIZE}
clues:
  circle: |
{chr(10).join("    " + " ".join(row) for row in CLUES)}
"""

Place = tuple[int, int]


def loops() -> Iterator[list[Place]]:
    """Every closed walk that visits no cell twice, from its first cell in reading order, each in one of its two directions."""
    walks = [[(row, column)] for row in range(SIZE) for column in range(SIZE)]
    while walks:
        walk = walks.pop()
        row, column = walk[-1]
        for place in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
            if place == walk[0] and len(walk) > 2 and walk[1] < walk[-1]:
                yield walk
            if place > walk[0] and place not in walk and max(place) < SIZE and min(place) >= 0:
                walks.append([*walk, place])


def is_right(loop: list[Place]) -> bool:
    """Whether all circles are on the loop and right."""
    size = len(loop)
    turns = [
        loop[at - 1][0] != loop[(at + 1) % size][0] and loop[at - 1][1] != loop[(at + 1) % size][1]  # neither a row nor a column
        for at in range(size)
    ]
    for row, signs in enumerate(CLUES):
        for column, sign in enumerate(signs):
            if sign == ".":
                continue
            if (row, column) not in loop:
                return False
            at = loop.index((row, column))
            next_to_it = [turns[at - 1], turns[(at + 1) % size]]
            if sign == "b" and (not turns[at] or any(next_to_it)):
                return False
            if sign == "w" and (turns[at] or not any(next_to_it)):
                return False
    return True


def count() -> int:
    """The loops that are right."""
    return sum(map(is_right, loops()))


PUZZLES = ((PUZZLE, count),)
