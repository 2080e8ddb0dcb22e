"""A puzzle as it is, with all that it prints as assumptions of one compiled problem, so that this can be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, Value

from ...solving.progress import Progress
from .clue_problem import ClueProblem
from .generate import emptied
from .printable import PrintableGroup, printable_groups, printed_names
from .variable_clues import VariableGroup

PLACES_NEEDED = "rules have to know where its clues are, so none can be added"

ValuesOf = Callable[[PrintableGroup], Mapping[Value, Sequence[Value]]]


@dataclass(frozen=True, eq=False)
class PrintedNow:
    """A compiled problem, and what is printed at the places where something may be: blank at the others.

    `fixed`: why clues of a group cannot be added, or not be changed either, by the name of the group. `unknown`: what is written
    where a clue has no value.
    """

    problem: ClueProblem
    printed: Mapping[Variable, Value]
    fixed: Mapping[str, str]
    unknown: Mapping[str, str]

    def is_open(self, variable: Variable) -> bool:
        """Check whether something could be added at a place: nothing is printed there, or no value."""
        value = self.printed.get(variable, BLANK)
        return value is BLANK or value == self.unknown.get(variable.layer.name)


def printed_now(
    spec: Spec, values_of: ValuesOf, *, only: str = "", engine: str, seed: int, deadline: Deadline, progress: Progress
) -> PrintedNow:
    """Return the problem of a puzzle in which its clues and givens can change.

    `values_of`: the values that the clues of a group may have, by their places; what is printed now is added to these. `only`:
    `givens` or `clues`, the others stay. Groups whose clues cannot be unknown stay too; where rules have to know where clues are,
    only their values change.
    """
    names = printed_names(spec)
    layers = [layer for layer in spec.layers if layer.name in names and not layer.is_unbounded and only != "clues"]
    groups = [group for group in printable_groups(spec) if group.group.name in names and only != "givens"]
    fixed = {group.group.name: group.why_not for group in groups if group.why_not}
    free = {group: dict(values_of(group)) for group in groups if not group.why_not}
    bare = emptied(spec, layers, [])
    for has_places in (False, True):
        variables = [variable for group, values in free.items() if (variable := _variable(group, values, has_places)).values]
        try:
            problem = ClueProblem(bare, variables, layers, engine, seed, deadline, progress)
        except SpecError as error:
            fixed |= dict.fromkeys((variable.group.name for variable in variables), error.diagnostics[0].message)
            continue
        unknown = {group.group.name: group.unknown for group in free if group.unknown is not None}
        fixed |= {variable.group.name: PLACES_NEEDED for variable in variables if has_places}
        return PrintedNow(problem, _printed(spec, problem, layers), fixed, unknown)
    problem = ClueProblem(bare, [], layers, engine, seed, deadline, progress)
    return PrintedNow(problem, _printed(spec, problem, layers), fixed, {})


def _variable(group: PrintableGroup, values: dict[Value, Sequence[Value]], has_places: bool) -> VariableGroup:
    """Return a group with what is printed now and other values. `has_places`: its clues stay where they are."""
    now = {clue.place: clue.value for clue in group.group}
    places = [place for place in group.places if place in now or (place in values and not has_places)]

    def at(place: Value) -> tuple[Value, ...]:
        own = (now[place],) if place in now else ()
        return (*own, *(value for value in values.get(place, ()) if repr(value) not in map(repr, own)))

    every = {place: at(place) for place in places}
    is_required = has_places or len(now) == len(group.places)
    return VariableGroup(group.grid.name, group.group, every, required=is_required and bool(now))


def _printed(spec: Spec, problem: ClueProblem, layers: Sequence[Layer]) -> dict[Variable, Value]:
    """Return what a puzzle prints now, as values of the layers."""
    printed: dict[Variable, Value] = dict.fromkeys(problem.clues, BLANK)
    for grid in spec.grids:
        now = {(group.name, clue.place): clue.value for group in grid.clue_groups for clue in group}
        for clue in problem.clues:
            key = clue.layer.name, clue.layer.places[clue.position]
            if clue.layer.grid == grid.name and key in now:
                printed[clue] = problem.choice(clue, now[key])
        printed |= {Variable(given.layer, given.position): given.value for given in grid.givens if given.layer in layers}
    return printed
