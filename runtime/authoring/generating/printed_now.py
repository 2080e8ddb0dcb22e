"""Compile a puzzle once so that each printed clue and given is an assumption, which a search can drop or replace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import BLANK, Value, describe

from ...solving.progress import Progress
from .clue_problem import ClueProblem
from .generate import clear_spec
from .printable import PrintableGroup, printable_groups, printed_names
from .variable_clues import VariableGroup
from .written_puzzle import print_puzzle

PLACES_NEEDED = "rules have to know where they are"

ValuesOf = Callable[[PrintableGroup], Mapping[Value, Sequence[Value]]]


@dataclass(frozen=True, eq=False)
class ProposedPrint:
    """Something that is or could be printed. `before`: what is printed at the place now; blank if nothing is."""

    grid: str
    name: str
    place: Value
    where: str
    value: Value
    is_given: bool
    before: Value = BLANK

    def __str__(self) -> str:
        kind = "given" if self.is_given else "clue"
        now = "" if self.before is BLANK else f"{describe(self.before)} to "
        return f"{kind} {self.name} {self.where}: {now}{describe(self.value)}"


@dataclass(frozen=True, eq=False)
class PrintedNow:
    """A compiled problem, and what is printed at the places where something may be: blank at the others.

    `fixed`: by the name of a clue group, why its clues cannot be added, or cannot change either. `unknown`: by the name of a clue
    group, how a clue without a value is written.
    """

    problem: ClueProblem
    printed: Mapping[Variable, Value]
    fixed: Mapping[str, str]
    unknown: Mapping[str, str]

    def is_open(self, variable: Variable) -> bool:
        """Check whether something could be added at a place: nothing is printed there, or no value."""
        value = self.printed.get(variable, BLANK)
        return value is BLANK or value == self.unknown.get(variable.layer.name)

    def choices(self, variable: Variable) -> Sequence[Value]:
        """Return the values of a layer that stand for what may be printed at a place."""
        return variable.layer.values if self.problem.is_given(variable) else self.problem.choices(variable)

    def propose(self, variable: Variable, value: Value) -> ProposedPrint:
        """Return the change that prints a value of a layer at a place."""
        layer, problem = variable.layer, self.problem
        return ProposedPrint(
            layer.grid,
            layer.name,
            layer.places[variable.position],
            layer.place_name(variable.position),
            problem.printed_value(variable, value),
            problem.is_given(variable),
            problem.printed_value(variable, self.printed.get(variable, BLANK)),
        )


def with_places(spec: Spec, printed: Sequence[ProposedPrint]) -> str:
    """Return the text of a spec with something else printed at some places."""
    sections: tuple[dict[tuple[str, str], dict[Value, Value]], ...] = ({}, {})
    for proposal in printed:
        sections[proposal.is_given].setdefault((proposal.grid, proposal.name), {})[proposal.place] = proposal.value
    return print_puzzle(spec, spec.source, *sections)


def loaded_with_places(spec: Spec, printed: Sequence[ProposedPrint]) -> Spec:
    """Return a spec with something else printed at some places, read from its text as any other."""
    document = read_text(with_places(spec, printed), spec.path, spec.limits)
    return read_spec(document, spec.path, LibraryPlaces(texts=spec.files), spec.limits)


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
    bare = clear_spec(spec, layers, [])
    for has_places in (False, True):
        variables = [variable for group, values in free.items() if (variable := _variable(group, values, has_places)).values]
        try:
            problem = ClueProblem(bare, variables, layers, engine, seed, deadline, progress)
        except SpecError as error:
            fixed |= dict.fromkeys((variable.group.name for variable in variables), error.diagnostics[0].message)
            continue
        unknown = {group.group.name: group.unknown for group in free if group.unknown is not None}
        fixed |= {variable.group.name: PLACES_NEEDED for variable in variables if has_places}
        return PrintedNow(problem, _printed_values(spec, problem, layers), fixed, unknown)
    problem = ClueProblem(bare, [], layers, engine, seed, deadline, progress)
    return PrintedNow(problem, _printed_values(spec, problem, layers), fixed, {})


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


def _printed_values(spec: Spec, problem: ClueProblem, layers: Sequence[Layer]) -> dict[Variable, Value]:
    """Return the printed values of a puzzle, as values of the layers."""
    printed: dict[Variable, Value] = dict.fromkeys(problem.clues, BLANK)
    for grid in spec.grids:
        now = {(group.name, clue.place): clue.value for group in grid.clue_groups for clue in group}
        for clue in problem.clues:
            key = clue.layer.name, clue.layer.places[clue.position]
            if clue.layer.grid == grid.name and key in now:
                printed[clue] = problem.choice(clue, now[key])
        printed |= {Variable(given.layer, given.position): given.value for given in grid.givens if given.layer in layers}
    return printed
