"""Puzzles about regions for benchmarks/rooms.py, each with exactly one solution.

    python benchmarks/make_rooms.py GENRE HEIGHT WIDTH [--seed N] > SPEC

A solution is made at random, for some genres by the clingo program of the genre (`benchmarks/peers/models/GENRE`). What can be
printed is read off it. While clingo finds another solution, something that excludes it is printed too; at the end, what is not
needed is left out again. The same genre, size and seed give the same puzzle, as long as clingo searches the same way. Gridwright
itself is not asked.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import clingo
from peers.puzzle import Point, Puzzle
from peers.tools.clingo import facts, found_in

HERE = Path(__file__).resolve().parent
MODELS = HERE / "peers" / "models"
Solution = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Print:
    """Something that can be printed: a clue or a given of a place, and whether a solution has it so."""

    section: str
    group: str
    place: Any  # as in peers.puzzle
    value: Any
    holds: Callable[[Solution], bool] = field(compare=False, repr=False)


@dataclass
class Draft:
    """A puzzle in the making: its rooms, what is printed so far, the solution that is meant, and what can be printed."""

    genre: str
    height: int
    width: int
    room_of: dict[Point, int] = field(default_factory=dict)
    has_areas: bool = False
    shown: list[Print] = field(default_factory=list)
    meant: Solution = field(default_factory=dict)
    pool: list[Print] = field(default_factory=list)

    def text(self, command: str, expected: bool = False) -> str:
        """The spec."""
        lines = [f"# made by: python benchmarks/{Path(__file__).name} {command}", "gridwright: 1", f"title: {TITLES[self.genre]}"]
        lines += [f"grid: {self.height}x{self.width}", f"use: [rules_{self.genre}.yaml]"]
        if self.has_areas:
            lines += ["areas:", "  room: |", *_picture(_picture_of(self.room_of, self.height, self.width), "    ")]
        for section in ("clues", "givens"):
            groups = sorted({entry.group for entry in self.shown if entry.section == section})
            lines += [f"{section}:"] if groups else []
            for group in groups:
                values = {entry.place: entry.value for entry in self.shown if entry.section == section and entry.group == group}
                lines += self._values(group, values, "  ")
        if expected:
            lines += ["expect:", "  solutions: 1", "  solution:"]
            for layer, values in self.meant.items():
                givens = {key: value for key, value in zip(self.puzzle.layers[layer], values, strict=True) if value}
                lines += self._values(layer, givens, "    ")
        return "\n".join(lines) + "\n"

    @property
    def cells(self) -> list[Point]:
        """All cells in reading order."""
        return [(row, column) for row in range(self.height) for column in range(self.width)]

    @property
    def puzzle(self) -> Puzzle:
        """What is printed, as the benchmark reads it from the spec."""
        layer = LAYERS[self.genre]
        cells = self.cells
        links = [(cell, other) for cell in cells for other in _beside(cell) if cell < other and other in self.room_of]
        inside: dict[str, dict[Point, Any]] = {}
        for entry in self.shown:
            if entry.section == "clues":
                inside.setdefault(entry.group, {})[entry.place] = entry.value
        return Puzzle(
            height=self.height,
            width=self.width,
            layers={layer: links if layer == "wall" else list(cells)},
            givens={layer: [(entry.place, entry.value) for entry in self.shown if entry.section == "givens"]},
            inside={group: list(values.items()) for group, values in inside.items()},
            outside=[],
            areas={"room": _members(self.room_of)} if self.has_areas else {},
        )

    def _values(self, name: str, values: Mapping[Any, Any], indent: str) -> list[str]:
        """The values of places: as a picture, unless they are few."""
        truth = LAYERS[self.genre] == name and name in ("wall", "shaded")
        if set(values) <= set(self.cells) and not (truth and 0 in values.values()):
            drawn = [("#" if truth else str(values[cell])) if cell in values else "-" if truth else "." for cell in self.cells]
            rows = [drawn[start : start + self.width] for start in range(0, len(drawn), self.width)]
            return [f"{indent}{name}: |", *_picture(rows, indent + "  ")]
        pairs = [f"{_name(place)}: {str(bool(value)).lower() if truth else value}" for place, value in values.items()]
        return [f"{indent}{name}: {{", *(f"{indent}  {', '.join(some)}," for some in _batches(pairs, 6)), f"{indent}}}"]


def _batches(values: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    return (values[start : start + size] for start in range(0, len(values), size))


def _picture(rows: Sequence[Sequence[str]], indent: str) -> list[str]:
    width = max(len(each) for row in rows for each in row)
    return [indent + " ".join(each.ljust(width) for each in row).rstrip() for row in rows]


def _name(key: Any) -> str:
    """The name of a place in a spec."""
    if isinstance(key[0], tuple):
        return "-".join(_name(each) for each in key)
    return f"r{key[0] + 1}c{key[1] + 1}"


# clingo


def solutions(genre: str, puzzle: Puzzle, limit: int, further: str = "", options: Iterable[str] = ()) -> list[Solution]:
    """So many solutions of a genre's program at most."""
    control = _program(genre, puzzle, limit, further, options)
    solutions_found = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            solutions_found.append(found_in(model, puzzle))
    return solutions_found


