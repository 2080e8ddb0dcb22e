"""Loops that are rectangles, in plain Python: every set of rectangles of which no two touch or share a part."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

Place = tuple[int, int]

HEIGHT, WIDTH = 4, 4
ROOMS = "aabb aabb cccd cddd"
BLACK = {(0, 3), (3, 0)}


def rings() -> Iterator[dict[Place, str]]:
    """Every rectangle: its cells on the rim, each with how the loop goes there: across, down, or round a corner."""
    for (top, bottom), (left, right) in itertools.product(
        itertools.combinations(range(HEIGHT), 2), itertools.combinations(range(WIDTH), 2)
    ):
        ring = {}
        for row, column in itertools.product(range(top, bottom + 1), range(left, right + 1)):
            across, down = row in (top, bottom), column in (left, right)
            if across or down:
                ring[row, column] = "corner" if across and down else "across" if across else "down"
        yield ring


def sets(ring_list: list[dict[Place, str]], chosen: tuple[dict[Place, str], ...] = ()) -> Iterator[tuple[dict[Place, str], ...]]:
    """Every set of rectangles that only cross."""
    yield chosen
    for at, ring in enumerate(ring_list):
        if all({ring[cell], other[cell]} == {"across", "down"} for other in chosen for cell in ring.keys() & other.keys()):
            yield from sets(ring_list[at + 1 :], (*chosen, ring))


def counted(accepts: Callable[[set[Place]], bool]) -> Callable[[], int]:
    """How many sets are right; `accepts` takes the cells that a loop passes through."""
    return lambda: sum(accepts({cell for ring in chosen for cell in ring}) for chosen in sets(list(rings())))


def in_room(cells: set[Place], label: str) -> int:
    """How many of the cells lie in a room."""
    return sum(ROOMS.split()[row][column] == label for row, column in cells)


AREAS = "\n".join("    " + " ".join(line) for line in ROOMS.split())
PUZZLES = (
    (
        f"use: nagenawa\ngrid: {HEIGHT}x{WIDTH}\nareas:\n  rooms: |\n{AREAS}\nclues:\n  number: {{a: 3, c: 2}}\n",
        counted(lambda cells: in_room(cells, "a") == 3 and in_room(cells, "c") == 2),
    ),
    (
        f"use: ring_ring\ngrid: {HEIGHT}x{WIDTH}\nclues:\n  black: {{r1c4: '#', r4c1: '#'}}\n",
        counted(lambda cells: cells == {*itertools.product(range(HEIGHT), range(WIDTH))} - BLACK),
    ),
)
