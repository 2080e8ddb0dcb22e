"""Paths from IN to OUT over ice, in plain Python: every path is walked, and crosses itself only straight across ice."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

Place = tuple[int, int]
Walk = list[Place]  # the cells in order, as often as the path passes through them

HEIGHT, WIDTH = 4, 5
CELLS = list(itertools.product(range(HEIGHT), range(WIDTH)))
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))
ICE = {(1, 1), (1, 2), (2, 1), (2, 3)}
PICTURE = "\n".join("    " + " ".join("#" if (row, column) in ICE else "." for column in range(WIDTH)) for row in range(HEIGHT))


def walks() -> Iterator[Walk]:
    """Every path that enters the first cell from the left and leaves the one below it to the left."""

    def go(walk: Walk, way: Place, links: frozenset[frozenset[Place]]) -> Iterator[Walk]:
        row, column = here = walk[-1]
        for down, right in [way] if here in ICE else WAYS:
            after = (row + down, column + right)
            link = frozenset((here, after))
            if here == (1, 0) and (down, right) == (0, -1):
                yield walk
            elif after in CELLS and link not in links and (after in ICE or after not in walk):
                yield from go([*walk, after], (down, right), links | {link})

    yield from go([(0, 0)], (0, 1), frozenset())


def counted(accepts: Callable[[Walk], bool]) -> Callable[[], int]:
    """How many sets of links are those of a path that is right."""
    return lambda: len({frozenset(map(frozenset, itertools.pairwise(walk))) for walk in walks() if accepts(walk)})


def icebarn(walk: Walk) -> bool:
    """Through an arrow, and over both areas of ice."""
    return ((0, 2), (1, 2)) in itertools.pairwise(walk) and over_both(walk)


def icelom(walk: Walk) -> bool:
    """Through every white cell, with the numbers in order."""
    return {*CELLS} - ICE <= {*walk} and in_order(walk)


def icelom2(walk: Walk) -> bool:
    """Over both areas of ice, with the same numbers."""
    return over_both(walk) and in_order(walk)


def over_both(walk: Walk) -> bool:
    """Whether a path leads over both areas of ice."""
    return (2, 3) in walk and bool({*walk} & (ICE - {(2, 3)}))


def in_order(walk: Walk) -> bool:
    """Whether the cell with a 2 is the second one of those with numbers."""
    passed = [cell for cell in walk if cell in ((3, 3), (2, 2))]
    return passed == [(3, 3), (2, 2)]


BOARD = f"grid: {HEIGHT}x{WIDTH}\nclues:\n  gate: {{left: [in, out, ., .]}}\n  ice: |\n{PICTURE}\n"
PUZZLES = (
    (f"use: icebarn\n{BOARD}  arrow: {{r1c3-r2c3: down}}\n", counted(icebarn)),
    (f"use: icelom\n{BOARD}  number: {{r4c4: '?', r3c3: 2}}\n", counted(icelom)),
    (f"use: icelom2\n{BOARD}  number: {{r4c4: '?', r3c3: 2}}\n", counted(icelom2)),
)
