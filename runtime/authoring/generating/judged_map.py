"""Maps of areas by which grids are judged, without loading a spec for each: a search for maps tries thousands.

Two maps differ in a cell or so, so most of what a rule says of a grid is the same as before. Verdicts are kept for what they
depend on: `for room in rooms` is judged anew for a room with other cells, and `for a, b in links` where the room of a or b is
another one. That is right for rules that read areas in no other way (`_is_local`). All others are judged anew for each map.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.layers_read import layers_read, meanings
from gridwright.compiler.language.rule_instances import holds, instances
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Grid, Let, Rule, Spec
from gridwright.compiler.records import dataclass, field, replace
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.syntax_tree import Loop
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, grid_interpreter
from .variable_clues import with_grids

Labels = list[list[str]]
Turn = tuple[int, Rule, Mapping[str, Value]]  # a number or 0, a rule without its first loop, and the values of the loop's names


@dataclass(eq=False)
class MapJudge:
    """Judges grids by maps on the board of a spec. `rules`: those that read areas; its grids keep the others anyway.

    The spec is not loaded again, which would take most of the time, so what its layers had from the areas is as before.
    """

    spec: Spec
    deadline: Deadline
    rules: tuple[Rule, ...] = ()
    _local: int = 0  # so many of the rules, the first ones, are `_is_local`
    _numbers: dict[tuple[Hashable, ...], int] = field(default_factory=dict)  # of areas and of the turns of loops
    _turns: dict[int, list[Mapping[str, Value]]] = field(default_factory=dict)  # of rules that go through the same on each map
    _verdicts: dict[int, tuple[Assignment, dict[int, bool]]] = field(default_factory=dict)  # on turns, by the grid's identity

    def __post_init__(self) -> None:
        rules = rules_about_areas(self.spec)
        local = [rule for rule in rules if _is_local(rule, self.spec)]  # first, because their verdicts are often known
        self.rules = (*local, *(rule for rule in rules if rule not in local))
        self._local = len(local)

    def on(self, labels: Labels) -> JudgedMap:
        """Return a map that judges grids."""
        spec = _with_areas(self.spec, labels)
        return JudgedMap(self, spec, InterpreterCache.of(spec))

    def turns(self, spec: Spec, interpreter: Callable[[Rule], Interpreter]) -> Iterator[Turn]:
        """Yield each turn of the first loop of each rule, as a map has it. If its verdict is kept, it has a number for that."""
        (grid,) = spec.grids
        kinds = [kind for kind in grid.kinds if kind.areas]
        of_cell = {cell: self._number(*(tuple(map(_key, kind.holding(cell))) for kind in kinds)) for cell in grid.board.cells}
        for at, rule in enumerate(self.rules):
            if at >= self._local:
                yield from self._whole(rule, grid.scope, interpreter(rule))
                continue
            (loop, *rest) = rule.context
            assert isinstance(loop, Loop)
            inside = replace(rule, context=tuple(rest))
            for turn, bound in enumerate(self._loop_values(at, loop, grid, interpreter(rule))):
                if all(isinstance(value, (Area, Cell)) for value in bound.values()):
                    areas = (of_cell[value] for value in bound.values() if isinstance(value, Cell))
                    values = (turn,) if at in self._turns else map(_key, bound.values())
                    yield self._number(at, *values, *areas), inside, bound
                else:
                    yield 0, inside, bound

    def _loop_values(self, at: int, loop: Loop, grid: Grid, interpreter: Interpreter) -> Iterable[Mapping[str, Value]]:
        """Yield the values of the names of a loop, turn by turn. Without areas among them, they are the same on each map."""
        if at in self._turns:
            return self._turns[at]
        bound = [scope.local for scope, _ in interpreter.bindings((loop,), grid.scope, is_rule=True)]
        if not _reads_areas(loop.values, self.spec):
            self._turns[at] = bound
        return bound

    def _number(self, *key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def _whole(self, rule: Rule, scope: Scope, interpreter: Interpreter) -> Iterator[Turn]:
        """Yield a rule, or if no grid changes what it goes through, each of its instances: often there are none."""
        if any(layers_read(node, scope) for node in _expressions(replace(rule, expression=e.Constant(True, rule.span)))):
            yield 0, rule, {}
            return
        for instance in instances(rule, scope, interpreter):
            yield 0, replace(rule, context=()), instance.scope.local

    def verdicts(self, grid: Assignment) -> dict[int, bool]:
        """Return the verdicts on a grid that are kept, by the numbers of turns."""
        return self._verdicts.setdefault(id(grid), (grid, {}))[1]


@dataclass(eq=False)
class JudgedMap:
    """Other areas on the board of a spec."""

    _judge: MapJudge
    _spec: Spec
    _cache: InterpreterCache
    _turns: list[Turn] = field(default_factory=list)

    def accepts(self, grid: Assignment) -> bool:
        """Check whether a grid breaks none of the rules."""
        if not self._turns:
            self._turns = [*self._judge.turns(self._spec, functools.partial(self._interpreter, grid))]
        known = self._judge.verdicts(grid)
        cache: InterpreterCache | None = None
        for number, rule, bound in self._turns:
            verdict = known.get(number)
            if verdict is None:
                cache = cache or self._cache.on_another_grid()
                interpreter = self._interpreter(grid, rule, cache)
                scope = self._spec.grids[0].scope.bind_all(bound)
                verdict = all(holds(instance, interpreter) for instance in instances(rule, scope, interpreter))
                if number:
                    known[number] = verdict
            if not verdict:
                return False
        return True

    def _interpreter(self, grid: Assignment, rule: Rule, cache: InterpreterCache | None = None) -> Interpreter:
        budget = Budget("this rule", rule.span, self._spec.limits, self._judge.deadline)
        return grid_interpreter(grid, budget, cache or self._cache.on_another_grid())


def _key(value: Value) -> Hashable:
    """Return a key of a cell or an area. Areas with the same cells are equal, but a rule may read their names."""
    return (value, value.name) if isinstance(value, Area) else value


def rules_about_areas(spec: Spec) -> tuple[Rule, ...]:
    """Return the rules that read areas. Whether a grid keeps the others does not depend on the map."""
    return tuple(rule for rule in spec.rules if any(_reads_areas(node, spec) for node in _expressions(rule)))


def _expressions(rule: Rule) -> Iterator[e.Expression]:
    yield rule.expression
    for part in rule.context:
        if isinstance(part, Loop):
            yield part.values
            yield from part.conditions
        else:
            yield part.value if isinstance(part, Let) else part


def _reads_areas(node: e.Expression, spec: Spec) -> bool:
    return any(isinstance(value, AreaKind) for value in meanings(node, spec.grids[0].scope))


def _is_local(rule: Rule, spec: Spec) -> bool:
    """Check whether a rule reads areas only as what its first loop goes through, and as those that hold a cell of its turn."""
    first = rule.context[0] if rule.context else None
    if not isinstance(first, Loop) or first.conditions or layers_read(first.values, spec.grids[0].scope):
        return False
    inside = replace(rule, context=rule.context[1:])
    nodes = [below for node in _expressions(inside) for below in e.walk(node)]
    loops = [part for part in inside.context if isinstance(part, Loop)]
    loops += [loop for node in nodes if isinstance(node, e.Comprehension) for loop in node.loops]
    again = {name for loop in loops for name in loop.pattern.names()} | {
        part.name for part in rule.context if isinstance(part, Let)
    }
    again |= {name for node in nodes if isinstance(node, e.Lambda) for name in node.parameters}
    bound = {*first.pattern.names()} - again
    subscripts = [node for node in nodes if isinstance(node, e.Subscript) and isinstance(node.of, e.Name)]
    of_turn = {id(node.of) for node in subscripts if isinstance(node.index, e.Name) and node.index.name in bound}
    names = [e.Name(node.name, node.span) for node in nodes if isinstance(node, (e.Name, e.Call)) and id(node) not in of_turn]
    return not any(_reads_areas(name, spec) for name in names)


def _with_areas(spec: Spec, labels: Labels) -> Spec:
    grid = spec.grids[0]
    cells_of: dict[str, list[Cell]] = {}
    for cell in grid.board.cells:
        cells_of.setdefault(labels[cell.row][cell.column], []).append(cell)
    areas = tuple(Area(tuple(cells), name) for name, cells in cells_of.items())
    kinds = [replace(kind, areas=areas, spans=()) if kind.areas and kind.name in grid.names else kind for kind in grid.kinds]
    names = {**grid.names, **{kind.name: kind for kind in kinds if kind.name in grid.names}}
    return with_grids(spec, [replace(grid, kinds=tuple(kinds), names=names, constants={})])
