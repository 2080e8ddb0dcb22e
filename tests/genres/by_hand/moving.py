"""Pieces that move along lines, in plain Python: every way of each piece is walked, and ways that meet are left out."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

Place = tuple[int, int]
Way = tuple[Place, ...]

WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def ways_from(cell: Place, height: int, width: int) -> Iterator[Way]:
    """Every way from a cell that passes through no cell twice, the one that stays too."""

    def go(way: Way) -> Iterator[Way]:
        yield way
        row, column = way[-1]
        for down, right in WAYS:
            after = (row + down, column + right)
            if after not in way and 0 <= after[0] < height and 0 <= after[1] < width:
                yield from go((*way, after))

    yield from go((cell,))


def counted(pieces: Sequence[Place], size: tuple[int, int], accepts: Callable[[list[Way]], bool]) -> Callable[[], int]:
    """How many sets of ways are right."""

    def count() -> int:
        found = set()
        for ways in itertools.product(*(list(ways_from(piece, *size)) for piece in pieces)):
            cells = [cell for way in ways for cell in way]
            if len(cells) == len({*cells}) and accepts(list(ways)):
                found.add(frozenset(frozenset(pair) for way in ways for pair in itertools.pairwise(way)))
        return len(found)

    return count


def kaero(ways: list[Way]) -> bool:
    """One B and two As, in a room of two columns and one of a column."""
    rooms = [{"AAB"[at] for at, way in enumerate(ways) if (way[-1][1] == 2) is last} for last in (False, True)]
    return all(len(room) == 1 for room in rooms) and rooms[0] != rooms[1]


def strokes(way: Way, number: int, hole: Place, water: Place) -> bool:
    """Whether a ball goes so many cells straight on, then one fewer, until it stops in the hole, and never in water."""
    at = 0
    while number and way[at] != hole:
        stroke = way[at : at + number + 1]
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(stroke)}
        if len(stroke) <= number or len(steps) > 1 or stroke[-1] == water:
            return False
        at, number = at + number, number - 1
    return way[at:] == (hole,)


def herugolf(ways: list[Way]) -> bool:
    """Two balls, two holes, and water."""
    holes = [(1, 2), (0, 3)]
    over = any(cell in holes for way in ways for cell in way[:-1])
    return not over and any(
        all(strokes(way, number, hole, (1, 3)) for way, number, hole in zip(ways, (2, 3), order, strict=True))
        for order in (holes, holes[::-1])
    )


def army_ants(ways: list[Way]) -> bool:
    """A one, a two and a question mark, and a thick border."""
    wall = ((0, 1), (1, 1))
    if any(pair in (wall, wall[::-1]) for way in ways for pair in itertools.pairwise(way)):
        return False
    ends = [way[-1] for way in ways]
    return any(are_ants(dict(zip(ends, (1, 2, other), strict=True))) for other in (1, 2, 3))


def are_ants(numbers: dict[Place, int]) -> bool:
    """Whether each group of numbers is an ant."""

    def beside(cell: Place) -> list[Place]:
        return [(cell[0] + down, cell[1] + right) for down, right in WAYS if (cell[0] + down, cell[1] + right) in numbers]

    for cell, number in numbers.items():
        group, todo = {cell}, [cell]
        while todo:
            new = [each for each in beside(todo.pop()) if each not in group]
            group.update(new)
            todo += new
        if sorted(numbers[each] for each in group) != list(range(1, len(group) + 1)):
            return False
        if number > 1 and number - 1 not in [numbers[each] for each in beside(cell)]:
            return False
    return True


PUZZLES = (
    (
        "use: kaero\ngrid: 2x3\nareas:\n  rooms: |\n    a a b\n    a a b\nclues:\n  piece: {r1c1: 1, r2c2: 1, r1c2: 2}\n",
        counted([(0, 0), (1, 1), (0, 1)], (2, 3), kaero),
    ),
    (
        "use: herugolf\ngrid: 3x4\nclues:\n  piece: {r1c1: 2, r3c1: 3}\n  hole: {r2c3: H, r1c4: H}\n  water: {r2c4: '#'}\n",
        counted([(0, 0), (2, 0)], (3, 4), herugolf),
    ),
    (
        "use: army_ants\ngrid: 2x3\nclues:\n  piece: {r1c1: 1, r2c3: '?', r1c3: 2}\n  wall: {r1c2-r2c2: true}\n",
        counted([(0, 0), (0, 2), (1, 2)], (2, 3), army_ants),
    ),
)
