"""Battleship, in plain Python: the ships of a fleet are laid one after the other."""

from __future__ import annotations

from itertools import combinations

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


# A hole ends a ship. On a board that wraps around, a ship may lead over the edge, or all around.
HOLES = """
use: {battleship: {fleet: "[2, 1]"}}
grid: {size: 3x4, holes: [r1c2, r2c3]}
"""
AROUND = """
use: {battleship: {fleet: "[3]"}}
grid: {size: 4x3, wrap: rows}
"""


def fleets(height: int, width: int, holes: Cells, *, wraps: bool, fleet: list[int]) -> int:
    """Return how many sets of cells are the fleet: each group lies in one row or column, and no two cells touch at a corner."""
    cells = [(r, c) for r in range(height) for c in range(width) if (r, c) not in holes]
    sets = combinations(cells, sum(fleet))

    def near(cell: tuple[int, int], dr: int, dc: int) -> tuple[int, int]:
        return cell[0] + dr, (cell[1] + dc) % width if wraps else cell[1] + dc

    def lengths(ships: set[tuple[int, int]]) -> list[int]:
        left = set(ships)
        sizes: list[int] = []
        while left:
            group: set[tuple[int, int]] = set()
            waiting = [min(left)]
            while waiting:
                cell = waiting.pop()
                if cell in left:
                    left.remove(cell)
                    group.add(cell)
                    waiting += [near(cell, dr, dc) for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            sizes.append(len(group))
        return sorted(sizes)

    return sum(
        lengths({*ships}) == sorted(fleet) and not any(near(cell, 1, dc) in ships for cell in ships for dc in (-1, 1))
        for ships in sets
    )


PUZZLES = (
    (PUZZLE, count),
    (HOLES, lambda: fleets(3, 4, frozenset({(0, 1), (1, 2)}), wraps=False, fleet=[2, 1])),
    (AROUND, lambda: fleets(4, 3, frozenset(), wraps=True, fleet=[3])),
)
