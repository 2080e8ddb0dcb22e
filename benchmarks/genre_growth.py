"""How long it takes to compile boards of six genres, at 10, 20 and 40 cells a side, before any search begins.

    python benchmarks/genre_growth.py [--genre NAME...] [--sizes SIDE...]

The boards are drawn at random, always the same ones, with about as many clues a cell whatever their size. A board need not have
one solution, because nothing is searched. Each is read, lowered and encoded in a process of its own, which imports everything
before; the seconds are those of the processor. `power` says how the whole grows from one size to the next: 1 is with the number
of the cells, 2 with its square. The table on standard output also goes to docs/performance.md if neither genres nor sizes are
named. The exit status is 1 if something grows faster than the square of the cells.
"""

from __future__ import annotations

import argparse
import gc
import math
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from page import machine, put, say, table

SIZES = (10, 20, 40)
COLUMNS = ("genre", "cells", "read", "lower", "encode", "clauses", "ms a cell", "power")
MOST = 2.0  # powers of the number of cells that are allowed

Place = tuple[int, int]  # row and column, from 0


@dataclass(frozen=True)
class Seconds:
    """CPU seconds of the stages before search, and how many clauses came of them."""

    reading: float
    lowering: float
    encoding: float
    clauses: int

    @property
    def whole(self) -> float:
        """All stages together."""
        return self.reading + self.lowering + self.encoding


# boards


