"""Kusabi on a torus, in plain Python: all lines of the form of a U that lead from circle to circle, also over the edges."""

from __future__ import annotations

from itertools import pairwise

HEIGHT, WIDTH = 3, 4
CIRCLES = {(0, 1), (1, 0), (1, 2), (1, 3)}

PUZZLE = """
use: kusabi
grid: {size: 3x4, wrap: both}
clues:
  circle: {r1c2: '?', r2c1: '?', r2c3: '?', r2c4: '?'}
"""

Cell = tuple[int, int]


def straight(cell: Cell, way: Cell) -> list[Cell]:
    """Return the cells from one on, up to the first circle, and that one too."""
    cells: list[Cell] = []
    while True:
        cell = ((cell[0] + way[0]) % HEIGHT, (cell[1] + way[1]) % WIDTH)
        if cell in cells:
            return cells
        cells.append(cell)
        if cell in CIRCLES:
            return cells


def lines() -> set[frozenset[frozenset[Cell]]]:
    """Return the lines as sets of links: an arm, a part across, and an arm back, that pass no cell twice."""
    all_lines = set()
    for start in CIRCLES:
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            for across in ((right, down), (-right, -down)):
                arms = [[start, *straight(start, (down, right))[:n]] for n in range(1, max(HEIGHT, WIDTH))]
                for arm in arms:
                    middles = [straight(arm[-1], across)[:n] for n in range(1, max(HEIGHT, WIDTH))]
                    for middle in middles:
                        back = straight(middle[-1], (-down, -right))
                        path = [*arm, *middle, *back]
                        is_u = len({*path}) == len(path) and {*path} & CIRCLES == {start, back[-1]} and back[-1] in CIRCLES
                        if is_u:
                            all_lines.add(frozenset(frozenset(link) for link in pairwise(path)))
    return all_lines


def count() -> int:
    """Each circle is an end of one line, and lines share no cell."""
    number = 0
    all_lines = [(line, frozenset().union(*line)) for line in lines()]
    for at, (_, one) in enumerate(all_lines):
        number += sum(not one & other and one | other >= CIRCLES for _, other in all_lines[:at])
    return number


PUZZLES = ((PUZZLE, count),)
