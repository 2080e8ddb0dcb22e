"""Loops on small boards, in plain Python: every closed walk is tried; each genre is a test of the walk."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Callable, Iterable, Mapping

Place = tuple[int, int]
Walk = tuple[Place, ...]
HEIGHT, WIDTH = 4, 5
ALL = frozenset(itertools.product(range(HEIGHT), range(WIDTH)))
ROOMS = ("aaabb", "accbd", "accdd", "eeedd")
ROOM = {(y, x): ROOMS[y][x] for y, x in ALL}
NAMES = sorted(set(ROOM.values()))


def beside(place: Place) -> list[Place]:
    """The places of the board that share a side with a place."""
    y, x = place
    return [near for near in ((y - 1, x), (y, x + 1), (y + 1, x), (y, x - 1)) if near in ALL]


def ring(place: Place) -> list[Place]:
    """The places of the board at most one step away, also diagonally."""
    y, x = place
    return [(y + dy, x + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy or dx) and (y + dy, x + dx) in ALL]


@functools.cache
def walks() -> list[Walk]:
    """Every closed walk that visits no place twice, from its first place in reading order, each in one of its two directions."""
    walks_found = []
    begun: list[Walk] = [(start,) for start in sorted(ALL)]
    while begun:
        walk = begun.pop()
        for place in beside(walk[-1]):
            if place == walk[0] and len(walk) > 2 and walk[1] < walk[-1]:
                walks_found.append(walk)
            if place > walk[0] and place not in walk:
                begun.append((*walk, place))
    return walks_found


def turns(walk: Walk) -> set[Place]:
    """The places where a walk turns: those before and after are in different rows and columns."""
    ends = zip(walk[-1:] + walk[:-1], walk, walk[1:] + walk[:1], strict=True)
    return {here for before, here, after in ends if before[0] != after[0] and before[1] != after[1]}


def visits(walk: Walk, area: Iterable[Place]) -> list[list[Place]]:
    """The stretches of a walk inside an area, in its order."""
    area = set(area)
    outside = [at for at, place in enumerate(walk) if place not in area]
    if not outside:
        return [list(walk)]
    turned = walk[outside[0] :] + walk[: outside[0]]
    return [list(stretch) for is_in, stretch in itertools.groupby(turned, key=area.__contains__) if is_in]


def cells(room: str) -> set[Place]:
    """The cells of a room."""
    return {cell for cell in ALL if ROOM[cell] == room}


def groups(places: Iterable[Place]) -> list[set[Place]]:
    """Places that hang together."""
    left, components = set(places), []
    while left:
        new = [left.pop()]
        group = set(new)
        while new:
            near = [neighbor for neighbor in beside(new.pop()) if neighbor in left]
            left.difference_update(near)
            group.update(near)
            new += near
        components.append(group)
    return components


def apart(places: Iterable[Place]) -> bool:
    """No two of the places share a side."""
    return all(len(group) == 1 for group in groups(places))


def simple_loop(walk: Walk, black: Iterable[Place]) -> bool:
    """All cells but the black ones."""
    return set(walk) == ALL - set(black)


def country_road(walk: Walk, numbers: Mapping[str, int]) -> bool:
    """Each room once, with so many cells; what is left out does not touch across a border."""
    left_out = ALL - set(walk)
    return (
        all(len(visits(walk, cells(room))) == 1 for room in NAMES)
        and all(len(set(walk) & cells(room)) == number for room, number in numbers.items())
        and not any(ROOM[a] != ROOM[b] for a in left_out for b in beside(a) if b in left_out)
    )


def koburin(walk: Walk, numbers: Mapping[Place, int]) -> bool:
    """What is left out and has no number is shaded: so many beside each number, none beside another."""
    shaded = ALL - set(walk) - numbers.keys()
    counted = all(number == len(shaded & set(beside(cell))) for cell, number in numbers.items())
    return not numbers.keys() & set(walk) and apart(shaded) and counted


def regional_yajilin(walk: Walk, numbers: Mapping[str, int]) -> bool:
    """What is left out is shaded: so many in a room, none beside another."""
    shaded = ALL - set(walk)
    return apart(shaded) and all(len(shaded & cells(room)) == number for room, number in numbers.items())


def double_back(walk: Walk, black: Iterable[Place]) -> bool:
    """All cells, each room twice."""
    return simple_loop(walk, black) and all(len(visits(walk, cells(room))) == 2 for room in NAMES)


def detour(walk: Walk, numbers: Mapping[str, int]) -> bool:
    """All cells, with so many turns in a room."""
    return set(walk) == ALL and all(len(turns(walk) & cells(room)) == number for room, number in numbers.items())


def dotchi_loop(walk: Walk, circles: Mapping[Place, str]) -> bool:
    """All white circles, no black one; in a room it turns at all or at none."""
    turned = {(ROOM[cell], cell in turns(walk)) for cell, colour in circles.items() if colour == "w"}
    right = all((cell in walk) == (colour == "w") for cell, colour in circles.items())
    return right and len(turned) == len({room for room, _ in turned})


def dotchi_dotchi_loop(walk: Walk, circles: Mapping[Place, str]) -> bool:
    """In a room with circles all of one colour; straight through white, turning at black."""
    for room in NAMES:
        inside = cells(room) & circles.keys()
        passed = {circles[cell] for cell in inside & set(walk)}
        if inside and (len(passed) != 1 or any(circles[cell] in passed for cell in inside - set(walk))):
            return False
    return all((cell in turns(walk)) == (colour == "b") for cell, colour in circles.items() if cell in walk)


def nurikabe_loop(walk: Walk, numbers: Mapping[Place, int | str]) -> bool:
    """Each group that is left out has one number, which is its size."""
    for group in groups(ALL - set(walk)):
        inside = [number for cell, number in numbers.items() if cell in group]
        if len(inside) != 1 or inside[0] not in ("?", len(group)):
            return False
    return not numbers.keys() & set(walk)


def retsurin(walk: Walk, numbers: Mapping[Place, int]) -> bool:
    """What is left out and has no number is shaded: so many in the row or in the column of a number, not in both."""
    shaded = ALL - set(walk) - numbers.keys()
    for (row, column), number in numbers.items():
        if (sum(y == row for y, _ in shaded) == number) == (sum(x == column for _, x in shaded) == number):
            return False
    return not numbers.keys() & set(walk) and apart(shaded)


def kurarin(walk: Walk, dots: Mapping[tuple[Place, Place], str]) -> bool:
    """What is left out is shaded; dots, each between its first and its last cell, compare."""
    shaded = ALL - set(walk)
    for ((top, left), (bottom, right)), colour in dots.items():
        around = set(itertools.product((top, bottom), (left, right)))
        more = len(around & shaded) - len(around - shaded)
        if colour != ("grey" if more == 0 else "b" if more > 0 else "w"):
            return False
    return True


def tapa_like_loop(walk: Walk, clues: Mapping[Place, list[int]]) -> bool:
    """The stretches around a clue have these lengths."""
    right = all(sorted(map(len, visits(walk, ring(cell)))) == lengths for cell, lengths in clues.items())
    return right and not clues.keys() & set(walk)


def turnaround(walk: Walk, numbers: Mapping[Place, int]) -> bool:
    """So many turns in the cell, the one before and the one after."""
    for cell, number in numbers.items():
        if cell not in walk:
            return False
        at = walk.index(cell)
        if len({walk[at - 1], cell, walk[(at + 1) % len(walk)]} & turns(walk)) != number:
            return False
    return True


def maxi_loop(walk: Walk, numbers: Mapping[str, int]) -> bool:
    """All cells, with a longest visit of so many cells."""
    return set(walk) == ALL and all(max(map(len, visits(walk, cells(room)))) == number for room, number in numbers.items())


def corners(cell: Place) -> list[Place]:
    """The corners of a cell, in order around it. A walk along the sides of cells visits corners."""
    y, x = cell
    return [(y, x), (y, x + 1), (y + 1, x + 1), (y + 1, x)]


def vertex_slitherlink(walk: Walk, numbers: Mapping[Place, int]) -> bool:
    """So many corners are visited."""
    return all(len(set(corners(cell)) & set(walk)) == number for cell, number in numbers.items())


def touch_slitherlink(walk: Walk, numbers: Mapping[Place, int]) -> bool:
    """So many visits to the corners of a cell; going around three sides or four is one."""
    return all(len(visits(walk, corners(cell))) == number for cell, number in numbers.items())


def sides(walk: Walk) -> set[frozenset[Place]]:
    """The sides of cells along a walk."""
    return {frozenset(pair) for pair in zip(walk, walk[1:] + walk[:1], strict=True)}


def around(cell: Place) -> list[frozenset[Place]]:
    """The four sides of a cell."""
    at = corners(cell)
    return [frozenset(pair) for pair in zip(at, at[1:] + at[:1], strict=True)]


def sheep_slitherlink(walk: Walk, clues: Mapping[Place, int | str]) -> bool:
    """A number counts sides; a sheep has an odd number of lines above it, a wolf an even one."""
    drawn = sides(walk)
    for (row, column), clue in clues.items():
        above = sum(frozenset({(y, column), (y, column + 1)}) in drawn for y in range(row + 1))
        if clue != (
            sum(side in drawn for side in around((row, column))) if isinstance(clue, int) else ("wolf", "sheep")[above % 2]
        ):
            return False
    return True


def mejilink(walk: Walk, rooms: tuple[str, ...]) -> bool:
    """Only along the sides of rooms; as many of them are left out around a room as it has cells."""
    drawn = sides(walk)
    for name in sorted(set("".join(rooms))):
        room = [(y, x) for y, row in enumerate(rooms) for x, other in enumerate(row) if other == name]
        every = [side for cell in room for side in around(cell)]
        once = [side for side in every if every.count(side) == 1]
        if len([side for side in once if side not in drawn]) != len(room) or any(
            side in drawn for side in every if side not in once
        ):
            return False
    return True


def named(place: str | Place | tuple[Place, Place]) -> str:
    """The name of a room, of a cell, or of what lies between two cells."""
    if isinstance(place, str):
        return place
    first = place[0]
    return f"r{first + 1}c{place[1] + 1}" if isinstance(first, int) else "-".join(map(named, dict.fromkeys(place)))


def puzzle(test: Callable[..., bool], group: str, clues: Mapping, rooms: tuple[str, ...]) -> str:
    """The puzzle as a text: rooms as a picture, clues by their places. A walk along sides needs one cell less each way."""
    along_sides = test in (vertex_slitherlink, touch_slitherlink, sheep_slitherlink, mejilink)
    text = f"use: {test.__name__}\ngrid: {HEIGHT - along_sides}x{WIDTH - along_sides}\n"
    if rooms:
        text += "areas:\n  rooms: |\n" + "".join(f"    {' '.join(row)}\n" for row in rooms)
    if clues:
        text += "clues: " + json.dumps({group: {named(place): value for place, value in clues.items()}})
    return text


CASES: tuple[tuple[Callable[..., bool], str, dict, tuple[str, ...]], ...] = (
    (simple_loop, "black", {(3, 4): "#", (1, 3): "#"}, ()),
    (country_road, "number", {"e": 2}, ROOMS),
    (koburin, "number", {(1, 1): 1, (3, 4): 0}, ()),
    (regional_yajilin, "number", {"a": 1}, ROOMS),
    (double_back, "black", {}, ROOMS),
    (detour, "number", {"b": 1}, ROOMS),
    (dotchi_loop, "circle", {(0, 1): "w", (1, 0): "w", (2, 1): "b", (3, 0): "w", (2, 0): "w"}, ROOMS),
    (dotchi_dotchi_loop, "circle", {(0, 1): "w", (0, 3): "b", (1, 3): "w", (2, 1): "b", (2, 2): "w", (3, 2): "w"}, ROOMS),
    (nurikabe_loop, "number", {(1, 1): "?", (0, 4): 2, (3, 0): "?"}, ()),
    (retsurin, "number", {(1, 1): 1, (0, 4): 0}, ()),
    (kurarin, "dot", {((0, 0), (1, 1)): "w", ((1, 2), (2, 3)): "grey", ((2, 0), (3, 0)): "grey", ((3, 4), (3, 4)): "b"}, ()),
    (tapa_like_loop, "lengths", {(1, 3): [5], (1, 0): [3]}, ()),
    (turnaround, "number", {(0, 1): 3, (2, 3): 1}, ()),
    (maxi_loop, "number", {"c": 3}, ROOMS),
    (vertex_slitherlink, "number", {(0, 1): 2, (1, 1): 3, (2, 3): 1}, ()),
    (touch_slitherlink, "number", {(0, 1): 2, (1, 2): 1, (2, 3): 1}, ()),
    (sheep_slitherlink, "number", {(0, 1): 2, (1, 2): 1}, ()),
    (mejilink, "", {}, ("aaaa", "bbcc", "bddc")),
)


def counter(test: Callable[..., bool], clues: object) -> Callable[[], int]:
    """A function that counts the walks that pass a test."""
    return lambda: sum(test(walk, clues) for walk in walks())


PUZZLES = tuple(
    (puzzle(test, group, clues, rooms), counter(test, rooms if test is mejilink else clues))
    for test, group, clues, rooms in CASES
)
