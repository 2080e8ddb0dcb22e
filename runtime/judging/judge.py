"""The judge: plain evaluation of every rule on a finished grid. It shares no code with terms, clauses or solvers.

The judge defines what a spec means. The program calls a grid a solution only after the judge has accepted it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.interpreter import Interpreter, Reader
from gridwright.compiler.language.rule_instances import holds, instances
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Layer, Rule, Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value

from .rule_cells import cells_of_rule

# A finished grid: for each layer (by grid and name) its values in the order of its places.
Assignment = Mapping[tuple[str, str], tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Violation:
    """A violated rule instance, a contradicted given, or a value that its layer does not have. `about`: clues, givens, places."""

    message: str
    span: Span
    grid: str = ""
    bindings: tuple[tuple[str, str], ...] = ()
    about: tuple[object, ...] = ()

    @property
    def what(self) -> str:
        """Return `message`, which had this name before (deprecated)."""
        return self.message

    def __str__(self) -> str:
        where = [f"grid {self.grid}"] if self.grid else []
        where += [f"{name} = {value}" for name, value in self.bindings]
        return self.message + (f" ({', '.join(where)})" if where else "")


@dataclass(frozen=True, slots=True)
class Report:
    """The judge's report on a grid: all violations. The grid is a solution if there are none."""

    violations: tuple[Violation, ...]

    @property
    def accepted(self) -> bool:
        """Check whether the grid is a solution."""
        return not self.violations


def judge(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Report:
    """Judge a finished grid, hidden layers included."""
    return Report(tuple(violations(spec, grid, deadline)))


def accepts(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> bool:
    """Check whether the grid is a solution; stop at the first violation."""
    return next(violations(spec, grid, deadline), None) is None


def violations(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> Iterator[Violation]:
    """Yield what the grid violates: values first, then givens, then rules in the order of the file."""
    yield from _wrong_values(spec, grid)
    for board in spec.grids:
        for given in board.givens:
            value = grid[board.name, given.layer.name][given.position]
            if value is not given.value and value != given.value:
                place = given.layer.place_name(given.position)
                message = f"{given.layer.name} at {place} is {value}, but {given.value} is given"
                yield Violation(message, given.span, board.name, about=(given,))
    for board in spec.grids:
        for rule in spec.rules:
            yield from _violations_of_rule(rule, board.scope, grid, board.name, spec.limits, deadline)
    for rule in spec.together:
        yield from _violations_of_rule(rule, spec.common_scope, grid, "", spec.limits, deadline)


def _wrong_values(spec: Spec, grid: Assignment) -> Iterator[Violation]:
    for layer in spec.layers:
        for position, (_, value) in enumerate(zip(layer.places, grid[layer.grid, layer.name], strict=True)):
            if not allowed(layer, value):
                message = f"{layer.name} at {layer.place_name(position)} is {value}, which is not one of its values"
                yield Violation(message, layer.span, layer.grid, about=(layer.places[position],))


def allowed(layer: Layer, value: Value) -> bool:
    """Check whether a layer can have the value."""
    if value is BLANK:
        return layer.blank
    return value in layer.values and isinstance(value, bool) == isinstance(layer.values[0], bool)


def _violations_of_rule(
    rule: Rule, scope: Scope, grid: Assignment, name: str, limits: Limits, deadline: Deadline
) -> Iterator[Violation]:
    interpreter = grid_interpreter(grid, Budget("this rule", rule.span, limits, deadline))
    for instance in instances(rule, scope, interpreter):
        if not holds(instance, interpreter):
            message = rule.says or " ".join(rule.expression.span.text.split())
            yield Violation(message, rule.span, name, instance.scope.bindings(), cells_of_rule(instance.scope))


def grid_interpreter(grid: Assignment, budget: Budget) -> Interpreter:
    """Return an interpreter that reads layers from a finished grid."""

    return Interpreter(reader(grid), budget=budget)


def reader(grid: Assignment) -> Reader:
    """Return a function that reads layers from a finished grid."""

    def read(layer: Layer, position: int) -> Value:
        return grid[layer.grid, layer.name][position]

    return read
