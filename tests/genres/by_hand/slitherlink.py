"""Slitherlink, in plain Python: every set of cells that can be the inside of the loop."""

from __future__ import annotations

import itertools

CLUES = ("3..", "...", "..2")

PUZZLE = f"""
use: slitherlink
grid: 3x3
clues:
  number: |
{chr(10).join("    " + " ".join(row) for row in CLUES)}
"""

Place = tuple[int, int]


def beside(place: Place) -> list[Place]:
    """The four places around a place, also those off the board."""
    row, column = place
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def joined(places: set[Place]) -> bool:
    """Whether one can walk through all the places, from each to those beside it."""
    seen = set(sorted(places)[:1])
    while more := {neighbor for place in seen for neighbor in beside(place)} & places - seen:
        seen |= more
    return seen == places


def is_one_loop(inside: set[Place]) -> bool:
    """Whether the edge of these cells is a single curve that meets no corner twice."""
    around = {(row, column) for row in range(-1, 4) for column in range(-1, 4)} - inside
    blocks = [[(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)] for row, column in around]
    diagonal = ([False, True, False, True], [True, False, True, False])
    crossed = any([cell in inside for cell in block] in diagonal for block in blocks)
    return bool(inside) and joined(inside) and joined(around) and not crossed


def count() -> int:
    """Insides with a single curve around them whose numbers are right."""
    cells = list(itertools.product(range(3), repeat=2))
    total = 0
    for chosen in itertools.product((False, True), repeat=9):
        inside = {cell for cell, is_inside in zip(cells, chosen, strict=True) if is_inside}
        sides = {cell: sum((cell in inside) != (neighbor in inside) for neighbor in beside(cell)) for cell in cells}
        total += is_one_loop(inside) and all(CLUES[row][column] in (".", str(sides[row, column])) for row, column in cells)
    return total


PUZZLES = ((PUZZLE, count),)
