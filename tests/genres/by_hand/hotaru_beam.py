"""Hotaru Beam, in plain Python: each beam by itself, step by step, and then one for each firefly."""

from __future__ import annotations

import itertools

Place = tuple[int, int]

HEIGHT, WIDTH = 4, 5
STEPS = {"^": (-1, 0), ">": (0, 1), "v": (1, 0), "<": (0, -1)}
FIREFLIES: dict[Place, tuple[int | str, str]] = {(0, 0): ("?", "v"), (1, 3): (2, "^"), (2, 2): ("?", "<"), (0, 4): (1, "v")}

PICTURE = [
    " ".join(",".join(map(str, FIREFLIES[row, column])) if (row, column) in FIREFLIES else "." for column in range(WIDTH))
    for row in range(HEIGHT)
]
PUZZLE = f"""
use: hotaru_beam
grid: {HEIGHT}x{WIDTH}
clues:
  firefly: |
{chr(10).join("    " + row for row in PICTURE)}
"""


def moved(place: Place, sign: str) -> Place:
    """The next place in a direction."""
    return place[0] + STEPS[sign][0], place[1] + STEPS[sign][1]


def beams(start: Place) -> list[list[Place]]:
    """Every beam of a firefly that ends at one, perhaps the same, not at its light, and turns as often as the number says."""
    number, light = FIREFLIES[start]
    ways_of_beams = []
    ways = [([start, moved(start, light)], light, 0)]
    while ways:
        way, sign, turns = ways.pop()
        here = way[-1]
        if here in FIREFLIES:
            if moved(here, FIREFLIES[here][1]) != way[-2] and number in ("?", turns):
                ways_of_beams.append(way)
        elif 0 <= here[0] < HEIGHT and 0 <= here[1] < WIDTH and here not in way[:-1]:
            ways += [([*way, moved(here, other)], other, turns + (other != sign)) for other in STEPS]
    return ways_of_beams


def count() -> int:
    """The choices of beams that share no cell but fireflies, and hang together."""
    total = 0
    for chosen in itertools.product(*map(beams, FIREFLIES)):
        inner = [place for beam in chosen for place in beam[1:-1]]
        seen = {next(iter(FIREFLIES))}
        for _ in FIREFLIES:
            seen |= {place for beam in chosen if {beam[0], beam[-1]} & seen for place in (beam[0], beam[-1])}
        sides = {frozenset(pair) for beam in chosen for pair in itertools.pairwise(beam)}
        apart = len(inner) == len(set(inner)) and len(sides) == sum(len(beam) - 1 for beam in chosen)
        total += apart and seen == FIREFLIES.keys()
    return total


PUZZLES = ((PUZZLE, count),)
