"""Yajirushi, in plain Python: all arrows on a board of eight cells with at most one black cell."""

from __future__ import annotations

import itertools

WAYS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}


def puzzle(height: int, width: int, black: tuple[tuple[int, int], ...]) -> tuple[str, object]:
    """Return a puzzle, and the program that counts its solutions."""
    marks = ", ".join(f"r{r + 1}c{c + 1}: '#'" for r, c in black)
    white = [(r, c) for r in range(height) for c in range(width) if (r, c) not in black]

    def count() -> int:
        total = 0
        for chosen in itertools.product((None, *WAYS), repeat=len(white)):
            arrows = dict(zip(white, chosen, strict=True))
            between: set[tuple[int, int]] = set()
            total += all(faces(cell, way, arrows, between) for cell, way in arrows.items() if way) and between == {
                cell for cell in white if arrows[cell] is None
            }
        return total

    return f"use: yajirushi\ngrid: {height}x{width}\nclues: {{black: {{{marks}}}}}", count


def faces(cell: tuple[int, int], way: str, arrows: dict[tuple[int, int], str | None], between: set[tuple[int, int]]) -> bool:
    """Check the first arrow that an arrow points at, and add the cells before it to those between arrows."""
    (r, c), (dr, dc) = cell, WAYS[way]
    seen = []
    while (cell := (r + dr * (len(seen) + 1), c + dc * (len(seen) + 1))) in arrows and arrows[cell] is None:
        seen.append(cell)
    between.update(seen)
    return bool(seen) and arrows.get(cell) == OPPOSITE[way]


PUZZLES = (puzzle(2, 4, ((0, 0),)), puzzle(1, 7, ((0, 3),)), puzzle(2, 3, ()))
