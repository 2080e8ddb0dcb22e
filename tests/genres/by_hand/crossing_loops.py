"""Loops through cells, in plain Python: each is walked along, straight on where the line crosses itself."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

Place = tuple[int, int]
Ways = Mapping[Place, set[Place]]  # the cells to which the line leads from a cell

HEIGHT, WIDTH = 4, 5
CELLS = list(itertools.product(range(HEIGHT), range(WIDTH)))


def lines() -> Iterator[Ways]:
    """Every set of links that has an even number of them in each cell: each is a sum of squares of four cells."""
    squares = list(itertools.product(range(HEIGHT - 1), range(WIDTH - 1)))
    for chosen in itertools.product((False, True), repeat=len(squares)):
        links: set[tuple[Place, Place]] = set()
        for row, column in itertools.compress(squares, chosen):
            corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
            links ^= {(min(pair), max(pair)) for pair in zip(corners, corners[1:] + corners[:1], strict=True)}
        ways: dict[Place, set[Place]] = defaultdict(set)
        for a, b in links:
            ways[a].add(b)
            ways[b].add(a)
        if ways:
            yield dict(ways)


def route(ways: Ways) -> list[Place]:
    """The cells of one loop in order, as often as it passes through them."""
    start = min(ways)
    route_cells, here = [start], min(ways[start])
    while True:
        before = route_cells[-1]
        ahead = (2 * here[0] - before[0], 2 * here[1] - before[1])
        after = ahead if len(ways[here]) == 4 else next(end for end in ways[here] if end != before)
        if here == start and after == route_cells[1]:
            return route_cells
        route_cells.append(here)
        here = after


def is_one(ways: Ways) -> bool:
    """Whether all of a line is one loop."""
    return 2 * len(route(ways)) == sum(map(len, ways.values()))


def is_straight(ways: Ways, cell: Place) -> bool:
    """Whether the line goes straight on in a cell."""
    return len(ways[cell]) == 4 or len({row for row, _ in ways[cell]}) == 1 or len({column for _, column in ways[cell]}) == 1


def on_ice(ways: Ways, ice: str) -> bool:
    """Whether the line crosses itself only on ice and does not turn there."""
    return all(is_straight(ways, cell) if cell in cells_of(ice) else len(ways[cell]) == 2 for cell in ways)


def cells_of(picture: str, sign: str = "#") -> set[Place]:
    """The cells of a picture that have a sign."""
    return {(row, column) for row, line in enumerate(picture.split()) for column, letter in enumerate(line) if letter == sign}


def rows(picture: str) -> str:
    """A picture as clues are written."""
    return "\n".join("    " + " ".join(line) for line in picture.split())


def counted(accepts: Callable[[Ways], bool]) -> Callable[[], int]:
    """How many loops are right."""
    return lambda: sum(is_one(ways) and accepts(ways) for ways in lines())


ICE = "..... #.#.. ..##. ....."


def barns(ways: Ways) -> bool:
    """Through every cell, and not through a thick border."""
    return len(ways) == len(CELLS) and on_ice(ways, ICE) and (0, 2) not in ways[0, 1]


def pipelink(ways: Ways) -> bool:
    """Through every cell, with a corner on the upper side, and a crossing."""
    return len(ways) == len(CELLS) and ways[0, 1] == {(0, 0), (1, 1)} and len(ways[2, 3]) == 4


def returns(ways: Ways) -> bool:
    """Through every cell, with two circles, and a crossing that is printed."""
    ice, crossing = cells_of("..... ....# ..#.. ....."), (1, 2)
    crossed = {cell for cell in ways if len(ways[cell]) == 4}
    return len(ways) == len(CELLS) and crossing in crossed <= {crossing, *ice} and all(is_straight(ways, cell) for cell in ice)


def stretches(ways: Ways, picture: str) -> Iterator[list[Place]]:
    """The parts of the loop on cells of one kind."""
    cells = route(ways)
    kinds = [cell in cells_of(picture) for cell in cells]
    turn = next((at for at in range(len(cells)) if kinds[at] != kinds[at - 1]), 0)
    for _, part in itertools.groupby(cells[turn:] + cells[:turn], key=lambda cell: cell in cells_of(picture)):
        yield list(part)


def ice_walk(ways: Ways) -> bool:
    """Three cells between ice and ice in a corner."""
    return on_ice(ways, ICE) and (3, 4) in ways and all(len(part) == 3 for part in stretches(ways, ICE) if (3, 4) in part)


def water_walk(ways: Ways) -> bool:
    """At most two cells of water in a row, and five of land in a corner."""
    parts = list(stretches(ways, ICE))
    if any(len(ends) == 4 for ends in ways.values()) or (0, 0) not in ways:
        return False
    return all(len(part) <= 2 or part[0] not in cells_of(ICE) for part in parts) and any(
        (0, 0) in part and len(part) == 5 for part in parts
    )


GREAT = f"grid: {HEIGHT}x{WIDTH}\nclues:\n"
PUZZLES = (
    (f"use: barns\n{GREAT}  ice: |\n{rows(ICE)}\n  wall: {{r1c2-r1c3: true}}\n", counted(barns)),
    (f"use: pipelink\n{GREAT}  piece: {{r1c2: '┐', r3c4: '┼'}}\n", counted(pipelink)),
    (f"use: pipelink_returns\n{GREAT}  piece: {{r2c3: '┼', r2c5: o, r3c3: o}}\n", counted(returns)),
    (f"use: icewalk\n{GREAT}  ice: |\n{rows(ICE)}\n  number: {{r4c5: 3}}\n", counted(ice_walk)),
    (f"use: waterwalk\n{GREAT}  water: |\n{rows(ICE)}\n  number: {{r1c1: 5}}\n", counted(water_walk)),
)
