"""Shading with groups, in plain Python: every way to shade a small board is tried; each genre is a test of its shaded cells."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

Cell = tuple[int, int]
Cells = frozenset[Cell]
Clues = TypeVar("Clues")
HEIGHT, WIDTH = 3, 5
ALL: Cells = frozenset(itertools.product(range(HEIGHT), range(WIDTH)))
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
BLOCKS = [{(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)} for y in range(HEIGHT - 1) for x in range(WIDTH - 1)]
ROOMS = ("aabbb", "accbd", "accdd")


def around(cell: Cell, steps: Iterable[Cell] = SIDES) -> list[Cell]:
    """The cells of the board at some steps from a cell."""
    return [(cell[0] + y, cell[1] + x) for y, x in steps if (cell[0] + y, cell[1] + x) in ALL]


def groups(cells: Cells, steps: tuple[Cell, ...] = SIDES) -> list[set[Cell]]:
    """Cells that hang together."""
    left, components = set(cells), []
    while left:
        new = [left.pop()]
        group = set(new)
        while new:
            near = [neighbor for neighbor in around(new.pop(), steps) if neighbor in left]
            left.difference_update(near)
            group.update(near)
            new += near
        components.append(group)
    return components


def group_of(cell: Cell, cells: Cells) -> set[Cell]:
    """The group of a cell."""
    return next((group for group in groups(cells) if cell in group), set())


def no_block(cells: Cells) -> bool:
    """No 2-by-2 block lies in the cells."""
    return not any(block <= cells for block in BLOCKS)


def no_pair(cells: Cells) -> bool:
    """No two of the cells are side by side."""
    return not any((y + 1, x) in cells or (y, x + 1) in cells for y, x in cells)


def one_group(cells: Cells, steps: tuple[Cell, ...] = SIDES) -> bool:
    """The cells hang together."""
    return len(groups(cells, steps)) <= 1


def seen(cell: Cell, cells: Cells) -> int:
    """How many of the cells follow a cell without a gap, in the four directions."""
    total = 0
    for y, x in SIDES:
        here = (cell[0] + y, cell[1] + x)
        while here in cells:
            total += 1
            here = (here[0] + y, here[1] + x)
    return total


def runs(values: Iterable[bool]) -> list[int]:
    """The lengths of the runs of true values."""
    return [len(list(run)) for value, run in itertools.groupby(values) if value]


def is_rectangle(cells: set[Cell]) -> bool:
    """The cells fill a rectangle."""
    rows, columns = {y for y, _ in cells}, {x for _, x in cells}
    return len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def nurikabe(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """One number in each white group, which is its size; the rest is connected without a block."""
    if not no_block(shaded) or shaded & clues.keys() or not one_group(shaded):
        return False
    for group in groups(ALL - shaded):
        inside = [clues[cell] for cell in group if cell in clues]
        if len(inside) != 1 or inside[0] not in (0, len(group)):
            return False
    return True


def kurodoko(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """Shaded cells apart, white ones connected; so many white ones are seen."""
    white = ALL - shaded
    return (
        no_pair(shaded)
        and not shaded & clues.keys()
        and all(1 + seen(cell, white) == number for cell, number in clues.items())
        and one_group(white)
    )


def cave(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """A connected cave without inner walls; so much of it is seen."""
    white = ALL - shaded
    return (
        not shaded & clues.keys()
        and all(1 + seen(cell, white) == number for cell, number in clues.items())
        and one_group(white)
        and all(any(y in (0, HEIGHT - 1) or x in (0, WIDTH - 1) for y, x in group) for group in groups(shaded))
    )


def nurimisaki(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """Circles are the white cells with one white neighbour."""
    white = ALL - shaded
    if not (no_block(shaded) and no_block(white)):
        return False
    capes = {cell for cell in white if sum(near in white for near in around(cell)) == 1}
    return capes == set(clues) and all(1 + seen(cell, white) == n for cell, n in clues.items() if n) and one_group(white)


def tapa(shaded: Cells, clues: Mapping[Cell, tuple[int, ...]]) -> bool:
    """Runs in the ring, which is turned so that it begins with a white cell."""
    if not no_block(shaded) or shaded & clues.keys():
        return False
    for (y, x), numbers in clues.items():
        ring = [(y + down, x + right) in shaded for down, right in RING]
        at = ring.index(False) if False in ring else 0
        if sorted(runs(ring[at:] + ring[:at])) != sorted(numbers):
            return False
    return one_group(shaded)


def yin_yang(shaded: Cells, clues: Mapping[Cell, bool]) -> bool:
    """Both colours connected without blocks."""
    white = ALL - shaded
    return (
        all((cell in shaded) == black for cell, black in clues.items())
        and no_block(shaded)
        and no_block(white)
        and one_group(shaded)
        and one_group(white)
    )


def in_room(label: str) -> Cells:
    """The cells of a room."""
    return frozenset((y, x) for y, x in ALL if ROOMS[y][x] == label)


def heyawake(shaded: Cells, clues: Mapping[str, int]) -> bool:
    """No white line through three rooms, read as a text of labels and `#`."""
    if not no_pair(shaded) or any(len(shaded & in_room(label)) != n for label, n in clues.items()):
        return False
    rows = ["".join("#" if (y, x) in shaded else ROOMS[y][x] for x in range(WIDTH)) for y in range(HEIGHT)]
    for line in [*rows, *map("".join, zip(*rows, strict=True))]:
        if any(len(list(itertools.groupby(part))) > 2 for part in line.split("#")):
            return False
    return one_group(ALL - shaded)


def crosses(shaded: Cells) -> bool:
    """Two shaded cells of different rooms are side by side."""
    return any(near in shaded and ROOMS[y][x] != ROOMS[near[0]][near[1]] for y, x in shaded for near in around((y, x)))


def norinori(shaded: Cells, clues: Mapping[str, int]) -> bool:
    """Dominoes, two shaded cells in each room."""
    return (
        not clues
        and all(len(shaded & in_room(label)) == 2 for label in "abcd")
        and all(sum(near in shaded for near in around(cell)) == 1 for cell in shaded)
    )


def cocktail_lamp(shaded: Cells, clues: Mapping[str, int]) -> bool:
    """At most one group in each room, all together at corners."""
    return (
        no_block(shaded)
        and not crosses(shaded)
        and all(len(shaded & in_room(label)) == n for label, n in clues.items())
        and all(one_group(shaded & in_room(label)) for label in "abcd")
        and one_group(shaded, RING)
    )


def choco_banana(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """Shaded rectangles, no white ones."""
    return all(len(group_of(cell, shaded if cell in shaded else ALL - shaded)) == number for cell, number in clues.items()) and (
        all(map(is_rectangle, groups(shaded))) and not any(map(is_rectangle, groups(ALL - shaded)))
    )


def kurotto(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """The sizes of all groups beside a circle."""
    return not shaded & clues.keys() and all(
        sum(len(group) for group in groups(shaded) if group & set(around(cell))) == number for cell, number in clues.items()
    )


def nuribou(shaded: Cells, clues: Mapping[Cell, int]) -> bool:
    """Strips that differ in length where they touch at a corner."""
    if shaded & clues.keys() or not no_block(shaded):
        return False
    strips = groups(shaded)
    if any(len({y for y, _ in strip}) > 1 and len({x for _, x in strip}) > 1 for strip in strips):
        return False
    for one, two in itertools.combinations(strips, 2):
        if len(one) == len(two) and any(set(around(cell, RING)) & two for cell in one):
            return False
    for group in groups(ALL - shaded):
        if [clues[cell] for cell in group if cell in clues] != [len(group)]:
            return False
    return True


def snake(shaded: Cells, clues: Mapping[Cell, bool]) -> bool:
    """Follow the snake from one end: what touches a cell of it is at most two cells before or after it."""
    near = {cell: [neighbor for neighbor in around(cell) if neighbor in shaded] for cell in shaded}
    ends = [cell for cell in shaded if len(near[cell]) == 1]
    if len(ends) != 2 or not all(cell in shaded and (cell in ends) == black for cell, black in clues.items()):
        return False
    order = [ends[0]]
    while following := [neighbor for neighbor in near[order[-1]] if neighbor not in order]:
        if len(following) > 1:
            return False
        order += following
    if len(order) != len(shaded):
        return False
    for i, (y, x) in enumerate(order):
        for j in range(i + 2, len(order)):
            down, right = abs(order[j][0] - y), abs(order[j][1] - x)
            if max(down, right) == 1 and (j > i + 2 or down + right == 1):
                return False
    return True


def puzzle(genre: str, clues: str, rooms: bool = False) -> str:
    """A puzzle of a genre on the board."""
    areas = "".join(f"    {row}\n" for row in ROOMS)
    return f"use: {genre}\ngrid: {HEIGHT}x{WIDTH}\n" + (f"areas:\n  rooms: |\n{areas}" if rooms else "") + f"clues: {clues}\n"


def all_shadings() -> Iterator[Cells]:
    """Every way to shade the board."""
    cells = sorted(ALL)
    for chosen in itertools.product((False, True), repeat=len(cells)):
        yield frozenset(itertools.compress(cells, chosen))


def counted(test: Callable[[Cells, Clues], bool], clues: Clues) -> Callable[[], int]:
    """A program that counts the shadings which pass a test."""
    return lambda: sum(test(shaded, clues) for shaded in all_shadings())


PUZZLES = (
    (puzzle("nurikabe", "{size: {r1c2: '?', r3c2: 2, r2c4: '?'}}"), counted(nurikabe, {(0, 1): 0, (2, 1): 2, (1, 3): 0})),
    (puzzle("kurodoko", "{number: {r2c2: 5}}"), counted(kurodoko, {(1, 1): 5})),
    (puzzle("cave", "{number: {r2c2: 4, r1c4: 3}}"), counted(cave, {(1, 1): 4, (0, 3): 3})),
    (puzzle("nurimisaki", "{circle: {r1c1: '?', r3c5: 3}}"), counted(nurimisaki, {(0, 0): 0, (2, 4): 3})),
    (puzzle("tapa", "{lengths: {r2c2: [1, 3], r1c5: 2}}"), counted(tapa, {(1, 1): (1, 3), (0, 4): (2,)})),
    (puzzle("tapa", "{lengths: {r2c3: [1, 4]}}"), counted(tapa, {(1, 2): (1, 4)})),
    (puzzle("yin_yang", "{circle: {r2c2: white, r2c4: black}}"), counted(yin_yang, {(1, 1): False, (1, 3): True})),
    (puzzle("heyawake", "{number: {c: 1}}", rooms=True), counted(heyawake, {"c": 1})),
    (puzzle("norinori", "{}", rooms=True), counted(norinori, {})),
    (puzzle("cocktail_lamp", "{number: {b: 2}}", rooms=True), counted(cocktail_lamp, {"b": 2})),
    (puzzle("choco_banana", "{number: {r1c2: 4, r3c4: 3}}"), counted(choco_banana, {(0, 1): 4, (2, 3): 3})),
    (puzzle("kurotto", "{circle: {r2c2: 4, r1c4: 3}}"), counted(kurotto, {(1, 1): 4, (0, 3): 3})),
    (puzzle("nuribou", "{size: {r1c4: 9, r3c1: 1}}"), counted(nuribou, {(0, 3): 9, (2, 0): 1})),
    (puzzle("snake", "{circle: {r2c2: black}}"), counted(snake, {(1, 1): True})),
)
