"""The judge: plain evaluation of every rule on a finished grid. It knows nothing of terms, clauses or solvers.

What the judge says is what a spec means. Nothing is called a solution that the judge has not accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.rule_instances import holds, instances
from gridwright.compiler.language.scope import Scope, grid_scope
from gridwright.compiler.language.spec import Layer, Rule, Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value

from .rule_cells import cells_of_rule

# A finished grid: for each layer (by grid and name) its values in the order of its places.
Assignment = Mapping[tuple[str, str], tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that a grid breaks: a rule's instance, a given, or the values of a layer. `about`: clues, givens and places."""

    what: str
    span: Span
    grid: str = ""
    bindings: tuple[tuple[str, str], ...] = ()
    about: tuple[object, ...] = ()

    def __str__(self) -> str:
        where = [f"grid {self.grid}"] if self.grid else []
        where += [f"{name} = {value}" for name, value in self.bindings]
        return self.what + (f" ({', '.join(where)})" if where else "")


@dataclass(frozen=True, slots=True)
class Report:
    """What the judge says about a grid: it is a solution exactly if nothing is violated."""

    violations: tuple[Violation, ...]

    @property
    def accepted(self) -> bool:
        """Whether the grid is a solution."""
        return not self.violations


def judge(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Report:
    """Judge a finished grid, hidden layers included."""
    return Report(tuple(violations(spec, grid, deadline)))


def accepts(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> bool:
    """Whether the grid is a solution; stops at the first thing that is violated."""
    return next(violations(spec, grid, deadline), None) is None


def violations(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Iterator[Violation]:
    """What the grid violates: values first, then givens, then rules in the order written."""
    yield from _wrong_values(spec, grid)
    for board in spec.grids:
        for given in board.givens:
            value = grid[board.name, given.layer.name][given.position]
            if value is not given.value and value != given.value:
                place = given.layer.place_name(given.position)
                said = f"{given.layer.name} at {place} is {value}, but {given.value} is given"
                yield Violation(said, given.span, board.name, about=(given,))
    for board in spec.grids:
        for rule in spec.rules:
            yield from _broken(rule, grid_scope(board), grid, board.name, spec.limits, deadline)
    for rule in spec.together:
        yield from _broken(rule, spec.common_scope, grid, "", spec.limits, deadline)


def _wrong_values(spec: Spec, grid: Assignment) -> Iterator[Violation]:
    for layer in spec.layers:
        for position, (_, value) in enumerate(zip(layer.places, grid[layer.grid, layer.name], strict=True)):
            if not allowed(layer, value):
                said = f"{layer.name} at {layer.place_name(position)} is {value}, which is not one of its values"
                yield Violation(said, layer.span, layer.grid, about=(layer.places[position],))


def allowed(layer: Layer, value: Value) -> bool:
    """Whether a layer can have the value."""
    if value is BLANK:
        return layer.blank
    return value in layer.values and isinstance(value, bool) == isinstance(layer.values[0], bool)


def _broken(rule: Rule, scope: Scope, grid: Assignment, name: str, limits: Limits, deadline: Deadline) -> Iterator[Violation]:
    interpreter = reading(grid, Budget("this rule", rule.span, limits, deadline))
    for instance in instances(rule, scope, interpreter):
        if not holds(instance, interpreter):
            said = rule.says or " ".join(rule.expression.span.text.split())
            yield Violation(said, rule.span, name, instance.scope.bindings(), cells_of_rule(instance.scope))


def reading(grid: Assignment, budget: Budget) -> Interpreter:
    """An interpreter that reads layers from a finished grid."""

    def read(layer: Layer, position: int) -> Value:
        return grid[layer.grid, layer.name][position]

    return Interpreter(read, budget=budget)
