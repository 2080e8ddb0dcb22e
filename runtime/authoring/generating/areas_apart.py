"""Draw areas that share no cell, such as thermometers, like those of an example: paths, connected pieces, or any cells.

No diagonal step of an area crosses that of another.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.records import dataclass

from .drawn_areas import is_connected

TRIES = 20  # to draw areas that grow; the try with the most areas is taken
FULL = 0.5  # if more than this share of the cells is in areas, each area begins where the least room is left

Position = tuple[int, int]
Size = tuple[int, int]
Cells = Sequence[Position]


def areas_apart(
    kind: AreaKind, grid: Grid, size: Size, source: random.Random, *, is_path: bool, begins: Cells | None = None
) -> Sequence[Cells]:
    """Return areas like those of a kind in an example, in proportion to the size of the board.

    `begins`: the only cells in which areas begin, and in which no area goes on; None for all cells. If the example lists the
    cells of all areas in reading order, so does the board.
    """
    areas = [positions(area) for area in kind.areas]
    example_cells = grid.board.height * grid.board.width
    scale = size[0] * size[1] / example_cells
    if not is_path and not all(is_connected({*area}) for area in areas):
        # There may be a single area, so a larger board has larger ones instead of more.
        return _scatter([max(1, round(len(area) * scale)) for area in areas], size, source)
    count = max(1, round(len(areas) * scale))
    lengths = [len(areas[at % len(areas)]) for at in range(count)]
    growth = Growth(
        steps=_beside if all(_is_straight(area) for area in areas) else _touching,
        is_path=is_path,
        is_full=sum(map(len, areas)) > FULL * example_cells,
    )
    best: Sequence[Cells] = []
    for _ in range(TRIES):
        best = max(best, _AreaDrawing(size, growth, source, begins).areas(lengths), key=len)
        if len(best) == len(lengths):
            break
    is_in_order = not is_path and all(area == sorted(area) for area in areas)
    return [sorted(area) for area in best] if is_in_order else best


def positions(area: Area) -> list[Position]:
    """Return the rows and columns of the cells of an area."""
    return [(cell.row, cell.column) for cell in area]


def _scatter(lengths: Sequence[int], size: Size, source: random.Random) -> Sequence[Cells]:
    """Return areas of any cells, as long as there are enough cells for one."""
    cells = [(row, column) for row in range(size[0]) for column in range(size[1])]
    source.shuffle(cells)
    areas: list[Cells] = []
    for length in lengths:
        if length <= len(cells):
            areas.append(cells[:length])
            del cells[:length]
    return areas


@dataclass(frozen=True, eq=False)
class Growth:
    """How areas grow: `steps` returns the cells beside a cell. A path (`is_path`) grows from its last cell, a piece from any.

    `is_full`: an area begins where the least room is left, so that few cells remain.
    """

    steps: Callable[[Position], Cells]
    is_path: bool
    is_full: bool


class _AreaDrawing:
    """One try to draw areas: the cells that are free, in the order in which areas begin there."""

    def __init__(self, size: Size, growth: Growth, source: random.Random, begins: Cells | None = None) -> None:
        cells = [(row, column) for row in range(size[0]) for column in range(size[1])]
        source.shuffle(cells)
        self.growth = growth
        self.source = source
        self._order = {cell: number for number, cell in enumerate(cells)}
        self._free = {*cells}
        self._crossings: set[Position] = set()  # the middles of all steps
        self._starts: list[tuple[int, int, Position]] = []  # a heap; a cell comes again when its room changes
        self._begins = None if begins is None else {*begins}
        for cell in cells:
            self._offer(cell)

    def areas(self, lengths: Sequence[int]) -> Sequence[Cells]:
        """Return areas of these lengths, as far as there is room."""
        areas: list[Cells] = []
        for length in lengths:
            start = self._start()
            if start is None:
                break
            area = self._grow(start, length)
            if len(area) == length:
                areas.append(area)
        return areas

    def _offer(self, cell: Position) -> None:
        if self._begins is not None and cell not in self._begins:
            return
        room = sum(near in self._free for near in self.growth.steps(cell)) if self.growth.is_full else 0
        heapq.heappush(self._starts, (room, self._order[cell], cell))

    def _start(self) -> Position | None:
        """Return the free cell where the next area begins; None if no cell is free."""
        while self._starts:
            _, _, cell = heapq.heappop(self._starts)
            if cell in self._free:
                return cell
        return None

    def _take(self, cell: Position) -> None:
        self._free.remove(cell)
        if self.growth.is_full:
            for near in self.growth.steps(cell):
                if near in self._free:
                    self._offer(near)

    def _grow(self, start: Position, length: int) -> Cells:
        """Return an area of a length, or a shorter one that found no room. Its cells are not free any more."""
        area = [start]
        self._take(start)
        ways: list[tuple[Position, Position]] = []
        while len(area) < length:
            own = [(area[-1], near) for near in self.growth.steps(area[-1])]
            ways = [way for way in (own if self.growth.is_path else ways + own) if self._is_open(*way)]
            if not ways:
                break
            end, near = self.source.choice(ways)
            self._crossings.add(_middle(end, near))
            self._take(near)
            area.append(near)
        return area

    def _is_open(self, end: Position, near: Position) -> bool:
        return near in self._free and near not in (self._begins or ()) and _middle(end, near) not in self._crossings


def _middle(start: Position, end: Position) -> Position:
    """Return twice the middle of a step: two diagonal steps cross if theirs is the same."""
    return start[0] + end[0], start[1] + end[1]


def _is_straight(path: Sequence[Position]) -> bool:
    """Check whether no step goes to a cell that touches at a corner alone."""
    return all(any(near in path[:at] for near in _beside(cell)) for at, cell in enumerate(path) if at)


def _beside(at: Position) -> list[Position]:
    row, column = at
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def _touching(at: Position) -> list[Position]:
    row, column = at
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
