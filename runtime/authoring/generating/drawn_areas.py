"""Draw a map: connected areas that cover a board, at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence, Set
from string import ascii_lowercase

CELLS_PER_AREA = 5  # on average, as published puzzles with rooms have it

CHOICES = 3  # cells of which the one in the smallest area is next, so that sizes are not too different


def drawn_areas(height: int, width: int, source: random.Random, least: int = 1, count: int = 0) -> Sequence[str]:
    """Return a row of labels for each row of a board. Each label is a connected area; they grow cell by cell from drawn cells.

    `least`: the fewest cells of an area; smaller ones become parts of others. `count`: how many areas there are before that; 0
    for as many as published puzzles have.

    >>> for row in drawn_areas(3, 4, random.Random(5)):
    ...     print(row)
    b b a a
    b a a a
    b a a a
    """
    label_of = _grow_areas(height, width, source, count)
    _merge(label_of, least)
    names = {label: _name(number) for number, label in enumerate(sorted({*label_of.values()}))}
    size = max(map(len, names.values()))
    return [" ".join(names[label_of[row, column]].ljust(size) for column in range(width)).rstrip() for row in range(height)]


def _grow_areas(height: int, width: int, source: random.Random, count: int) -> dict[tuple[int, int], int]:
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


def is_connected(cells: Set[tuple[int, int]]) -> bool:
    """Check whether cells, by row and column, hang together."""
    start = next(iter(sorted(cells)), None)
    if start is None:
        return False
    seen, todo = {start}, [start]
    while todo:
        row, column = todo.pop()
        for cell in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
            if cell in cells and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return len(seen) == len(cells)


def _merge(label_of: dict[tuple[int, int], int], least: int) -> None:
    """Let areas with fewer than `least` cells become a part of their smallest neighbour, the smallest first."""
    while True:
        sizes = Counter(label_of.values())
        small = min(sizes, key=lambda label: (sizes[label], label))
        if sizes[small] >= least or len(sizes) == 1:
            return
        cells = [cell for cell, label in label_of.items() if label == small]
        beside = {label_of[near] for cell in cells for near in _beside(*cell) if near in label_of} - {small}
        into = min(beside, key=lambda label: (sizes[label], label))
        label_of |= dict.fromkeys(cells, into)


def _beside(row: int, column: int) -> list[tuple[int, int]]:
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def _name(number: int) -> str:
    letters = [word for word in ascii_lowercase if word not in "ny"]  # these two are truth values in YAML
    more, last = divmod(number, len(letters))
    return (_name(more - 1) if more else "") + letters[last]
