"""Pieces that slide, in plain Python: every choice of a way for each piece."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

Place = tuple[int, int]

SIZE = 4
CELLS = list(itertools.product(range(SIZE), repeat=2))
PIECES: dict[Place, int | str] = {(0, 1): "?", (1, 2): 1, (2, 0): "?", (3, 3): "?", (3, 1): 1, (1, 0): "?"}
HEYABON, SATOGAERI = "aaaa bbbb bbbb cccc", "aabb aabc dddc eeff"


def slides(piece: Place) -> Iterator[list[Place]]:
    """Every way of a piece, as its cells from the first one on."""
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        for length in range(1, SIZE):
            cells = [(piece[0] + down * k, piece[1] + right * k) for k in range(length + 1)]
            if PIECES[piece] in ("?", length) and all(cell in CELLS for cell in cells):
                yield cells
    if PIECES[piece] in ("?", 0):
        yield [piece]


def ends() -> Iterator[tuple[Place, ...]]:
    """Where the pieces are in the end, for every choice of ways of which no two meet."""
    for ways in itertools.product(*map(slides, PIECES)):
        cells = [cell for way in ways for cell in way]
        if len(set(cells)) == len(cells):
            yield tuple(way[-1] for way in ways)


def counted(accepts: Callable[[set[Place]], bool]) -> Callable[[], int]:
    """How many choices are right."""
    return lambda: sum(accepts(set(cells)) for cells in ends())


def is_symmetric(cells: set[Place], area: set[Place]) -> bool:
    """Whether the cells of an area look the same after a half turn about the middle of the rectangle around it."""
    top, bottom = min(row for row, _ in area), max(row for row, _ in area)
    left, right = min(column for _, column in area), max(column for _, column in area)
    return all((top + bottom - row, left + right - column) in cells & area for row, column in cells & area)


def rooms(picture: str) -> Iterator[set[Place]]:
    """The rooms of a picture."""
    for label in sorted(set(picture) - {" "}):
        yield {(row, column) for row, line in enumerate(picture.split()) for column, letter in enumerate(line) if letter == label}


def groups(cells: set[Place]) -> Iterator[set[Place]]:
    """The groups of cells that share sides."""
    left = set(cells)
    while left:
        group = {left.pop()}
        while more := {c for c in left if any(abs(c[0] - d[0]) + abs(c[1] - d[1]) == 1 for d in group)}:
            group |= more
            left -= more
        yield group


def is_rectangle(group: set[Place]) -> bool:
    """Whether a group of at least two cells is a rectangle."""
    height = len({row for row, _ in group})
    return len(group) == height * len({column for _, column in group}) > 1


def puzzle(genre: str, areas: str = "") -> str:
    """The puzzle of a genre."""
    clues = "\n".join("    " + " ".join(str(PIECES.get((row, column), ".")) for column in range(SIZE)) for row in range(SIZE))
    return f"use: {genre}\ngrid: {SIZE}x{SIZE}\n{areas}clues:\n  piece: |\n{clues}\n"


def areas(picture: str) -> str:
    """The rooms of a picture as they are written."""
    return "areas:\n  rooms: |\n" + "".join(f"    {' '.join(line)}\n" for line in picture.split())


PUZZLES = (
    (puzzle("bonsan"), counted(lambda cells: is_symmetric(cells, set(CELLS)))),
    (
        puzzle("heyabon", areas(HEYABON)),
        counted(lambda cells: all(cells & room and is_symmetric(cells, room) for room in rooms(HEYABON))),
    ),
    (puzzle("satogaeri", areas(SATOGAERI)), counted(lambda cells: all(len(cells & room) == 1 for room in rooms(SATOGAERI)))),
    (puzzle("rectangle_slider"), counted(lambda cells: all(map(is_rectangle, groups(cells))))),
)
