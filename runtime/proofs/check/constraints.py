"""The constraints of a spec as plain evaluation has them: one for each given and each instance of a rule that was compiled.

Plain evaluation alone decides whether a constraint holds. The compiler says only what the loops of an instance are at; the
conditions around the rule are evaluated again. If a loop goes through values of cells, nobody knows what its names stand for
before there is a grid. The constraint is then that all instances of the rule hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.rule_instances import Instance, holds, instances
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Given, Layer, Let, Rule, Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.syntax_tree import Expression, Loop
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, rules_of

Cell = tuple[str, str, int]  # grid, layer, position
Cells = dict[Cell, None]


def cell_of(unknown: Term) -> Cell:
    """Return the cell that a term of the operation `unknown` stands for."""
    variable = unknown.detail
    return variable.layer.grid, variable.layer.name, variable.position


@dataclass(frozen=True, slots=True, eq=False)
class Constraint:
    """A constraint. `of` is the same for all instances of a rule on a board.

    `holds(grid, reads)` checks whether it holds on a finished grid, and adds the cells that it reads to `reads`.
    """

    span: Span
    of: tuple[object, str]
    holds: Callable[[Assignment, Cells], bool]


def plain_truth(evaluate: Callable[..., bool], *arguments: object) -> bool | None:
    """Return a truth on some grid; None if evaluating it is a mistake there."""
    try:
        return evaluate(*arguments)
    except SpecError as problem:
        if problem.is_at_limit:
            raise
        return None


class _PlainRule:
    """Evaluates instances of a rule on one grid after the other. What the interpreter has prepared of the rule stays."""

    def __init__(self, rule: Rule, start: Scope, spec: Spec, cache: InterpreterCache, deadline: Deadline) -> None:
        self._rule = rule
        self._start = start
        self._spec = spec
        self._deadline = deadline
        self._grid: Assignment = {}
        self._reads: Cells = {}
        self._interpreter = Interpreter(self._read, budget=self._budget(), cache=cache.on_another_grid())

    def _budget(self) -> Budget:
        return Budget("this rule", self._rule.span, self._spec.limits, self._deadline)

    def _read(self, layer: Layer, position: int) -> Value:
        self._reads[layer.grid, layer.name, position] = None
        return self._grid[layer.grid, layer.name][position]

    def instance(self, scope: Scope) -> Callable[[Assignment, Cells], bool]:
        """Return whether an instance holds on a grid; where its scope is not known before, whether all instances do."""
        rule, interpreter = self._rule, self._interpreter
        conditions = _conditions(rule, scope)

        def evaluate(grid: Assignment, reads: Cells) -> bool:
            self._grid, self._reads = grid, reads
            interpreter.begin_grid(self._budget())
            if conditions is not None:
                return holds(Instance(rule, scope, conditions), interpreter)
            return all(holds(instance, interpreter) for instance in instances(rule, self._start, interpreter))

        return evaluate


def constraints(spec: Spec, module: Module, deadline: Deadline = NO_DEADLINE) -> Iterator[Constraint]:
    """Yield the constraint of each assertion of a module, in their order."""
    givens = (given for grid in spec.grids for given in grid.givens)
    cache = InterpreterCache.of(spec)
    rules = {(id(rule.span), name): _PlainRule(rule, scope, spec, cache, deadline) for rule, scope, name in rules_of(spec)}
    for assertion in module.assertions:
        origin = assertion.origin
        of = id(origin.span), origin.grid
        if origin.kind == "given":
            yield Constraint(origin.span, (None, origin.grid), _given_holds(next(givens)))
        else:
            yield Constraint(origin.span, of, rules[of].instance(origin.scope))


def _given_holds(given: Given) -> Callable[[Assignment, Cells], bool]:
    layer, position = given.layer, given.position

    def evaluate(grid: Assignment, reads: Cells) -> bool:
        reads[layer.grid, layer.name, position] = None
        return bool(grid[layer.grid, layer.name][position] == given.value)

    return evaluate


def _conditions(rule: Rule, scope: Scope) -> tuple[tuple[Expression, Scope], ...] | None:
    """Return all conditions of an instance, each with the names that are bound around it; None if these are not all known.

    A name that is bound twice has another value around some of them, which the instance does not know any more.
    """
    conditions_with_scope: list[tuple[Expression, Scope]] = []
    bound: list[str] = []
    for part in rule.context:
        conditions: tuple[Expression, ...] = ()
        if isinstance(part, Loop):
            bound += part.pattern.names()
            conditions = part.conditions
        elif isinstance(part, Let):
            bound.append(part.name)
        else:
            conditions = (part,)
        inner = Scope(scope.names, scope.words, scope.board, {name: scope.local[name] for name in bound})
        conditions_with_scope += [(condition, inner) for condition in conditions]
    return tuple(conditions_with_scope) if scope.is_known() and len({*bound}) == len(bound) else None
