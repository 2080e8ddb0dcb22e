"""The judge: plain evaluation of every rule on a finished grid. It shares no code with terms, clauses or solvers.

The judge defines what a spec means. The program calls a grid a solution only after the judge has accepted it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline, Enter, enter_nothing
from gridwright.compiler.language.interpreter import Interpreter, Reader
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.rule_instances import Instance, holds, instances
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.language.spec import Layer, Rule, Spec
from gridwright.compiler.language.subexpression_cache import SubexpressionCache
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value

from .grid_interpreter import GridInterpreter
from .rule_cells import cells_of_rule

# A finished grid: for each layer (by grid and name) its values in the order of its places.
Assignment = Mapping[tuple[str, str], tuple[Value, ...]]

# A grid of which some places are open: they have None.
PartialAssignment = Mapping[tuple[str, str], tuple[Value | None, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class PlaceValue:
    """A place of a layer with a value that it has on a grid."""

    layer: Layer
    position: int
    value: Value

    @property
    def place(self) -> str:
        """Return the name of the place: `r1c2`; that of the layer if it has one place only."""
        return self.layer.name if self.layer.single else self.layer.place_name(self.position)

    def __str__(self) -> str:
        return f"{self.place} = {text_of(self.value)}"


def text_of(value: Value) -> str:
    """Return the value of a place as messages show it.

    >>> text_of(True), text_of(BLANK), text_of(7)
    ('true', 'blank', '7')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class Violation:
    """A violated rule instance, a contradicted given, or a value that its layer does not have. `about`: clues, givens, places.

    `values`: values of the grid that break it, whatever stands elsewhere; empty if they were not looked for. `because`: if hidden
    layers have no values, the rules' instances that contradict each other.
    """

    message: str
    span: Span
    grid: str = ""
    bindings: tuple[tuple[str, str], ...] = ()
    about: tuple[object, ...] = ()
    values: tuple[PlaceValue, ...] = ()
    because: tuple[Violation, ...] = ()

    @property
    def what(self) -> str:
        """Return `message`, which had this name before (deprecated)."""
        return self.message

    @property
    def about_one_value(self) -> bool:
        """Check whether it is a given or a value that is wrong in itself, so that the message says it all."""
        return len(self.values) == 1 and not self.bindings and bool(self.about) and self.values[0].place in self.message

    @property
    def where(self) -> str:
        """Return the grid, if it has a name, and what the loops are at; empty if there is neither."""
        return ", ".join([*([f"grid {self.grid}"] if self.grid else []), *(f"{name} = {value}" for name, value in self.bindings)])

    def __str__(self) -> str:
        return self.message + (f" ({self.where})" if self.where else "")


@dataclass(frozen=True, slots=True)
class Report(Reported):
    """The judge's report on a grid: all violations. The grid is a solution if there are none."""

    violations: tuple[Violation, ...]

    @property
    def accepted(self) -> bool:
        """Check whether the grid is a solution."""
        return not self.violations


STAGE = "judging"


def judge(
    spec: Spec,
    grid: Assignment,
    deadline: Deadline = NO_DEADLINE,
    on_progress: Enter = enter_nothing,
    once: SubexpressionCache | None = None,
) -> Report:
    """Judge a finished grid, hidden layers included.

    `on_progress` is called with the stage and each rule. `once`: values of what reads no layer, found by plain evaluation before.
    """
    return Report(tuple(violations(spec, grid, deadline, on_progress=on_progress, once=once)))


def accepts(spec: Spec, grid: Assignment, deadline: Deadline = NO_DEADLINE) -> bool:
    """Check whether the grid is a solution; stop at the first violation."""
    return next(violations(spec, grid, deadline), None) is None


def violations(
    spec: Spec,
    grid: Assignment,
    deadline: Deadline = NO_DEADLINE,
    breaking: Callable[[Instance], tuple[PlaceValue, ...]] = lambda instance: (),
    on_progress: Enter = enter_nothing,
    once: SubexpressionCache | None = None,
) -> Iterator[Violation]:
    """Yield the violations of a grid: values first, then givens, then rules in the order of the file.

    `breaking` finds the values that break an instance. `on_progress` is called with the stage and each rule. `once`: see `judge`.
    """
    yield from wrong_values(spec, grid)
    cache = InterpreterCache.of(spec, once)
    interpreters: dict[Board | None, GridInterpreter] = {}  # what is prepared is prepared for one board
    for rule, scope, name in rules_of(spec):
        on_progress(STAGE, rule.span)
        budget = Budget("this rule", rule.span, spec.limits, deadline)
        if scope.board not in interpreters:
            interpreters[scope.board] = GridInterpreter(grid, budget, cache)
        interpreter = interpreters[scope.board]
        interpreter.budget = budget
        for instance in instances(rule, scope, interpreter):
            if not holds(instance, interpreter):
                yield violation_of(instance, name, breaking(instance))
    on_progress(STAGE)


def rules_of(spec: Spec) -> Iterator[tuple[Rule, Scope, str]]:
    """Yield each rule of each grid, and each rule about all grids, with its scope and the name of the grid."""
    for board in spec.grids:
        for rule in spec.rules:
            yield rule, board.scope, board.name
    for rule in spec.together:
        yield rule, spec.common_scope, ""


def violation_of(instance: Instance, grid: str, values: tuple[PlaceValue, ...] = ()) -> Violation:
    """Return the violation of a rule's instance."""
    rule = instance.rule
    message = rule.says or " ".join(rule.expression.span.text.split())
    return Violation(message, rule.span, grid, instance.scope.bindings(), cells_of_rule(instance.scope), values)


def wrong_values(spec: Spec, grid: PartialAssignment) -> Iterator[Violation]:
    """Yield the values that their layers do not have, and those that are not what is given."""
    for layer in spec.layers:
        for position, (_, value) in enumerate(zip(layer.places, grid[layer.grid, layer.name], strict=True)):
            if value is not None and not is_allowed(layer, value):
                message = f"{layer.name} at {layer.place_name(position)} is {value}, which is not one of its values"
                about = (layer.places[position],)
                yield Violation(message, layer.span, layer.grid, about=about, values=(PlaceValue(layer, position, value),))
    for board in spec.grids:
        for given in board.givens:
            value = grid[board.name, given.layer.name][given.position]
            if value is not None and value is not given.value and value != given.value:
                place = given.layer.place_name(given.position)
                message = f"{given.layer.name} at {place} is {value}, but {given.value} is given"
                values = (PlaceValue(given.layer, given.position, value),)
                yield Violation(message, given.span, board.name, about=(given,), values=values)


def is_allowed(layer: Layer, value: Value) -> bool:
    """Check whether a layer can have the value."""
    if value is BLANK:
        return layer.blank
    if type(value) is Fraction and isinstance(layer.values, range):
        return False  # Python would compare it with each number
    return value in layer.values and isinstance(value, bool) == isinstance(layer.values[0], bool)


def grid_interpreter(grid: Assignment, budget: Budget, cache: InterpreterCache | None = None) -> Interpreter:
    """Return an interpreter that reads layers from a finished grid."""

    return Interpreter(reader(grid), budget=budget, cache=cache)


def reader(grid: Assignment) -> Reader:
    """Return a function that reads layers from a finished grid."""

    def read(layer: Layer, position: int) -> Value:
        return grid[layer.grid, layer.name][position]

    return read
