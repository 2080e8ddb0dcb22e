"""Shading with rooms, circles and false numbers, in plain Python: every way to shade a small board is tried."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable

Cell = tuple[int, int]
Cells = frozenset[Cell]
HEIGHT, WIDTH = 3, 4
ALL: Cells = frozenset(itertools.product(range(HEIGHT), range(WIDTH)))
ROOMS = ("aabb", "accb", "accb")
CIRCLES = {(0, 0): 5, (2, 3): None}
NUMBERS = {(0, 0): 1, (0, 3): 1, (1, 1): 1}
LOOKS = {(1, 1): 2}


def beside(cell: Cell) -> set[Cell]:
    """The cells that share a side with a cell."""
    y, x = cell
    return {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & ALL


def groups(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Sets that are joined as long as two of them have neighbours."""
    components: list[set[Cell]] = []
    for cell in cells:
        near = [group for group in components if group & beside(cell)]
        components = [group for group in components if group not in near] + [{cell}.union(*near)]
    return components


def room(label: str) -> Cells:
    """The cells of a room."""
    return frozenset((y, x) for y, x in ALL if ROOMS[y][x] == label)


def alone(shaded: Cells) -> bool:
    """No two shaded cells are side by side."""
    return not any(beside(cell) & shaded for cell in shaded)


def islands(shaded: Cells) -> bool:
    """One group in each room, apart from those of other rooms: so there are as many groups on the board."""
    return all(len(groups(shaded & room(label))) == 1 for label in "abc") and len(groups(shaded)) == 3


def shimaguni(shaded: Cells) -> bool:
    """All three rooms touch each other, so all sizes differ; room c has two shaded cells."""
    sizes = [len(shaded & room(label)) for label in "abc"]
    return islands(shaded) and len(set(sizes)) == 3 and sizes[2] == 2


def heyablock(shaded: Cells) -> bool:
    """Only the rows and columns of three rooms can have a white line that is too long; room c has one shaded cell."""
    lines = [[(1, x) for x in range(4)], [(2, x) for x in range(4)]]
    return (
        islands(shaded)
        and len(shaded & room("c")) == 1
        and len(groups(ALL - shaded)) == 1
        and all(shaded & set(line) for line in lines)
    )


def island(shaded: Cells) -> bool:
    """The groups beside a circle have so many cells; circles and shaded cells are one island."""
    if shaded & CIRCLES.keys() or len(groups(shaded | CIRCLES.keys())) != 1:
        return False
    components = groups(shaded)
    return all(n in (None, sum(len(group) for group in components if group & beside(cell))) for cell, n in CIRCLES.items())


def usoone(shaded: Cells) -> bool:
    """One number in each room, so all of them are false."""
    if shaded & NUMBERS.keys() or not alone(shaded) or len(groups(ALL - shaded)) != 1:
        return False
    return all(len(beside(cell) & shaded) != number for cell, number in NUMBERS.items())


def look_air(shaded: Cells) -> bool:
    """Squares; from each shaded cell, go on over white cells to the next one."""
    size = {}
    for group in groups(shaded):
        rows, columns = {y for y, _ in group}, {x for _, x in group}
        if len(rows) != len(columns) or len(group) != len(rows) ** 2:
            return False
        size |= dict.fromkeys(group, len(rows))
    for y, x in shaded:
        for down, right in ((0, 1), (1, 0)):
            steps = 1
            while (here := (y + down * steps, x + right * steps)) in ALL - shaded:
                steps += 1
            if steps > 1 and size.get(here) == size[y, x]:
                return False
    return all(len(({cell} | beside(cell)) & shaded) == number for cell, number in LOOKS.items())


def puzzle(genre: str, clues: str, rooms: bool) -> str:
    """A puzzle of a genre on the board."""
    areas = "areas:\n  rooms: |\n" + "".join(f"    {row}\n" for row in ROOMS) if rooms else ""
    return f"use: {genre}\ngrid: {HEIGHT}x{WIDTH}\n{areas}clues: {clues}\n"


def counted(test: Callable[[Cells], bool]) -> Callable[[], int]:
    """A program that counts the shadings which pass a test."""
    every = itertools.product((False, True), repeat=len(ALL))
    return lambda: sum(test(frozenset(itertools.compress(sorted(ALL), chosen))) for chosen in every)


PUZZLES = (
    (puzzle("shimaguni", "{number: {c: 2}}", rooms=True), counted(shimaguni)),
    (puzzle("heyablock", "{number: {c: 1}}", rooms=True), counted(heyablock)),
    (puzzle("usoone", "{number: {r1c1: 1, r1c4: 1, r2c2: 1}}", rooms=True), counted(usoone)),
    (puzzle("island", "{circle: {r1c1: 5, r3c4: '?'}}", rooms=False), counted(island)),
    (puzzle("look_air", "{number: {r2c2: 2}}", rooms=False), counted(look_air)),
)
