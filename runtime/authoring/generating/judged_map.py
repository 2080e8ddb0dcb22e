"""A map of areas by which grids are judged, without loading a spec for it: a search for maps tries thousands."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.layers_read import meanings
from gridwright.compiler.language.rule_instances import holds, instances
from gridwright.compiler.language.spec import Let, Rule, Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.syntax_tree import Loop

from ...judging.judge import Assignment, grid_interpreter
from .variable_clues import with_grids

Labels = list[list[str]]


class JudgedMap:
    """Other areas on the board of a spec. `rules`: those that read areas; grids that it judges keep the others anyway.

    The spec is not loaded again, which would take most of the time, so what its layers had from the areas is as before.
    """

    def __init__(self, spec: Spec, labels: Labels, rules: Sequence[Rule], deadline: Deadline) -> None:
        self._spec = _with_areas(spec, labels)
        self._rules = rules
        self._deadline = deadline
        self._cache = InterpreterCache.of(self._spec)

    def accepts(self, grid: Assignment) -> bool:
        """Check whether a grid breaks none of the rules."""
        cache = self._cache.on_another_grid()
        scope = self._spec.grids[0].scope
        for rule in self._rules:
            interpreter = grid_interpreter(grid, Budget("this rule", rule.span, self._spec.limits, self._deadline), cache)
            if not all(holds(instance, interpreter) for instance in instances(rule, scope, interpreter)):
                return False
        return True


def rules_about_areas(spec: Spec) -> tuple[Rule, ...]:
    """Return the rules that read areas. Whether a grid keeps the others does not depend on the map."""
    return tuple(rule for rule in spec.rules if _reads_areas(rule, spec))


def _reads_areas(rule: Rule, spec: Spec) -> bool:
    expressions = [rule.expression]
    for part in rule.context:
        if isinstance(part, Loop):
            expressions += [part.values, *part.conditions]
        else:
            expressions.append(part.value if isinstance(part, Let) else part)
    scope = spec.grids[0].scope
    return any(isinstance(value, AreaKind) for node in expressions for value in meanings(node, scope))


def _with_areas(spec: Spec, labels: Labels) -> Spec:
    grid = spec.grids[0]
    cells_of: dict[str, list[Cell]] = {}
    for cell in grid.board.cells:
        cells_of.setdefault(labels[cell.row][cell.column], []).append(cell)
    areas = tuple(Area(tuple(cells), name) for name, cells in cells_of.items())
    kinds = [replace(kind, areas=areas, spans=()) if kind.areas and kind.name in grid.names else kind for kind in grid.kinds]
    names = {**grid.names, **{kind.name: kind for kind in kinds if kind.name in grid.names}}
    return with_grids(spec, [replace(grid, kinds=tuple(kinds), names=names, constants={})])
