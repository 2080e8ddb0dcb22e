"""Draw areas as large and as many as an example of a genre has: rooms, cages, and areas apart, such as thermometers."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping, Sequence

from gridwright.compiler.geometry.area import AreaKind
from gridwright.compiler.language.spec import Grid
from gridwright.compiler.library import LibraryFile
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.records import dataclass

from .areas_apart import Cells, Size, areas_apart, positions
from .drawn_areas import drawn_areas, is_connected
from .printable import least_area, printed_areas


@dataclass(frozen=True, eq=False)
class DrawnAreas:
    """What is drawn on a board. `labels`: a row of labels for each row, for the kinds that cover the board and for `cages`.
    `apart`: the areas of each other kind.
    """

    labels: Sequence[str]
    cages: Sequence[str] = ()
    apart: Mapping[str, Sequence[Cells]] | None = None

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
    apart: dict[str, Sequence[Cells]] = {}
    for kind in others:
        if grid and kind not in cages:
            is_path = declared[kind.name].is_true("path")
            inside = next((other for other in kinds if is_path and other.name in apart and _begin_in(kind, other)), None)
            begins = [cell for area in apart[inside.name] for cell in area] if inside else None
            apart[kind.name] = areas_apart(kind, grid, size, source, is_path=is_path, begins=begins)
    return DrawnAreas(labels, [kind.name for kind in cages], apart)


def _first_grid(genre: LibraryFile) -> Grid | None:
    example = next(examples_of(genre.name, genre.document), None)
    return load_text(example.text).grids[0] if example else None


def _begin_in(kind: AreaKind, other: AreaKind) -> bool:
    """Check whether all paths of a kind begin in areas of another, and go on outside, as arrows begin in pills."""
    inside = {cell for area in other.areas for cell in positions(area)}
    return all(positions(path)[0] in inside and inside.isdisjoint(positions(path)[1:]) for path in kind.areas)


def _is_map(kind: AreaKind) -> bool:
    """Check whether areas are like the pieces of a map: connected, and of several sizes."""
    return len({len(area) for area in kind.areas}) > 1 and all(is_connected({*positions(area)}) for area in kind.areas)


def _mean_room(genre: LibraryFile, source: random.Random) -> float:
    """Return the mean size of the rooms in one of the examples; 0 if they have none."""
    covering = {printed.name for printed in printed_areas(genre) if printed.text("cover") == "all"}
    grids = [load_text(example.text).grids[0] for example in examples_of(genre.name, genre.document)] if covering else []
    means = [
        statistics.mean(map(len, kind.areas)) for grid in grids for kind in grid.kinds if kind.name in covering and kind.areas
    ]
    return source.choice(means) if means else 0.0
