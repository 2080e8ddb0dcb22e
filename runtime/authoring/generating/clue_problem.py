"""A spec with unknown clues, compiled once: what a solution of it allows to print, and the puzzle that this makes."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK, Value

from ...solving.progress import Progress
from ...solving.session import PartSolution
from ..printed_items import is_only_looped
from .clue_search import ClueSearch
from .implied_clues import allowed_clues
from .variable_clues import VariableGroup, with_variable_clues

CHOSEN = 6  # places in doubt at which a clue that depends on others is tried


@dataclass(frozen=True, eq=False)
class GeneratedPuzzle:
    """A puzzle as the search has it: what is printed at each place, and the values of all layers of the spec."""

    clues: Mapping[tuple[str, str], Mapping[Value, Value]]
    givens: Mapping[tuple[str, str], Mapping[Value, Value]]
    solution: Mapping[tuple[str, str], tuple[Value, ...]]

    @property
    def size(self) -> int:
        """Return how many clues and givens there are."""
        return sum(map(len, self.clues.values())) + sum(map(len, self.givens.values()))


class ClueProblem:
    """Clue groups of a spec as unknowns, and layers that may have givens. Raise `SpecError` if rules must know a clue.

    `clues` and `givens` are the places where something may be printed, as unknowns of the problem.
    """

    def __init__(
        self,
        spec: Spec,
        variables: Sequence[VariableGroup],
        layers: Sequence[Layer],
        engine: str,
        seed: int,
        deadline: Deadline,
        progress: Progress,
    ) -> None:
        self.spec = spec
        self.deadline = deadline
        self.variables = list(variables)
        self._is_looped = [is_only_looped(spec, variable.group.name) for variable in variables]
        opened = with_variable_clues(spec, variables)
        self.search = ClueSearch(opened, engine, seed, deadline, progress)
        clue_layers = [opened.grid(variable.grid).layer(variable.group.name) for variable in variables]
        self._of_layer = dict(zip(clue_layers, variables, strict=True))
        self.clues = [Variable(layer, at) for layer in clue_layers for at in range(len(layer.places))]
        self.givens = [Variable(layer, at) for layer in layers for at in range(len(layer.places))]
        self._is_clue = frozenset(self.clues)
        self.places = [Variable(layer, at) for layer in spec.layers for at in range(len(layer.places))]
        self.visible = [variable for variable in self.places if not variable.layer.hidden]
        self.required = [clue for clue in self.clues if self._of_layer[clue.layer].required]

    @property
    def is_independent(self) -> bool:
        """Check whether no clue changes what another one says."""
        return all(self._is_looped)

    @property
    def can_move(self) -> bool:
        """Check whether one solution may have different places of clues, because clues depend on each other."""
        return any(
            not is_looped and not variable.required for variable, is_looped in zip(self.variables, self._is_looped, strict=True)
        )

    def printable_values(
        self, solution: PartSolution, source: random.Random, in_doubt: Sequence[Variable] = ()
    ) -> dict[Variable, Value]:
        """Return a value for each place of what may be printed, blank where nothing can be: clues wherever they are possible.

        Clues that depend on each other are there first where the solution has them, or at a few of the places in doubt.
        """
        printed = {variable: solution[variable] for variable in self.givens if solution[variable] is not BLANK}
        known = {variable: solution[variable] for variable in self.places}
        grid = self.assignment(solution)
        for variable, is_looped in zip(self.variables, self._is_looped, strict=True):
            if not is_looped:
                continue
            allowed = allowed_clues(self.spec, variable, grid, self.deadline)
            for clue in self._clues_of(variable):
                values = allowed[clue.layer.places[clue.position]]
                printed[clue] = variable.choice(source.choice(values)) if values else BLANK
        dependent = [clue for clue in self.clues if clue not in printed]
        known |= {clue: value for clue, value in printed.items() if clue in self._is_clue}
        known |= {clue: solution[clue] for clue in self.required if clue in solution}
        return printed | self._dependent(dependent, known, solution, source, in_doubt)

    def _dependent(
        self,
        dependent: Sequence[Variable],
        known: dict[Variable, Value],
        solution: PartSolution,
        source: random.Random,
        in_doubt: Sequence[Variable],
    ) -> dict[Variable, Value]:
        """Return the values that clues print which depend on each other: as many clues as the known values allow.

        Places in doubt are asked for one by one. For all others together, one question says that no further clue is possible.
        """
        doubtful = {(place.layer.grid, place.layer.places[place.position]) for place in in_doubt}
        first = [clue for clue in dependent if (clue.layer.grid, clue.layer.places[clue.position]) in doubtful]
        current = solution
        for clue in source.sample(first, min(len(first), CHOSEN)):
            if current.get(clue, BLANK) is BLANK:
                current = self.search.solution_without(known, clue, BLANK) or current
            if current.get(clue, BLANK) is not BLANK:
                known[clue] = current[clue]
        while blank := [clue for clue in dependent if current.get(clue, BLANK) is BLANK]:
            there = {clue: current[clue] for clue in dependent if current.get(clue, BLANK) is not BLANK}
            more = self.search.printing_more(known | there, blank)
            if not more:
                break
            current = {**current, **more}
        return {clue: current.get(clue, BLANK) for clue in dependent}

    def _clues_of(self, variable: VariableGroup) -> Iterator[Variable]:
        return (clue for clue in self.clues if self._of_layer[clue.layer] is variable)

    def choice(self, clue: Variable, value: Value) -> Value:
        """Return the value that the layer of a clue has for a printed value."""
        return self._of_layer[clue.layer].choice(value)

    def choices(self, clue: Variable) -> tuple[Value, ...]:
        """Return the values that the layer has for what may be printed at the place of a clue."""
        return self._of_layer[clue.layer].choices(clue.layer.places[clue.position])

    def printed_value(self, variable: Variable, value: Value) -> Value:
        """Return the printed form of a value of a layer, for a clue or a given."""
        return self._of_layer[variable.layer].printed_value(value) if variable in self._is_clue else value

    def is_given(self, variable: Variable) -> bool:
        """Check whether a place is one of a given, not of a clue."""
        return variable not in self._is_clue

    def without(self, printed: Mapping[Variable, Value], places: Sequence[Variable]) -> dict[Variable, Value]:
        """Return the printed values without those at some places: a clue becomes blank, a given becomes unknown."""
        fewer = {variable: value for variable, value in printed.items() if variable not in places}
        return fewer | dict.fromkeys((variable for variable in places if variable in self._is_clue), BLANK)

    def assignment(self, solution: PartSolution) -> dict[tuple[str, str], tuple[Value, ...]]:
        """Return the values of all layers of the spec."""
        return {
            (layer.grid, layer.name): tuple(solution[Variable(layer, at)] for at in range(len(layer.places)))
            for layer in self.spec.layers
        }

    def candidate(self, solution: PartSolution, printed: Mapping[Variable, Value]) -> GeneratedPuzzle:
        """Return the puzzle that prints this."""
        clues: dict[tuple[str, str], dict[Value, Value]] = {}
        givens: dict[tuple[str, str], dict[Value, Value]] = {}
        for variable, value in printed.items():
            layer, place = variable.layer, variable.layer.places[variable.position]
            if value is not BLANK and variable in self._is_clue:
                clues.setdefault((layer.grid, layer.name), {})[place] = self._of_layer[layer].printed_value(value)
            elif value is not BLANK:
                givens.setdefault((layer.grid, layer.name), {})[place] = value
        return GeneratedPuzzle(clues, givens, self.assignment(solution))
