"""Shading with group structure, in plain Python: each way to shade a small board is tried, and a genre is a test of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator

Cell = tuple[int, int]
Cells = frozenset[Cell]
HEIGHT, WIDTH = 3, 4
ALL: Cells = frozenset(itertools.product(range(HEIGHT), range(WIDTH)))
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
ROUND = (*SIDES, (-1, 1), (1, 1), (1, -1), (-1, -1))
BLOCKS = [{(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)} for y in range(HEIGHT - 1) for x in range(WIDTH - 1)]


def groups(cells: Iterable[Cell], steps: tuple[Cell, ...] = SIDES) -> list[set[Cell]]:
    """Cells that hang together."""
    left, components = set(cells), []
    while left:
        new = [left.pop()]
        group = set(new)
        while new:
            row, column = new.pop()
            near = {(row + y, column + x) for y, x in steps} & left
            left -= near
            group |= near
            new += near
        components.append(group)
    return components


def is_rectangle(cells: set[Cell]) -> bool:
    """The cells fill a rectangle."""
    rows, columns = {y for y, _ in cells}, {x for _, x in cells}
    return len(cells) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)


def no_block(cells: Cells) -> bool:
    """No 2-by-2 block lies in the cells."""
    return not any(block <= cells for block in BLOCKS)


def named(rooms: tuple[str, ...]) -> list[Cells]:
    """The areas of a picture."""
    letters = sorted({letter for row in rooms for letter in row})
    return [frozenset(cell for cell in ALL if rooms[cell[0]][cell[1]] == letter) for letter in letters]


def mochinyoro(shaded: Cells) -> bool:
    """White rectangles that hang together at corners, no black ones."""
    white = groups(ALL - shaded)
    return (
        no_block(shaded)
        and all(map(is_rectangle, white))
        and not any(map(is_rectangle, groups(shaded)))
        and len(groups(ALL - shaded, ROUND)) <= 1
    )


CIRCLES = {(0, 0): 1, (1, 2): None, (2, 3): 1}


def oasis(shaded: Cells) -> bool:
    """Circles that are reached are counted by a flood over white cells that stops at circles."""
    if shaded & CIRCLES.keys() or any(len(group) > 1 for group in groups(shaded)):
        return False
    if not no_block(ALL - shaded) or len(groups(ALL - shaded)) > 1:
        return False
    for circle, number in CIRCLES.items():
        seen, new = {circle}, [circle]
        while new:
            row, column = new.pop()
            for cell in {(row + y, column + x) for y, x in SIDES} & (ALL - shaded) - seen:
                seen.add(cell)
                if cell not in CIRCLES:
                    new.append(cell)
        if number not in (None, len(seen & CIRCLES.keys()) - 1):
            return False
    return True


TWINS = ("aaaa", "aaba", "bbba")


def nuritwin(shaded: Cells) -> bool:
    """Two groups of one size in each room, connected over all."""
    sizes = [sorted(map(len, groups(room & shaded))) for room in named(TWINS)]
    return all(len(pair) == 2 and pair[0] == pair[1] for pair in sizes) and no_block(shaded) and len(groups(shaded)) <= 1


REGIONS, TILES = ("aabb", "aabb", "ccbb"), ("abcd", "abcd", "eeff")


def parquet(shaded: Cells) -> bool:
    """One whole tile in each region; connected cells without a loop have one pair less than there are cells."""
    tiles = named(TILES)
    whole = [tile for tile in tiles if tile <= shaded]
    pairs = sum({(y, x), (y + b, x + a)} <= shaded for y, x in ALL for b, a in ((0, 1), (1, 0)))
    return (
        sum(map(len, whole)) == len(shaded)
        and all(sum(tile <= room for tile in whole) == 1 for room in named(REGIONS))
        and len(groups(shaded)) == 1
        and pairs == len(shaded) - 1
    )


CITY = ("aabb", "accb", "dccb")
LAMPS = {(0, 0): "white", (2, 3): "black", (1, 1): 2}


def martini(shaded: Cells) -> bool:
    """One group in each room, apart from those of others; white circles in one white group are counted."""
    rooms = named(CITY)
    black = {cell for cell, value in LAMPS.items() if value == "black"}
    joined = [group for room in rooms for group in groups(room & shaded)]
    return (
        shaded & LAMPS.keys() == black
        and all(len(groups(room & shaded)) <= 1 for room in rooms)
        and sorted(map(sorted, joined)) == sorted(map(sorted, groups(shaded)))
        and len(groups(shaded, ROUND)) <= 1
        and all(len(group & LAMPS.keys()) == 2 for group in groups(ALL - shaded) if (1, 1) in group)
    )


def area(name: str, rows: tuple[str, ...]) -> str:
    """A kind of areas, as a spec has it."""
    return "\n".join((f"  {name}: |", *(f"    {row}" for row in rows)))


GENRES: tuple[tuple[Callable[[Cells], bool], str], ...] = (
    (mochinyoro, ""),
    (oasis, "clues:\n  circle: {r1c1: 1, r2c3: '?', r3c4: 1}"),
    (nuritwin, "areas:\n" + area("rooms", TWINS)),
    (parquet, "areas:\n" + area("rooms", REGIONS) + "\n" + area("tiles", TILES)),
    (martini, "areas:\n" + area("rooms", CITY) + "\nclues:\n  circle: {r1c1: white, r3c4: black}\n  number: {r2c2: 2}"),
)


def counting(accepts: Callable[[Cells], bool]) -> Callable[[], int]:
    """A program that tries all ways to shade the board."""

    def every() -> Iterator[Cells]:
        """All sets of cells."""
        for choice in itertools.product((False, True), repeat=len(ALL)):
            yield frozenset(itertools.compress(sorted(ALL), choice))

    return lambda: sum(map(accepts, every()))


PUZZLES = tuple((f"use: {genre.__name__}\ngrid: {HEIGHT}x{WIDTH}\n{clues}", counting(genre)) for genre, clues in GENRES)