def slitherlink(side: int, draw: random.Random) -> str:
    """A number of the sides around a connected set of cells in two of five cells."""
    inside = {(side // 2, side // 2)}
    while len(inside) < 0.5 * side * side:
        inside |= {draw.choice(list(_around(draw.choice(sorted(inside)), side)))}
    shown = {place: sum((place in inside) != (other in inside) for other in _beside(place)) for place in _places(side)}
    return _numbers("clues", "number", {place: shown[place] for place in shown if draw.random() < 0.4}, side)


def nurikabe(side: int, draw: random.Random) -> str:
    """A number from 1 to 6 in one of twelve cells, no two of them side by side."""
    sizes: dict[Place, int] = {}
    for place in draw.sample(list(_places(side)), side * side // 8):
        if len(sizes) < side * side // 12 and not sizes.keys() & set(_beside(place)):
            sizes[place] = draw.randint(1, 6)
    return _numbers("clues", "size", sizes, side)


def fillomino(side: int, draw: random.Random) -> str:
    """Sizes of random regions in one of three cells; none beside another region of this size."""
    rooms = _rooms(side, 1, 7, draw)
    cells_of = Counter(room for row in rooms for room in row)
    regions = {(row, column): rooms[row][column] for row, column in _places(side)}
    shown = {
        place: cells_of[room]
        for place, room in regions.items()
        if draw.random() < 0.35
        and not any(regions[other] != room and cells_of[regions[other]] == cells_of[room] for other in _around(place, side))
    }
    return _numbers("givens", "number", shown, side)


def lits(side: int, draw: random.Random) -> str:
    """Random rooms of four to nine cells."""
    return _areas(_rooms(side, 4, 9, draw))


def heyawake(side: int, draw: random.Random) -> str:
    """Random rooms of three to nine cells, with a number from 0 to 2 in one of four."""
    rooms = _rooms(side, 3, 9, draw)
    numbers = ", ".join(f"r{room}: {draw.randint(0, 2)}" for room in range(1 + max(map(max, rooms))) if draw.random() < 0.25)
    return f"{_areas(rooms)}clues: {{number: {{{numbers}}}}}\n"


def numberlink(side: int, draw: random.Random) -> str:
    """Both ends of pieces of a way through all rows, of 12 to 24 cells, so that there is a solution."""
    way = [(row, column if row % 2 == 0 else side - 1 - column) for row in range(side) for column in range(side)]
    ends: dict[Place, int] = {}
    while way:
        length = draw.randint(12, 24)
        length = len(way) if len(way) < length + 12 else length
        piece, way = way[:length], way[length:]
        ends[piece[0]] = ends[piece[-1]] = 1 + len(ends) // 2
    return _numbers("clues", "number", ends, side)


USES = {"fillomino": "{fillomino: {highest: 9}}"}
GENRES: dict[str, Callable[[int, random.Random], str]] = {
    made.__name__: made for made in (slitherlink, nurikabe, fillomino, lits, heyawake, numberlink)
}


def board(genre: str, side: int) -> str:
    """The text of a board: the same for each genre and size."""
    printed = GENRES[genre](side, random.Random(f"{genre} {side}"))
    return f"gridwright: 1\nuse: {USES.get(genre, genre)}\ngrid: {side}x{side}\n{printed}"


def _places(side: int) -> Iterator[Place]:
    return ((row, column) for row in range(side) for column in range(side))


def _beside(place: Place) -> Iterator[Place]:
    row, column = place
    return iter([(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)])


def _around(place: Place, side: int) -> Iterator[Place]:
    return ((row, column) for row, column in _beside(place) if 0 <= row < side and 0 <= column < side)


def _rooms(side: int, least: int, most: int, draw: random.Random) -> list[list[int]]:
    """Divide a board into rooms: for each cell the number of its room. What is left over joins a room beside it."""
    room_of: dict[Place, int] = {}
    rooms: list[list[Place]] = []
    for start in _places(side):
        if start in room_of:
            continue
        room = [start]
        wanted = draw.randint(least, most)
        while len(room) < wanted:
            free = [other for place in room for other in _around(place, side) if other not in room_of and other not in room]
            if not free:
                break
            room.append(draw.choice(free))
        number = len(rooms)
        if len(room) < least:
            number = next(room_of[other] for place in room for other in _around(place, side) if other in room_of)
        else:
            rooms.append([])
        rooms[number] += room
        room_of.update(dict.fromkeys(room, number))
    return [[room_of[row, column] for column in range(side)] for row in range(side)]


def _areas(rooms: list[list[int]]) -> str:
    rows = "".join(f"    {' '.join(f'r{room}' for room in row)}\n" for row in rooms)
    return f"areas:\n  rooms: |\n{rows}"


def _numbers(key: str, name: str, shown: dict[Place, int], side: int) -> str:
    rows = (" ".join(str(shown.get((row, column), ".")) for column in range(side)) for row in range(side))
    return f"{key}:\n  {name}: |\n" + "".join(f"    {row}\n" for row in rows)


# measuring


def compiled(text: str) -> Seconds:
    """Read, lower and encode a board, after a small one has been, so that tables made at first use are not counted."""
    from gridwright.compiler.compile import compile_spec  # noqa: PLC0415 (in the process that measures, before its clock starts)
    from gridwright.compiler.loader import load_text  # noqa: PLC0415
    from gridwright.runtime.engines.engine_choice import chooser  # noqa: PLC0415
    from gridwright.runtime.exit_status import GARBAGE  # noqa: PLC0415

    name = next(line for line in text.splitlines() if line.startswith("use: "))
    genre = next(genre for genre in GENRES if genre in name)
    compile_spec(load_text(board(genre, 5)), choose=chooser("auto"))
    gc.freeze()
    gc.set_threshold(GARBAGE)  # as on the command line
    began = time.process_time()
    spec = load_text(text)
    times = {"reading": time.process_time() - began}
    stage, since = "starting", time.process_time()

    def enter(entered: str) -> None:
        nonlocal stage, since
        now = time.process_time()
        times[stage] = times.get(stage, 0) + now - since
        stage, since = entered, now

    puzzle = compile_spec(spec, choose=chooser("auto"), enter=enter)
    enter("done")
    return Seconds(
        times["reading"],
        times["lowering"],
        sum(seconds for name, seconds in times.items() if name not in ("reading", "lowering")),
        sum(1 for part in puzzle.parts for _ in part.clauses()),
    )


def row(genre: str, side: int, times: Seconds, before: tuple[int, Seconds] | None) -> list[str]:
    """The row of a board in the table; `before` is the smaller board with its seconds."""
    stages = [f"{seconds:.2f}" for seconds in (times.reading, times.lowering, times.encoding)]
    grown = "" if before is None else f"{power(*before, side, times):.2f}"
    per_cell = f"{1000 * times.whole / side**2:.2f}"
    return [f"{genre} {side}x{side}", f"{side**2:,}", *stages, f"{times.clauses:,}", per_cell, grown]


def power(small: int, before: Seconds, large: int, after: Seconds) -> float:
    """With which power of the number of cells the seconds have grown."""
    return math.log(after.whole / before.whole) / math.log(large**2 / small**2)


def main() -> int:
    """Measure, print the table, and put it into the page."""
    parser = argparse.ArgumentParser(description="How long boards of six genres take to compile, by their size.")
    parser.add_argument("--genre", nargs="*", default=list(GENRES), choices=GENRES, help="only these; the page stays as it is")
    parser.add_argument("--sizes", nargs="*", type=int, default=list(SIZES), help="other sizes; the page stays as it is")
    options = parser.parse_args()
    rows: list[list[str]] = []
    too_fast = []
    for genre in options.genre:
        points: list[tuple[int, Seconds]] = []
        for side in options.sizes:
            say(f"{genre} {side}x{side} ...")
            with multiprocessing.get_context("spawn").Pool(1) as apart:
                points.append((side, apart.apply(compiled, (board(genre, side),))))
        rows += [row(genre, *point, before) for point, before in zip(points, [None, *points], strict=False)]
        too_fast += [f"{genre} {after[0]}x{after[0]}" for before, after in pairwise(points) if power(*before, *after) > MOST]
    claims = f"Faster than the square of the cells: {', '.join(too_fast) or 'none'}.\n"
    text = f"{claims}\n{machine('clingo')}\n{table(COLUMNS, rows)}"
    print(text)
    if options.genre == list(GENRES) and options.sizes == list(SIZES):
        put("genre-growth", text)
    return 1 if too_fast else 0


if __name__ == "__main__":
    sys.exit(main())
