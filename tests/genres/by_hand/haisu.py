"""Haisu, in plain Python: every walk over all cells, with a count of the visits to each room."""

from __future__ import annotations

ROOMS = ("aabb", "caab", "ccca")
START, GOAL = (0, 0), (2, 3)
CLUES = {(1, 1): 2}

PUZZLE = f"""
use: haisu
grid: 3x4
areas:
  rooms: |
{chr(10).join("    " + row for row in ROOMS)}
clues:
  end: {{r1c1: S, r3c4: G}}
  number: {{r2c2: 2}}
"""


def count() -> int:
    """The walks from the start to the goal through every cell on which all clues are right."""
    cells = {(row, column) for row in range(3) for column in range(4)}
    walks = [[START]]
    total = 0
    while walks:
        walk = walks.pop()
        if len(walk) == len(cells):
            total += walk[-1] == GOAL and is_right(walk)
        row, column = walk[-1]
        steps = ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        walks += [[*walk, place] for place in steps if place in cells and place not in walk]
    return total


def is_right(walk: list[tuple[int, int]]) -> bool:
    """Whether each clue is passed on the visit that it says."""
    visits: dict[str, int] = {}
    before = ""
    for row, column in walk:
        room = ROOMS[row][column]
        visits[room] = visits.get(room, 0) + (room != before)
        before = room
        if CLUES.get((row, column), visits[room]) != visits[room]:
            return False
    return True


PUZZLES = ((PUZZLE, count),)
