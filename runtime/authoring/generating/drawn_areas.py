"""Draw a map: connected areas that cover a board, at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from string import ascii_lowercase

CELLS_PER_AREA = 5  # on average, as published puzzles with rooms have it

MAPS = 50  # that are drawn for one whose areas are all large enough
CHOICES = 3  # cells of which the one in the smallest area is next, so that sizes are not too different


def drawn_areas(height: int, width: int, source: random.Random, least: int = 1, count: int = 0) -> Sequence[str]:
    """Return a row of labels for each row of a board. Each label is a connected area; they grow cell by cell from drawn cells.

    `least`: the fewest cells of an area; if many maps have smaller ones, the last of them is returned all the same. `count`: how
    many areas; 0 for as many as published puzzles have.

    >>> for row in drawn_areas(3, 4, random.Random(5)):
    ...     print(row)
    b b a a
    b a a a
    b a a a
    """
    for _ in range(MAPS):
        label_of = _grown(height, width, source, count)
        if min(Counter(label_of.values()).values()) >= least:
            break
    names = [_name(number) for number in range(max(label_of.values()) + 1)]
    size = max(map(len, names))
    return [" ".join(names[label_of[row, column]].ljust(size) for column in range(width)).rstrip() for row in range(height)]


def _grown(height: int, width: int, source: random.Random, count: int) -> dict[tuple[int, int], int]:
    """Return the number of the area of each cell."""
    cells = [(row, column) for row in range(height) for column in range(width)]
    board = frozenset(cells)
    count = count or max(2, round(len(cells) / CELLS_PER_AREA)) if len(cells) > 1 else 1
    label_of = {cell: number for number, cell in enumerate(source.sample(cells, count))}
    edge = list(label_of)
    sizes = [1] * count
    while edge:
        at = min(source.choices(range(len(edge)), k=CHOICES), key=lambda at: sizes[label_of[edge[at]]])
        row, column = edge[at]
        free = [cell for cell in _beside(row, column) if cell in board and cell not in label_of]
        if not free:
            edge[at] = edge[-1]
            edge.pop()
            continue
        cell = source.choice(free)
        label_of[cell] = label_of[row, column]
        sizes[label_of[cell]] += 1
        edge.append(cell)
    return label_of


def _beside(row: int, column: int) -> list[tuple[int, int]]:
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def _name(number: int) -> str:
    letters = [word for word in ascii_lowercase if word not in "ny"]  # these two are truth values in YAML
    more, last = divmod(number, len(letters))
    return (_name(more - 1) if more else "") + letters[last]
