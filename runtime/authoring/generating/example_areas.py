"""Draw areas as large, and as many, as those that an example of a genre has: rooms, cages, and those apart, such as thermometers.

Areas apart are paths, connected pieces, or any cells, by what the first example shows. They share no cell.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.library import LibraryFile
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.records import dataclass

from .drawn_areas import drawn_areas, is_connected
from .printable import least_area, printed_areas

TRIES = 20  # to draw areas apart; those of the try in which most have room are taken
FULL = 0.5  # of the cells are in areas apart: then these begin where the least room is left

Position = tuple[int, int]
Size = tuple[int, int]


@dataclass(frozen=True, eq=False)
class DrawnAreas:
    """What is drawn on a board. `labels`: a row of labels for each row, for the kinds that cover the board and for `cages`.
    `apart`: the areas of each other kind.
    """

    labels: Sequence[str]
    cages: Sequence[str] = ()
    apart: Mapping[str, Sequence[Sequence[Position]]] | None = None

    def added_to(self, body: str) -> str:
        """Return the text of an empty board, which has the rooms, with all other areas too."""
        added = [line for name in self.cages for line in (f"  {name}: |", *(f"    {row}" for row in self.labels))]
        for name, areas in (self.apart or {}).items():
            cells = (" ".join(f"r{row + 1}c{column + 1}" for row, column in area) for area in areas)
            added += [f"  {name}:", *(f"    - {area}" for area in cells)]
        lines = body.splitlines()
        if added and "areas:" not in lines:
            lines.insert(min(lines.index(key) for key in ("clues:", "expect:") if key in lines), "areas:")
        if added:
            at = lines.index("areas:") + 1
            lines[at:at] = added
        return "\n".join(lines) + "\n"


def areas_like_example(genre: LibraryFile, size: Size, source: random.Random) -> DrawnAreas:
    """Return areas for a board of a genre."""
    cells = size[0] * size[1]
    grid = _first_grid(genre)
    declared = {printed.name: printed for printed in printed_areas(genre)}
    kinds = [kind for kind in grid.kinds if kind.areas and kind.name in declared] if grid else []
    others = [kind for kind in kinds if declared[kind.name].text("cover") != "all"]
    cages = [kind for kind in others if not declared[kind.name].is_true("path") and _is_map(kind)]
    mean = statistics.mean(len(area) for kind in cages for area in kind.areas) if cages else _mean_room(genre, source)
    labels = drawn_areas(*size, source, least_area(genre), max(2, round(cells / mean)) if mean else 0)
    apart: dict[str, Sequence[Sequence[Position]]] = {}
    for kind in others:
        if kind not in cages and grid:
            apart[kind.name] = _draw_apart(kind, grid, size, source, is_path=declared[kind.name].is_true("path"))
    return DrawnAreas(labels, [kind.name for kind in cages], apart)


def _first_grid(genre: LibraryFile) -> Grid | None:
    example = next(examples_of(genre.name, genre.document), None)
    return load_text(example.text).grids[0] if example else None


def _is_map(kind: AreaKind) -> bool:
    """Check whether areas are like the pieces of a map: connected, and of several sizes."""
    return len({len(area) for area in kind.areas}) > 1 and all(is_connected({*_positions(area)}) for area in kind.areas)


def _mean_room(genre: LibraryFile, source: random.Random) -> float:
    """Return the mean size of the rooms in one of the examples; 0 if they have none."""
    covering = {printed.name for printed in printed_areas(genre) if printed.text("cover") == "all"}
    grids = [load_text(example.text).grids[0] for example in examples_of(genre.name, genre.document)] if covering else []
    means = [
        statistics.mean(map(len, kind.areas)) for grid in grids for kind in grid.kinds if kind.name in covering and kind.areas
    ]
    return source.choice(means) if means else 0.0


def _positions(area: Area) -> list[Position]:
    return [(cell.row, cell.column) for cell in area]


def _draw_apart(kind: AreaKind, grid: Grid, size: Size, source: random.Random, *, is_path: bool) -> Sequence[Sequence[Position]]:
    """Return areas like those of a kind in an example, in proportion to the size of the board."""
    areas = [_positions(area) for area in kind.areas]
    example_cells = grid.board.height * grid.board.width
    scale = size[0] * size[1] / example_cells
    count = max(1, round(len(areas) * scale))
    is_apart = not is_path and not all(is_connected({*area}) for area in areas)
    lengths = [len(areas[at % len(areas)]) for at in range(count)]
    if is_apart:  # any cells: fewer areas of more cells each, as there may be only one
        lengths = [max(1, round(len(area) * scale)) for area in areas]
    steps = _beside if all(_is_straight(area) for area in areas) else _touching
    is_full = sum(map(len, areas)) > FULL * example_cells
    tries = (_try(lengths, size, source, steps, is_path, is_apart, is_full) for _ in range(TRIES))
    best: Sequence[Sequence[Position]] = []
    for drawn in tries:
        best = max(best, drawn, key=len)
        if len(best) == len(lengths):
            break
    return best


def _try(
    lengths: Sequence[int],
    size: Size,
    source: random.Random,
    steps: Callable[[Position], Sequence[Position]],
    is_path: bool,
    is_apart: bool,
    is_full: bool,
) -> Sequence[Sequence[Position]]:
    """Return areas of these lengths, as far as there is room."""
    free = {(row, column): None for row in range(size[0]) for column in range(size[1])}
    areas: list[list[Position]] = []
    crossings: set[Position] = set()  # of diagonal steps, as the sum of their ends
    for length in lengths:
        if not free:
            break
        if is_apart:
            area = source.sample([*free], min(length, len(free)))
        else:
            starts = [*free]
            source.shuffle(starts)
            area = [min(starts, key=lambda at: sum(near in free for near in steps(at))) if is_full else starts[0]]
            while len(area) < length:
                ends = area[-1:] if is_path else area
                ways = [
                    (end, near)
                    for end in ends
                    for near in steps(end)
                    if near in free and near not in area and _middle(end, near) not in crossings
                ]
                if not ways:
                    break
                end, near = source.choice(ways)
                crossings.add(_middle(end, near))
                area.append(near)
        if len(area) == length:
            areas.append(area)
        for cell in area:
            free.pop(cell)
    return areas


def _middle(one: Position, other: Position) -> Position:
    return one[0] + other[0], one[1] + other[1]


def _is_straight(path: Sequence[Position]) -> bool:
    """Check whether no step goes to a cell that touches at a corner alone."""
    return all(any(near in path[:at] for near in _beside(cell)) for at, cell in enumerate(path) if at)


def _beside(at: Position) -> list[Position]:
    row, column = at
    return [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]


def _touching(at: Position) -> list[Position]:
    row, column = at
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
