"""Areas that a definition lists and that `display` draws, such as the diagonals of a sudoku, which only a rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.name_check import is_constant
from gridwright.compiler.language.semantics import Semantics
from gridwright.compiler.language.spec import Define, Grid, Spec
from gridwright.compiler.syntax.diagnostics import SpecError

MOST_DRAWN = 10_000  # areas, and cells in them


def defined_areas(spec: Spec, grid: Grid) -> Iterator[AreaKind]:
    """Yield the areas of each definition that `display` names, if it is a list of areas that the board fixes.

    More areas than could be told apart on a picture, such as all placements of a shape, are not drawn.
    """
    interpreter = Interpreter(budget=Budget("the picture", None, spec.limits), values=Semantics(strict=True))
    for name in spec.display:
        define = grid.names.get(name)
        if not isinstance(define, Define) or not is_constant(define, grid.names):
            continue
        try:
            value = interpreter.run(define.body, grid.scope)
        except SpecError:  # the rule that reads it says what is wrong
            continue
        areas = tuple(value) if isinstance(value, (list, tuple, AreaKind)) else ()
        if areas and all(isinstance(area, Area) for area in areas) and len(areas) + sum(map(len, areas)) <= MOST_DRAWN:
            yield AreaKind(name, areas)
