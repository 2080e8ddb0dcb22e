"""The constraints of a spec as plain evaluation has them: givens and instances of rules, each with the cells that it reads.

Plain evaluation alone decides whether a constraint holds. Which instances a rule has is found as the compiler finds it, where
loops whose length depends on cells are refused; but every condition is kept that plain evaluation cannot decide without reading a
cell. An instance is told by its rule, its grid and what its loops are at. If a loop goes through layers, its name stands for
the values of cells, and the rule is gone through again on each grid.
"""

from __future__ import annotations

import functools
import itertools
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence

from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.rule_instances import Instance, holds, instances
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Given, Layer, Rule, Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.lowering.symbolic import SymbolicInterpreter
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax import syntax_tree as e
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ...judging.judge import Assignment
from .constant_subexpressions import ConstantValues, Reads, WithConstants, find_constants, read_nothing

Key = tuple[str, int, str, tuple[tuple[str, str], ...], int]
Cell = tuple[str, str, int]  # grid, layer, position
Read = Callable[[Layer, int], Value]


class _Unread(SymbolicInterpreter):
    """Goes through loops, which must not depend on cells; a condition is known if plain evaluation reads no cell for it."""

    def __init__(self, budget: Budget, cache: InterpreterCache) -> None:
        super().__init__(TermFactory(), budget=budget, cache=InterpreterCache({**cache.constants}))
        self.known: list[Value] = []  # of every condition, in the order in which they are come to
        self._plain = Interpreter(read_nothing, budget=budget, cache=cache.on_another_grid())

    def run_truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return the truth of an expression, or None if it reads a cell."""
        try:
            self.known.append(self._plain.run_truth(node, scope) if scope.is_known() else None)
        except Reads:
            self.known.append(None)
        return self.known[-1]


class _Again(Interpreter):
    """Goes through loops on a grid; what is known of conditions is what was known without one."""

    def __init__(self, read: Read, budget: Budget, known: Sequence[Value], cache: InterpreterCache) -> None:
        super().__init__(read, budget=budget, cache=cache)
        self._known = iter(known)

    def run_truth(self, node: e.Expression, scope: Scope) -> Value:
        """Return what was known of a condition."""
        return next(self._known)


@dataclass(frozen=True, eq=False)
class Unrolled:
    """An instance of a rule: how it looks where no cell is known, and where it stands among those of its rule.

    `known`: what is known of every condition, in the order in which they are come to. `cache`: what no grid changes in any.
    """

    instance: Instance
    start: Scope
    number: int
    known: Sequence[Value]
    budget: Budget
    cache: InterpreterCache

    @functools.cached_property
    def constants(self) -> ConstantValues:
        """Return what no grid changes in it, if its loops do not go through cells. It takes longer than one evaluation."""
        found = self.instance
        parts = (*found.conditions, (found.rule.expression, found.scope)) if found.scope.is_known() else ()
        values = [find_constants(node, within, self.budget.another("steps"), self.cache) for node, within in parts]
        return dict(ChainMap(*values))

    def holds(self, read: Read, budget: Budget) -> bool:
        """Check whether it holds on a grid, by plain evaluation."""
        found, cache = self.instance, self.cache.on_another_grid()
        if found.scope.is_known():
            return holds(found, WithConstants(read, budget=budget, cache=cache, constants=self.constants))
        again = instances(found.rule, self.start, _Again(read, budget, self.known, cache))
        found = next(itertools.islice(again, self.number, None))
        return holds(found, Interpreter(read, budget=budget, cache=cache))


@dataclass(frozen=True, eq=False)
class Constraint:
    """A given or an instance of a rule, with the key that identifies it."""

    key: Key
    span: Span
    of: Given | Unrolled
    limits: Limits

    def __str__(self) -> str:
        kind, _, grid, bindings, _ = self.key
        where = [f"grid {grid}"] if grid else []
        where += [f"{name} = {value}" for name, value in bindings]
        return f"the {kind} at line {self.span.line}" + (f" ({', '.join(where)})" if where else "")

    def holds(self, grid: Assignment, deadline: Deadline = NO_DEADLINE, reads: dict[Cell, None] | None = None) -> bool:
        """Check whether it holds on a finished grid, by plain evaluation; add the cells that this reads to `reads`."""
        cells = {} if reads is None else reads

        def read(layer: Layer, position: int) -> Value:
            cells[layer.grid, layer.name, position] = None
            return grid[layer.grid, layer.name][position]

        if isinstance(self.of, Given):
            value = read(self.of.layer, self.of.position)
            return value is self.of.value or bool(value == self.of.value)
        return self.of.holds(read, Budget("this rule", self.span, self.limits, deadline))


def constraints(spec: Spec, deadline: Deadline = NO_DEADLINE) -> Iterator[Constraint]:
    """Yield all constraints of a spec, in its order; instances whose conditions read cells are among them."""
    counts: dict[tuple[object, ...], int] = {}

    def key(kind: str, number: int, grid: str, bindings: tuple[tuple[str, str], ...]) -> Key:
        counts[kind, number, grid, bindings] = counts.get((kind, number, grid, bindings), -1) + 1
        return kind, number, grid, bindings, counts[kind, number, grid, bindings]

    cache = InterpreterCache.of(spec)
    for grid in spec.grids:
        for number, given in enumerate(grid.givens):
            yield Constraint(key("given", number, grid.name, ()), given.span, given, spec.limits)
    for grid in spec.grids:
        for number, rule in enumerate(spec.rules):
            for one in _instances(rule, grid.scope, spec.limits, deadline, cache):
                yield Constraint(key("rule", number, grid.name, one.instance.scope.bindings()), rule.span, one, spec.limits)
    for number, rule in enumerate(spec.together):
        for one in _instances(rule, spec.common_scope, spec.limits, deadline, cache):
            yield Constraint(key("rule for all grids", number, "", one.instance.scope.bindings()), rule.span, one, spec.limits)


def _instances(rule: Rule, scope: Scope, limits: Limits, deadline: Deadline, cache: InterpreterCache) -> Iterator[Unrolled]:
    interpreter = _Unread(Budget("this rule", rule.span, limits, deadline), cache)
    for number, instance in enumerate(instances(rule, scope, interpreter)):
        yield Unrolled(instance, scope, number, interpreter.known, interpreter.budget, cache)


def with_cells(grid: Assignment, cells: Mapping[Cell, Value]) -> Assignment:
    """Return a grid with other values in some cells."""
    changed: dict[tuple[str, str], list[Value]] = {}
    for (name, layer, position), value in cells.items():
        key = name, layer
        if key not in changed:
            changed[key] = list(grid[key])
        changed[key][position] = value
    return {**grid, **{key: tuple(values) for key, values in changed.items()}}
