"""Find which clues a solution allows: the values that may be printed at a place so that no rule is broken.

Plain evaluation finds the clues of a group that rules only loop over, place by place: its rules' instances hold, whatever else
is printed. For any other group a solver is asked, because such clues depend on each other.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.language.budget import NO_DEADLINE, Budget, Deadline
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.rule_instances import holds, instances
from gridwright.compiler.language.spec import Rule, Spec
from gridwright.compiler.syntax.syntax_tree import Loop, Name
from gridwright.compiler.values import Value

from ...judging.judge import Assignment, grid_interpreter, rules_of
from .variable_clues import PREFIX, VariableGroup, with_variable_clues


def allowed_clues(
    spec: Spec, variable: VariableGroup, solution: Assignment, deadline: Deadline = NO_DEADLINE
) -> dict[Value, tuple[Value, ...]]:
    """Return for each place the values of a group that the solution allows there, in the order of the group.

    Right for a group that rules only loop over. `solution`: the values of all layers of the spec.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text('''
    ... gridwright: 1
    ... grid: 1x2
    ... layers: {side: {values: bool}}
    ... clues: {number: {r1c1: 0}}
    ... rules: ["all(clue.value == count(side) for clue in number)"]
    ... ''')
    >>> group = spec.grids[0].clue_groups[0]
    >>> variable = VariableGroup("", group, {place: (0, 1, 2) for place in group.all_places()})
    >>> {str(place): values for place, values in allowed_clues(spec, variable, {("", "side"): (True, False)}).items()}
    {'r1c1': (0, 1, 2), 'r1c2': (0, 1, 2)}
    """
    allowed = {place: list[Value]() for place in variable.values}
    places_by_value: dict[str, tuple[Value, list[Value]]] = {}
    for place, values in variable.values.items():
        for value in values:
            places_by_value.setdefault(repr(value), (value, []))[1].append(place)
    for value, places in places_by_value.values():
        one_value = VariableGroup(variable.grid, variable.group, dict.fromkeys(places, (value,)))
        for place in _unbroken(with_variable_clues(spec, [one_value]), one_value, solution, value, deadline):
            allowed[place].append(value)
    return {place: tuple(values) for place, values in allowed.items()}


def _unbroken(spec: Spec, variable: VariableGroup, solution: Assignment, value: Value, deadline: Deadline) -> Iterator[Value]:
    """Yield the places at which a value breaks no rule that loops over the clues."""
    name = variable.group.name
    layer = spec.grid(variable.grid).layer(name)
    grid = {**solution, (variable.grid, name): (variable.choice(value),) * len(layer.places)}
    broken: set[int] = set()
    cache = InterpreterCache.of(spec)
    for rule, scope, of_grid in rules_of(spec):
        if of_grid == variable.grid and _loops_over(rule, PREFIX + name):
            interpreter = grid_interpreter(grid, Budget("this rule", rule.span, spec.limits, deadline), cache)
            for instance in instances(rule, scope, interpreter):
                clues = [bound for bound in instance.scope.local.values() if isinstance(bound, Clue) and bound.group == name]
                if not holds(instance, interpreter):
                    broken |= {id(clue.place) for clue in clues}
    yield from (place for place in layer.places if id(place) not in broken)


def _loops_over(rule: Rule, name: str) -> bool:
    return any(isinstance(part, Loop) and isinstance(part.values, Name) and part.values.name == name for part in rule.context)