def _program(genre: str, puzzle: Puzzle, limit: int, further: str = "", options: Iterable[str] = ()) -> clingo.Control:
    control = clingo.Control(["--project=show", "--warn=none", str(limit), *options])
    control.load(str(MODELS / genre / "clingo.lp"))
    control.add("base", [], "\n".join([*facts(puzzle), further]))
    control.ground([("base", [])])
    return control


def is_unique(genre: str, puzzle: Puzzle) -> bool:
    """Whether a genre's program proves that a puzzle has one solution only, within some conflicts: no board takes hours."""
    control = _program(genre, puzzle, 2, options=["--solve-limit=100000,umax"])
    result = control.solve()
    return bool(result.exhausted) and control.statistics["summary"]["models"]["enumerated"] == 1


def at_random(draft: Draft, chance: random.Random, further: str = "") -> Solution | None:
    """Any solution of what is printed so far."""
    options = ("--rand-freq=0.3", "--sign-def=rnd", f"--seed={chance.randrange(2**31)}")
    first = solutions(draft.genre, draft.puzzle, 1, further, options)
    return first[0] if first else None


def finished(draft: Draft, chance: random.Random) -> Draft:
    """The same with so much printed that there is no other solution, and without what is not needed."""
    needed = len(draft.shown)
    at_once = 1 + draft.height * draft.width // 100  # so that large boards need few rounds
    while True:
        others = [each for each in solutions(draft.genre, draft.puzzle, 3) if each != draft.meant]
        if not others:
            break
        for other in others:
            useful = [entry for entry in draft.pool if not entry.holds(other)]
            if not useful:
                raise SystemExit("nothing that can be printed excludes a solution")
            if not any(each in draft.shown for each in useful):
                useful = [each for each in useful if each.section == "clues"] or useful
                draft.shown += chance.sample(useful, min(at_once, len(useful)))
    further = draft.shown[needed:]
    chance.shuffle(further)
    step = max(1, len(further) // 60)  # so many at a time, for large boards
    for some in _batches(further, step):
        before = draft.shown
        draft.shown = [each for each in before if each not in some]
        if not is_unique(draft.genre, draft.puzzle):
            draft.shown = before
    return draft


# parts of boards


def _cells(height: int, width: int) -> list[Point]:
    return [(row, column) for row in range(height) for column in range(width)]


def _beside(cell: Point) -> list[Point]:
    row, column = cell
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def partition(height: int, width: int, least: int, most: int, chance: random.Random) -> dict[Point, int]:
    """Connected rooms of `least` to `most` cells: small ones are joined with one beside them, until none is too small."""
    while True:
        room = {cell: number for number, cell in enumerate(_cells(height, width))}
        members = {number: [cell] for cell, number in room.items()}
        stuck: set[int] = set()
        wanted = {number: chance.randint(least, most) for number in members}
        while growing := [each for each in members if each not in stuck and len(members[each]) < wanted[each]]:
            number = min(chance.sample(growing, min(4, len(growing))), key=lambda each: len(members[each]))
            around = sorted({room[other] for cell in members[number] for other in _beside(cell) if other in room} - {number})
            fitting = [other for other in around if len(members[other]) + len(members[number]) <= most]
            if not fitting:
                stuck.add(number)
                continue
            other = chance.choice(fitting)
            for cell in members.pop(other):
                room[cell] = number
                members[number].append(cell)
        if all(least <= len(cells) for cells in members.values()):
            return room


def rectangles(height: int, width: int, chance: random.Random) -> dict[Point, int]:
    """A division into rectangles of one to twelve cells."""
    room: dict[Point, int] = {}
    for number, (row, column) in enumerate(_cells(height, width)):
        if (row, column) in room:
            continue
        room_to_the_right = next((k for k in range(1, width - column) if (row, column + k) in room), width - column)
        wide = min(room_to_the_right, chance.choice((1, 1, 2, 2, 3, 4)))
        high = min(height - row, chance.choice((1, 2, 2, 3, 4)) if wide < 4 else chance.choice((1, 2, 3)))
        room.update({(row + down, column + right): number for down in range(high) for right in range(wide)})
    return room


def _members(room: Mapping[Point, int]) -> list[list[Point]]:
    members: dict[int, list[Point]] = {}
    for cell, number in sorted(room.items()):
        members.setdefault(number, []).append(cell)
    return list(members.values())


def _picture_of(room: Mapping[Point, int], height: int, width: int) -> list[list[str]]:
    names = {number: f"n{k}" for k, number in enumerate(dict.fromkeys(room[cell] for cell in _cells(height, width)))}
    return [[names[room[row, column]] for column in range(width)] for row in range(height)]


def _walls(draft: Draft, room: dict[Point, int]) -> None:
    """The solution in walls, each of which can be given."""
    draft.room_of = room
    links = draft.puzzle.layers["wall"]
    draft.meant = {"wall": [int(room[a] != room[b]) for a, b in links]}
    _givens(draft, "wall", links)


def _givens(draft: Draft, layer: str, keys: Sequence[Any]) -> None:
    """Every value can be given."""
    for position, (key, value) in enumerate(zip(keys, draft.meant[layer], strict=True)):
        if value or layer != "triangle":
            draft.pool.append(
                Print(
                    "givens",
                    layer,
                    key,
                    value,
                    lambda other, position=position, value=value: other[layer][position] == value,
                )
            )


def _clues(draft: Draft, group: str, reads: Callable[[Solution, Point], object], where: Iterable[Point]) -> None:
    """Clues that can be read off a solution. A solution in which a clue cannot be read says None."""
    for cell in where:
        value = reads(draft.meant, cell)
        if value is not None:
            draft.pool.append(
                Print("clues", group, cell, value, lambda other, cell=cell, value=value: reads(other, cell) == value)
            )


# genres


def nawabari(draft: Draft, chance: random.Random) -> None:
    """A number somewhere in each rectangle; some walls are given."""
    room = rectangles(draft.height, draft.width, chance)
    for cells in _members(room):
        cell = chance.choice(cells)
        sides = sum(room.get(other) != room[cell] for other in _beside(cell))
        draft.shown.append(Print("clues", "sides", cell, sides, lambda _: True))
    _walls(draft, room)


def araf(draft: Draft, chance: random.Random) -> None:
    """Two numbers somewhere in each room; some walls are given."""
    room = partition(draft.height, draft.width, 2, 10, chance)
    for cells in _members(room):
        values = (max(1, len(cells) - chance.choice((1, 1, 1, 2))), len(cells) + chance.choice((1, 1, 1, 2)))
        for cell, value in zip(chance.sample(cells, 2), values, strict=True):
            draft.shown.append(Print("clues", "number", cell, value, lambda _: True))
    _walls(draft, room)


def _dark(solution: Solution, height: int, width: int) -> set[Point]:
    return {cell for cell, value in zip(_cells(height, width), solution["shaded"], strict=True) if value}


def _group(cell: Point, mask: set[Point]) -> set[Point]:
    reached, edge = set(), [cell] if cell in mask else []
    while edge:
        cell = edge.pop()
        if cell not in reached:
            reached.add(cell)
            edge += [other for other in _beside(cell) if other in mask]
    return reached


def tasquare(draft: Draft, chance: random.Random) -> None:
    """Sums of sizes, and some x."""
    size = draft.height * draft.width
    meant = at_random(draft, chance, f":- #sum {{ 1,P : shaded(P) }} < {size // 4}. :- width_of(_,N), N > 3.")
    assert meant is not None
    draft.meant = meant
    unsaid = {cell for cell in draft.cells if chance.random() < 0.3}

    def reads(solution: Solution, cell: Point) -> object:
        dark = _dark(solution, draft.height, draft.width)
        total = sum(len(_group(other, dark)) for other in _beside(cell))
        return None if cell in dark or not total else "x" if cell in unsaid else total

    _clues(draft, "area", reads, draft.cells)
    if any(solution != meant for solution in solutions("tasquare", Draft(**{**vars(draft), "shown": draft.pool}).puzzle, 2)):
        _givens(draft, "shaded", draft.cells)


def lookair(draft: Draft, chance: random.Random) -> None:
    """Counts of the shaded cells of a cross."""
    size = draft.height * draft.width
    meant = at_random(draft, chance, f":- #sum {{ 1,P : shaded(P) }} < {size // 3}. :- width_of(_,N), N > 4.")
    assert meant is not None
    draft.meant = meant

    def reads(solution: Solution, cell: Point) -> object:
        return len(_dark(solution, draft.height, draft.width).intersection([cell, *_beside(cell)]))

    _clues(draft, "number", reads, draft.cells)


def symmarea(draft: Draft, chance: random.Random) -> None:
    """Given numbers."""
    meant = at_random(draft, chance, ":- value(number,P,V), V > 6.")
    assert meant is not None
    draft.meant = meant
    _givens(draft, "number", draft.cells)


def fillomino(draft: Draft, chance: random.Random) -> None:
    """Given numbers. Groups are laid one after another; where none fits, some of those around are taken away again."""
    members: dict[int, set[Point]] = {}
    room: dict[Point, int] = {}
    for number in itertools.count():
        free = [cell for cell in draft.cells if cell not in room]
        if not free:
            break
        for size in chance.sample(range(1, 7), 6):
            group = {free[0]}
            while len(group) < size:
                edge = sorted({other for cell in group for other in _beside(cell) if other in free} - group)
                if not edge:
                    break
                group.add(chance.choice(edge))
            around = {room[other] for cell in group for other in _beside(cell) if other in room}
            if len(group) == size and all(len(members[other]) != size for other in around):
                members[number] = group
                room.update(dict.fromkeys(group, number))
                break
        else:
            for other in {room[other] for cell in free for other in _beside(cell) if other in room}:
                if chance.random() < 0.3:
                    for cell in members.pop(other):
                        del room[cell]
    draft.meant = {"number": [len(members[room[cell]]) for cell in draft.cells]}
    _givens(draft, "number", draft.cells)
    draft.shown += chance.sample(draft.pool, len(draft.pool) // 2)  # with fewer, clingo takes long to find other solutions


def haisu(draft: Draft, chance: random.Random) -> None:
    """Rooms of some cells, and the visits to them; the ends of the path are given."""
    cells = draft.cells
    ends = (draft.height - 1, 0), (0, draft.width - 1)
    for end, value in zip(ends, (1, len(cells)), strict=True):
        draft.shown.append(Print("givens", "number", end, value, lambda _: True))
    room = partition(draft.height, draft.width, 3, 6, chance)
    draft.room_of, draft.has_areas = room, True
    meant = at_random(draft, chance)
    assert meant is not None
    draft.meant = meant

    def reads(solution: Solution, cell: Point) -> object:
        path = sorted(cells, key=lambda each: solution["number"][cells.index(each)])
        path = path[: path.index(cell) + 1]
        return sum(room[after] == room[cell] != room.get(before) for before, after in zip([(-1, -1), *path], path, strict=False))

    _clues(draft, "visit", reads, cells)


def lits(draft: Draft, chance: random.Random) -> None:
    """Tetrominoes that hang together, in rooms that grow around them; a few cells are given."""
    board = set(draft.cells)
    start = (draft.height // 2, draft.width // 2)
    laid = [frozenset((start[0] + down, start[1] + right) for down, right in chance.choice(TETROMINOES)[1])]
    kind_of: dict[Point, str] = dict.fromkeys(laid[0], _kind(laid[0]))
    while True:
        edge = sorted({other for cell in kind_of for other in _beside(cell) if other in board} - set(kind_of))
        chance.shuffle(edge)
        fitting = (group for cell in edge for group in _tetrominoes_at(cell, chance) if group <= board and _fits(group, kind_of))
        group = next(fitting, None)
        if group is None:
            break
        laid.append(group)
        kind_of.update(dict.fromkeys(group, _kind(group)))
    room = {cell: number for number, group in enumerate(laid) for cell in sorted(group)}
    while len(room) < len(board):
        chosen = [(cell, other) for cell in draft.cells if cell not in room for other in _beside(cell) if other in room]
        cell, other = chance.choice(chosen)
        room[cell] = room[other]
    draft.room_of, draft.has_areas = room, True
    draft.meant = {"shaded": [int(cell in kind_of) for cell in draft.cells]}
    _givens(draft, "shaded", draft.cells)


TETROMINOES = [
    (kind, turned)
    for kind, cells in (
        ("L", ((0, 0), (1, 0), (2, 0), (2, 1))),
        ("I", ((0, 0), (1, 0), (2, 0), (3, 0))),
        ("T", ((0, 0), (0, 1), (0, 2), (1, 1))),
        ("S", ((0, 1), (0, 2), (1, 0), (1, 1))),
    )
    for turned in sorted(
        {
            tuple(sorted((row * down, column * right) if straight else (column * right, row * down) for row, column in cells))
            for down in (-1, 1)
            for right in (-1, 1)
            for straight in (False, True)
        }
    )
]


def _tetrominoes_at(cell: Point, chance: random.Random) -> Iterator[frozenset[Point]]:
    """All that cover a cell, in random order."""
    for _, cells in chance.sample(TETROMINOES, len(TETROMINOES)):
        for row, column in cells:
            yield frozenset((cell[0] - row + down, cell[1] - column + right) for down, right in cells)


def _kind(group: Iterable[Point]) -> str:
    first = min(group)
    return next(kind for kind, cells in TETROMINOES if {(r - first[0], c - first[1]) for r, c in group} == _from_first(cells))


def _from_first(cells: Sequence[Point]) -> set[Point]:
    first = min(cells)
    return {(row - first[0], column - first[1]) for row, column in cells}


def _fits(group: frozenset[Point], kind_of: Mapping[Point, str]) -> bool:
    """Whether a tetromino covers nothing that is covered, makes no full block, and touches none of its kind."""
    if any(cell in kind_of for cell in group):
        return False
    kind = _kind(group)
    if any(kind_of.get(other) == kind for cell in group for other in _beside(cell)):
        return False
    blocks = (
        {(row + r, column + c) for r in (down, down + 1) for c in (right, right + 1)}
        for row, column in group
        for down in (-1, 0)
        for right in (-1, 0)
    )
    return not any(all(each in group or each in kind_of for each in block) for block in blocks)


def shakashaka(draft: Draft, chance: random.Random) -> None:
    """Black cells, some with numbers; a few triangles are given."""
    cells = draft.cells
    puzzle = draft.puzzle
    further = f"""
    {{ clue(block,P,x) }} :- cell(P).
    :- not {len(cells) // 5} {{ clue(block,P,x) : cell(P) }} {len(cells) // 4}.
    :- #sum {{ 1,P : value(triangle,P,_) }} < {len(cells) // 3}.
    value(block,P,1) :- clue(block,P,x).
    """
    options = ("--rand-freq=0.3", "--sign-def=rnd", f"--seed={chance.randrange(2**31)}")
    wider = Puzzle(**{**vars(puzzle), "layers": {**puzzle.layers, "block": list(cells)}})
    [found] = solutions(draft.genre, wider, 1, further, options)
    draft.meant = {"triangle": found["triangle"]}
    blocks = [cell for cell, value in zip(cells, found["block"], strict=True) if value]

    def reads(solution: Solution, cell: Point) -> object:
        return sum(solution["triangle"][cells.index(other)] > 0 for other in _beside(cell) if other in cells)

    _clues(draft, "block", reads, blocks)
    draft.shown += [Print("clues", "block", cell, "x", lambda _: True) for cell in blocks]
    _givens(draft, "triangle", cells)


LAYERS = {
    "nawabari": "wall",
    "araf": "wall",
    "tasquare": "shaded",
    "lookair": "shaded",
    "symmarea": "number",
    "haisu": "number",
    "fillomino": "number",
    "lits": "shaded",
    "shakashaka": "triangle",
}
TITLES = {
    "nawabari": "Nawabari",
    "araf": "Araf",
    "tasquare": "Tasquare",
    "lookair": "Look-Air",
    "symmarea": "Symmetry area",
    "haisu": "Haisu",
    "fillomino": "Fillomino",
    "lits": "LITS",
    "shakashaka": "Shakashaka",
}


def spec(genre: str, height: int, width: int, seed: int) -> str:
    """The text of a puzzle with one solution."""
    chance = random.Random(f"{genre} {height} {width} {seed}")
    command = f"{genre} {height} {width} --seed {seed}"
    draft = Draft(genre, height, width)
    globals()[genre](draft, chance)
    return finished(draft, chance).text(command, expected=True)


def main() -> None:
    """Print a puzzle."""
    parser = argparse.ArgumentParser(description="A puzzle about regions with one solution.")
    parser.add_argument("genre", choices=TITLES)
    parser.add_argument("height", type=int)
    parser.add_argument("width", type=int)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    sys.stdout.write(spec(options.genre, options.height, options.width, options.seed))


if __name__ == "__main__":
    main()
