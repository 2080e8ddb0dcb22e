"""Battleship, in plain Python: the ships of a fleet are laid one after the other."""

from __future__ import annotations

HEIGHT, WIDTH, FLEET = 3, 5, (3, 1, 1)
LEFT = (2, 1, 2)

PUZZLE = """
use: {battleship: {fleet: "[3, 1, 1]"}}
grid: 3x5
clues:
  number:
    left: [2, 1, 2]
"""

Cells = frozenset[tuple[int, int]]


def ships(length: int) -> set[Cells]:
    """Return all places of a ship on the board."""
    ways = {(0, 1), (1, 0)}
    return {
        frozenset((r + dr * i, c + dc * i) for i in range(length))
        for r in range(HEIGHT)
        for c in range(WIDTH)
        for dr, dc in ways
        if r + dr * (length - 1) < HEIGHT and c + dc * (length - 1) < WIDTH
    }


def count() -> int:
    """Ships do not touch, not even at a corner; a number outside counts parts of ships in its row."""
    boards: set[Cells] = {frozenset()}
    for length in FLEET:
        boards = {
            board | ship
            for board in boards
            for ship in ships(length)
            if all(max(abs(r - y), abs(c - x)) > 1 for r, c in ship for y, x in board)
        }
    return sum(all(sum(r == row for r, _ in board) == number for row, number in enumerate(LEFT)) for board in boards)


PUZZLES = ((PUZZLE, count),)
