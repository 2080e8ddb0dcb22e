"""Slalom in plain Python: every loop from the circle is walked, and the gates are counted on the way."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

Place = tuple[int, int]

WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def loops(white: frozenset[Place], start: Place, gates: Sequence[frozenset[Place]]) -> Iterator[list[Place]]:
    """Every loop in both directions, without its return to the start; none goes through a gate twice."""

    def go(walk: list[Place]) -> Iterator[list[Place]]:
        row, column = walk[-1]
        for down, right in WAYS:
            after = (row + down, column + right)
            if after == start and len(walk) > 2:
                yield walk
            elif after in white and after not in walk and not any(after in gate and gate & {*walk} for gate in gates):
                yield from go([*walk, after])

    yield from go([start])


def solutions(
    white: frozenset[Place],
    start: Place,
    gates: Sequence[frozenset[Place]],
    numbers: Sequence[tuple[int, Sequence[int]]],
) -> set[frozenset[frozenset[Place]]]:
    """Every loop that is right: each number is of one of some gates."""
    found = set()
    for walk in loops(white, start, gates):
        order = [at for cell in walk for at, gate in enumerate(gates) if cell in gate]
        if len(order) == len(gates) and all(any(order[number - 1] == at for at in those) for number, those in numbers):
            found.add(frozenset(map(frozenset, itertools.pairwise([*walk, walk[0]]))))
    return found


BLACK = {(1, 1), (1, 3), (3, 1), (3, 3)}
WHITE = frozenset(itertools.product(range(5), range(5))) - BLACK
GATES = [frozenset({cell}) for cell in ((0, 3), (3, 0), (1, 4))]


def slalom() -> int:
    """A number with an arrow, and one that is of one of two gates."""
    return len(solutions(WHITE, (0, 0), GATES, [(3, [1]), (2, [0, 2])]))


PUZZLES = (
    (
        "use: slalom\ngrid:\n  size: 5x5\n  holes: [r2c2, r2c4, r4c2, r4c4]\nclues:\n  start: {r1c1: o}\n"
        "  gate: {r1c4: │, r4c1: ─, r2c5: ─}\n  number: {r4c2: [3, left], r2c4: [2, '?']}\n",
        slalom,
    ),
)
