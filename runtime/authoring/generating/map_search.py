"""Generate puzzles that print nothing but areas, such as Star Battle and LITS: move cells between areas until one solution is
left.

A solution is kept. Others that were found are witnesses: cells move at random from one area to the next, as long as the kept
solution breaks no rule, until each witness breaks one. Then a search looks for further solutions; there is none, or one more
witness. Program synthesis knows this loop of counterexamples (Solar-Lezama 2008).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.layers_read import meanings
from gridwright.compiler.language.rule_instances import holds, instances
from gridwright.compiler.language.spec import Let, Rule, Spec
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.syntax_tree import Loop

from ...judging.judge import Assignment, grid_interpreter
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts, PartSolution
from .clue_search import ClueSearch
from .variable_clues import with_grids

WITNESSES = 8  # other solutions that a search looks for at once
CONFLICTS = 20_000  # for each of them; without an answer, another map is drawn
MOVES = 4_000  # that are tried on one map
SIDEWAYS = 0.2  # of the moves that exclude no witness are tried further
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
        solutions = self._solutions(spec, source) if spec else []
        if not spec or not solutions:
            return None
        kept, *witnesses = solutions
        left = witnesses
        about_areas = _rules_about_areas(spec)
        for move in range(MOVES):
            self.deadline.check()
            self.progress.note = f"{len(left)} of {len(witnesses)} other solutions left, move {move + 1}"
            if not left:
                spec = self._loaded(labels)
                solutions = self._solutions(spec, source, kept) if spec else []
                if not spec or not solutions:
                    return None
                left = solutions[1:]
                if not left:
                    return MappedPuzzle(spec, kept)
                witnesses += left
            moved = self._moved(labels, _where(spec, kept, source.choice(left), source), source)
            if moved is None:
                continue
            judged = _Judged(_with_areas(spec, moved), about_areas, self.deadline)
            if not judged.accepts(kept):
                continue
            alive_before = {*map(id, left)}
            alive = [witness for witness in left if judged.accepts(witness)]
            if len(alive) == len(left) and source.random() >= SIDEWAYS:
                continue
            most = len(left) + (source.random() < WORSE)
            others = (witness for witness in witnesses if id(witness) not in alive_before)
            alive += islice(filter(judged.accepts, others), most + 1 - len(alive))
            if len(alive) <= most:
                labels, left = moved, alive
        return None

    def _loaded(self, labels: Labels) -> Spec | None:
        try:
            return self.board([" ".join(row) for row in labels])
        except SpecError:  # an area is too small, or the genre wants another number of them
            return None

    def _solutions(self, spec: Spec, source: random.Random, kept: Assignment | None = None) -> list[Assignment]:
        """Return some solutions of a map, the kept one first; only that if it is proved to be the only one."""
        search = ClueSearch(spec, self.engine, source.randrange(1, 1_000_000), self.deadline, self.progress)
        places = [Variable(layer, at) for layer in spec.layers for at in range(len(layer.places))]
        visible = [place for place in places if not place.layer.hidden]
        known = kept and {place: kept[place.layer.grid, place.layer.name][place.position] for place in places}
        try:
            solution = known or search.solution({}, CONFLICTS)
            if solution is None:
                return []
            solutions = [solution]
            search.exclude(solution, visible)
            while len(solutions) <= WITNESSES and (other := search.other({}, CONFLICTS)) is not None:
                solutions.append({**solution, **other})
                search.exclude_too(solutions[-1], visible)
        except OutOfConflicts:
            return []
        return [_assignment(spec, solution) for solution in solutions]

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


class _Judged:
    """A map, to judge grids by the rules that read areas. They are evaluated with the same constants."""

    def __init__(self, spec: Spec, rules: Sequence[Rule], deadline: Deadline) -> None:
        self.spec = spec
        self.rules = rules
        self.deadline = deadline
        self.cache = InterpreterCache.of(spec)

    def accepts(self, grid: Assignment) -> bool:
        """Check whether a grid breaks none of the rules."""
        cache = self.cache.on_another_grid()
        for rule in self.rules:
            interpreter = grid_interpreter(grid, Budget("this rule", rule.span, self.spec.limits, self.deadline), cache)
            scope = self.spec.grids[0].scope
            if not all(holds(instance, interpreter) for instance in instances(rule, scope, interpreter)):
                return False
        return True


def _assignment(spec: Spec, solution: PartSolution) -> Assignment:
    return {
        (layer.grid, layer.name): tuple(solution[Variable(layer, at)] for at in range(len(layer.places))) for layer in spec.layers
    }


def _rules_about_areas(spec: Spec) -> tuple[Rule, ...]:
    """Return the rules that read areas. Whether a grid keeps the others does not depend on the map."""

    def reads_areas(rule: Rule) -> bool:
        read = (node.values if isinstance(node, Loop) else node.value if isinstance(node, Let) else node for node in rule.context)
        conditions = (condition for node in rule.context if isinstance(node, Loop) for condition in node.conditions)
        expressions = (*read, *conditions, rule.expression)
        return any(isinstance(value, AreaKind) for node in expressions for value in meanings(node, spec.grids[0].scope))

    return tuple(filter(reads_areas, spec.rules))


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
