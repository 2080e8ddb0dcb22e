"""Amibo on a board whose rows are rings, in plain Python: bars may lead over the edge."""

from __future__ import annotations

from itertools import product

HEIGHT, WIDTH = 2, 5
CIRCLES = {(0, 1), (0, 3), (1, 1)}
WHITE = [(r, c) for r in range(HEIGHT) for c in range(WIDTH) if (r, c) not in CIRCLES]

PUZZLE = """
use: amibo
grid: {size: 2x5, wrap: rows}
clues:
  circle: {r1c2: '?', r1c4: '?', r2c2: '?'}
"""

Cell = tuple[int, int]
Bars = dict[tuple[Cell, bool], frozenset[Cell]]


def near(cell: Cell, step: int, *, down: bool) -> Cell:
    """Return the next cell along a column or a row."""
    return (cell[0] + step, cell[1]) if down else (cell[0], (cell[1] + step) % WIDTH)


def bars(vertical: set[Cell], horizontal: set[Cell]) -> Bars:
    """Return the bar that leads through each cell, down or across."""
    through: Bars = {}
    for cells, down in ((vertical, True), (horizontal, False)):
        for cell in cells:
            bar = {cell}
            for step in (1, -1):
                end = near(cell, step, down=down)
                while end in cells and end not in bar:
                    bar.add(end)
                    end = near(end, step, down=down)
            through[cell, down] = frozenset(bar)
    return through


def is_tree(through: Bars) -> bool:
    """Check whether the bars, joined where they cross, are connected and enclose nothing."""
    pieces = {(bar, down) for (_, down), bar in through.items()}
    joined = {(cell, down) for cell, down in through if (near(cell, 1, down=down), down) in through}
    cells = {cell for cell, _ in through}
    reached = {min(cells)} if cells else set()
    for _ in cells:
        reached |= {cell for bar, _ in pieces if bar & reached for cell in bar}
    return bool(cells) and reached == cells and len(joined) == len(cells) - 1


def count() -> int:
    """Each circle is at the end of one bar, and each bar crosses one of the same length."""
    solutions = 0
    for kinds in product(range(4), repeat=len(WHITE)):
        vertical = {cell for cell, kind in zip(WHITE, kinds, strict=True) if kind & 1}
        horizontal = {cell for cell, kind in zip(WHITE, kinds, strict=True) if kind & 2}
        ends = [
            sum(near(c, step, down=down) in bar for step in (1, -1) for down, bar in ((True, vertical), (False, horizontal)))
            for c in CIRCLES
        ]
        if any(number != 1 for number in ends):
            continue
        through = bars(vertical, horizontal)
        crosses = all(any(len(through.get((c, not down), ())) == len(bar) for c in bar) for (_, down), bar in through.items())
        solutions += crosses and is_tree(through)
    return solutions


PUZZLES = ((PUZZLE, count),)
