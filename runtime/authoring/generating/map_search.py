"""Generate puzzles that print nothing but areas, such as Star Battle and LITS: move cells between areas until one solution is
left.

A solution is kept. Others that were found are witnesses: cells move at random from one area to the next, as long as the kept
solution breaks no rule, until each witness breaks one. Then a search looks for further solutions; there is none, or one more
witness. Where no move helps for a while, a witness is kept instead. Program synthesis knows this loop of counterexamples
(Solar-Lezama 2008).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError

from ...judging.judge import Assignment
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts, PartSolution
from .clue_search import ClueSearch
from .drawn_areas import is_connected
from .judged_map import Labels, MapJudge

WITNESSES = 8  # other solutions that a search looks for at once
CONFLICTS = 20_000  # for each of them; without an answer, another map is drawn
MOVES = 4_000  # that are tried on one map
STALLED = 300  # moves without fewer witnesses, after which one of them is kept, and the kept solution becomes a witness
SIDEWAYS = 0.2  # of the moves that exclude no witness are taken too, if none comes back
WORSE = 0.05  # of the moves after which one witness more is left are taken too
ELSEWHERE = 0.2  # of the moves are at any cell, the others near a place where the kept solution and a witness differ
DIRECT = 3  # a cell in which the two differ is moved so many times as often as each cell around it


@dataclass(frozen=True, eq=False)
class MappedPuzzle:
    """A spec whose areas leave one solution, and this."""

    spec: Spec
    solution: Assignment


@dataclass(eq=False)
class MapSearch:
    """Looks for maps. `board`: makes a spec from a row of labels for each row of the board. `draw`: draws a first map.
    `least`: the fewest cells of an area.
    """

    board: Callable[[Sequence[str]], Spec]
    draw: Callable[[random.Random], Sequence[str]]
    least: int
    engine: str
    seed: int
    deadline: Deadline
    progress: Progress

    def puzzles(self) -> Iterator[MappedPuzzle | None]:
        """Yield one puzzle after the other, and None after each map that led to none."""
        source = random.Random(self.seed)
        while True:
            self.deadline.check()
            yield self._from(source)

    def _from(self, source: random.Random) -> MappedPuzzle | None:
        labels = [row.split() for row in self.draw(source)]
        spec = self._load(labels)
        solutions = self._solutions(spec, source) if spec else []
        if not spec or not solutions:
            return None
        kept, *witnesses = solutions
        left = witnesses
        judge = MapJudge(spec, self.deadline)
        stalled = 0  # moves since the last one that left fewer witnesses
        for move in range(MOVES):
            self.deadline.check()
            self.progress.note = f"{len(left)} of {len(witnesses)} other solutions left, move {move + 1}"
            if not left:
                spec = self._load(labels)
                solutions = self._solutions(spec, source, kept) if spec else []
                if not spec or not solutions:
                    return None
                left = solutions[1:]
                if not left:
                    return MappedPuzzle(spec, kept)
                witnesses = [*left, *witnesses]
                stalled = 0
            elif stalled >= STALLED:
                before, kept = kept, source.choice(left)
                left, witnesses = ([before if other is kept else other for other in others] for others in (left, witnesses))
                stalled = 0
            stalled += 1
            moved = self._move(labels, _where(spec, kept, source.choice(left), source), source)
            if moved is None:
                continue
            judged = judge.on(moved)
            if not judged.accepts(kept):
                continue
            still = [witness for witness in left if judged.accepts(witness)]
            if len(still) == len(left) and source.random() >= SIDEWAYS:
                continue
            most = len(left) + (source.random() < WORSE)
            tried = {*map(id, left)}
            excluded = (witness for witness in witnesses if id(witness) not in tried)
            back = list(islice(filter(judged.accepts, excluded), most + 1 - len(still)))
            if len(still) + len(back) <= most:
                stalled = 0 if len(still) + len(back) < len(left) else stalled
                labels, left = moved, still + back
            if back:  # it is likely to come back again, so it is asked for first
                returned = {*map(id, back)}
                witnesses = [*back, *(witness for witness in witnesses if id(witness) not in returned)]
        return None

    def _load(self, labels: Labels) -> Spec | None:
        try:
            return self.board([" ".join(row) for row in labels])
        except SpecError:  # an area is too small, or the genre wants another number of them
            return None

    def _solutions(self, spec: Spec, source: random.Random, kept: Assignment | None = None) -> list[Assignment]:
        """Return some solutions of a map, the kept one first; that alone if it is proved to be the only one."""
        search = ClueSearch(spec, self.engine, source.randrange(1, 1_000_000), self.deadline, self.progress)
        places = [Variable(layer, at) for layer in spec.layers for at in range(len(layer.places))]
        visible = [place for place in places if not place.layer.hidden]
        solutions: list[PartSolution] = []
        solution: PartSolution | None
        try:
            if kept is None:
                solution = search.solution({}, CONFLICTS)
            else:
                solution = {place: kept[place.layer.grid, place.layer.name][place.position] for place in places}
            while solution is not None and len(solutions) <= WITNESSES:
                solutions.append(solution)
                search.exclude_too(solution, visible)
                other = search.other({}, CONFLICTS)
                solution = None if other is None else {**solution, **other}
        except OutOfConflicts:
            if len(solutions) < 2:
                return []
        return [_assignment(spec, solution) for solution in solutions]

    def _move(self, labels: Labels, cell: tuple[int, int], source: random.Random) -> Labels | None:
        """Return the map after a cell has gone to the area beside it; None if that tears its area apart, or leaves too little."""
        height, width = len(labels), len(labels[0])
        row, column = cell
        beside = [(row + down, column + right) for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))]
        others = [(y, x) for y, x in beside if y in range(height) and x in range(width) and labels[y][x] != labels[row][column]]
        if not others:
            return None
        y, x = source.choice(others)
        old = labels[row][column]
        moved = [list(line) for line in labels]
        moved[row][column] = labels[y][x]
        rest = {(y, x) for y in range(height) for x in range(width) if moved[y][x] == old}
        return moved if len(rest) >= self.least and is_connected(rest) else None


def _assignment(spec: Spec, solution: PartSolution) -> Assignment:
    return {
        (layer.grid, layer.name): tuple(solution[Variable(layer, at)] for at in range(len(layer.places))) for layer in spec.layers
    }


def _where(spec: Spec, kept: Assignment, witness: Assignment, source: random.Random) -> tuple[int, int]:
    """Return a cell to move: near a place where two solutions differ, or any."""
    board = spec.grids[0].board
    cells = list(board.cells)
    layer = spec.layers[0]
    pairs = zip(layer.places, kept[layer.grid, layer.name], witness[layer.grid, layer.name], strict=True)
    different = [place for place, old, new in pairs if old != new and isinstance(place, Cell)]
    cell = source.choice(cells)
    if different and source.random() >= ELSEWHERE:
        cell = source.choice(different)
        cell = source.choice([cell] * DIRECT + [*board.touching(cell)])
    return cell.row, cell.column
