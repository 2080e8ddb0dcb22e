"""Areas that a definition lists and that `display` draws, such as the diagonals of a sudoku, which only a rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.language.constant_value import constant_value
from gridwright.compiler.language.spec import Define, Grid, Spec

MOST_DRAWN = 10_000  # areas, and cells in them


def defined_areas(spec: Spec, grid: Grid) -> Iterator[AreaKind]:
    """Yield the areas of each definition that `display` names, if it is a list of areas that the board fixes.

    More areas than could be told apart on a picture, such as all placements of a shape, are not drawn.
    """
    for name in spec.display:
        define = grid.names.get(name)
        value = constant_value(define, grid, spec.limits) if isinstance(define, Define) else None
        areas = tuple(value) if isinstance(value, (list, tuple, AreaKind)) else ()
        if areas and all(isinstance(area, Area) for area in areas) and len(areas) + sum(map(len, areas)) <= MOST_DRAWN:
            yield AreaKind(name, areas)
