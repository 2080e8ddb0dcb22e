"""Generate puzzles that print nothing but areas, such as Star Battle and LITS: move cells between areas until one solution is
left.

A solution is kept. Others that were found are witnesses: cells move at random from one area to the next, as long as the kept
solution breaks no rule, until each witness breaks one. Then a search looks for further solutions; there is none, or one more
witness. Program synthesis knows this loop of counterexamples (Solar-Lezama 2008).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import SpecError

from ...judging.judge import Assignment, accepts
from ...solving.progress import Progress
from ...solving.solve import solve
from .variable_clues import with_grids

WITNESSES = 4  # solutions that a search looks for at once
MOVES = 400  # that are tried on one map
WORSE = 0.05  # of the moves after which one witness more is left are taken too
ELSEWHERE = 0.2  # of the moves are at any cell, the others near a place where the kept solution and a witness differ

Labels = list[list[str]]


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
        spec = self._loaded(labels)
        if spec is None:
            return None
        found = self._solutions(spec, source)
        if not found:
            return None
        kept, *witnesses = found
        left = witnesses
        for move in range(MOVES):
            self.deadline.check()
            self.progress.note = f"{len(left)} of {len(witnesses)} other solutions left, move {move + 1}"
            if not left:
                loaded = self._loaded(labels)
                if loaded is None:
                    return None
                spec = loaded
                found = self._solutions(spec, source)
                others = [solution for solution in found if solution != kept]
                if not others:
                    return MappedPuzzle(spec, kept) if found else None
                witnesses += others
                left = others
            moved = self._moved(labels, _where(spec, kept, source.choice(left), source), source)
            if moved is None:
                continue
            changed = _with_areas(spec, moved)
            if not accepts(changed, kept, self.deadline):
                continue
            still = [witness for witness in witnesses if accepts(changed, witness, self.deadline)]
            if len(still) <= len(left) + (source.random() < WORSE):
                labels, spec, left = moved, changed, still
        return None

    def _loaded(self, labels: Labels) -> Spec | None:
        try:
            return self.board([" ".join(row) for row in labels])
        except SpecError:  # an area is too small, or the genre wants another number of them
            return None

    def _solutions(self, spec: Spec, source: random.Random) -> list[Assignment]:
        seed = source.randrange(1, 1_000_000)
        outcome = solve(spec, limit=WITNESSES, engine=self.engine, seed=seed, deadline=self.deadline)
        if outcome.reason and not outcome.solutions:
            return []
        return [dict(solution.grid) for solution in outcome.solutions]

    def _moved(self, labels: Labels, cell: tuple[int, int], source: random.Random) -> Labels | None:
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
        return moved if len(rest) >= self.least and _is_connected(rest) else None


def _with_areas(spec: Spec, labels: Labels) -> Spec:
    """Return a spec with other areas, to judge grids with.

    It is not loaded again, which would take most of the time, so what its layers had from the areas is as before.
    """
    grid = spec.grids[0]
    cells_of: dict[str, list[Cell]] = {}
    for cell in grid.board.cells:
        cells_of.setdefault(labels[cell.row][cell.column], []).append(cell)
    areas = tuple(Area(tuple(cells), name) for name, cells in cells_of.items())
    kinds = [replace(kind, areas=areas, spans=()) if kind.areas and kind.name in grid.names else kind for kind in grid.kinds]
    names = {**grid.names, **{kind.name: kind for kind in kinds if kind.name in grid.names}}
    return with_grids(spec, [replace(grid, kinds=tuple(kinds), names=names, constants={})])


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
        cell = source.choice([cell, *board.touching(cell)])
    return cell.row, cell.column


def _is_connected(cells: set[tuple[int, int]]) -> bool:
    start = next(iter(sorted(cells)), None)
    if start is None:
        return False
    seen, todo = {start}, [start]
    while todo:
        row, column = todo.pop()
        for cell in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
            if cell in cells and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return len(seen) == len(cells)
