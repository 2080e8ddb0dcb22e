"""Find for every visible place the values that it has in some solution. A place with one value is in the backbone.

Each solution shows values; the next solution has to show a new one, until there is none (as Marques-Silva, Janota and Lynce 2010
compute backbones). First the search looks for a new value anywhere. If that takes too long, it goes place by place, so that a
result for one place does not depend on the others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir.term import Operand, Term, Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import BLANK, Value, typed_key

from ..engines.engine_choice import chooser, engine_for
from ..engines.engine_registry import AUTO
from ..judging.judge import Assignment
from ..solving.endings import ENDINGS, reason_of
from ..solving.optimum import best_value, state_as_good
from ..solving.outcome import Outcome
from ..solving.progress import Progress
from ..solving.session import OutOfConflicts, Session
from ..solving.solve import solve

CONFLICTS_FOR_ALL_PLACES = 5_000  # for each search for a new value at any place
MAX_VALUES_PER_PLACE = 100  # for a place in the log encoding, which may have very many
MAX_SOLUTIONS = 1_000  # if all solutions have to be listed

Key = tuple[str, str]  # the names of a grid and of one of its layers


@dataclass(frozen=True, eq=False)
class Candidates(Reported):
    """The values of each visible place in some solution, for each layer, by the names of its grid and itself.

    `complete_places`: for each place whether it has no other value in any solution. `reason`: why this is not so for all places;
    empty if it is. `spec`: whose candidates they are. `has_solution`: whether the search saw one; there may be no visible place.
    """

    values: Mapping[Key, tuple[tuple[Value, ...], ...]]
    complete_places: Mapping[Key, tuple[bool, ...]]
    reason: str = ""
    spec: Spec | None = field(default=None, repr=False)
    has_solution: bool = False

    @property
    def settled(self) -> Mapping[Key, tuple[bool, ...]]:
        """Return `complete_places`, which had this name before (deprecated)."""
        return self.complete_places

    @property
    def complete(self) -> bool:
        """Check whether all values of all places are known."""
        return not self.reason

    @property
    def places(self) -> int:
        """Return the number of visible places."""
        return sum(map(len, self.values.values()))

    @property
    def fixed(self) -> int:
        """Return the number of places that are proved to have the same value in all solutions."""
        return sum(self.is_fixed(key, at) for key, values in self.values.items() for at in range(len(values)))

    def is_fixed(self, key: Key, position: int) -> bool:
        """Check whether a place is proved to have the same value in all solutions."""
        return self.complete_places[key][position] and len(self.values[key][position]) == 1


def candidates(
    spec: Spec,
    *,
    engine: str = AUTO,
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
    outcome: Outcome | None = None,
) -> Candidates:
    """Return the values that each place has in some solution; if something is optimised, in some optimal solution.

    `outcome`: a result of `solve` for the spec, if you have one. A search that ends early returns the values known so far, with a
    reason. If there is no solution, no place has a value.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text("gridwright: 1\\ngrid: 1x3\\nlayers: {x: {values: 1..3}}\\nrules:\\n  - x[r1c1] > 2 and x[r1c2] < 2")
    >>> candidates(spec).values["", "x"]
    ((3,), (1,), (1, 2, 3))
    """
    progress = progress or Progress()
    known = outcome or solve(spec, engine=engine, seed=seed, lazy=lazy, deadline=deadline, progress=progress)
    search = _BackboneSearch(spec, known, progress)
    try:
        if not known.complete and known.is_proved and known.solutions:
            search.run(engine, seed, lazy, deadline)
    except ENDINGS as problem:
        return search.result(reason_of(problem, progress))
    return search.result(known.reason or f"more than {MAX_VALUES_PER_PLACE:,} values at one place")


class _PlaceValues:
    """The values that a place has in the solutions so far. `is_complete`: it has no others."""

    def __init__(self, layer: Layer) -> None:
        self.layer = layer
        self.values: dict[object, Value] = {}
        self.is_complete = False

    def add(self, value: Value) -> None:
        """Take in a value."""
        self.values[typed_key(value)] = value

    def in_order(self) -> tuple[Value, ...]:
        """Return the values in the order of the layer, blank last."""
        if not isinstance(self.layer.values, tuple):
            return tuple(sorted(self.values.values(), key=lambda value: math.inf if value is BLANK else value))
        order = [typed_key(value) for value in self.layer.values]
        return tuple(
            sorted(self.values.values(), key=lambda value: math.inf if value is BLANK else order.index(typed_key(value)))
        )


class _BackboneSearch:
    """A backbone search of a spec, with the values found so far."""

    def __init__(self, spec: Spec, outcome: Outcome, progress: Progress) -> None:
        self.progress = progress
        self.visible = [layer for layer in spec.layers if not layer.hidden]
        self.spec = spec
        self.seen = {Variable(layer, at): _PlaceValues(layer) for layer in self.visible for at in range(len(layer.places))}
        self.has_solution, self.is_ended = False, outcome.complete
        for solution in outcome.solutions if outcome.is_proved else ():
            self._add_solution(solution.grid)
        for seen in self.seen.values():
            seen.is_complete = outcome.complete

    def _add_solution(self, grid: Assignment) -> None:
        self.has_solution = True
        for variable, values in self.seen.items():
            values.add(grid[variable.layer.grid, variable.layer.name][variable.position])

    def run(self, engine: str, seed: int, lazy: bool, deadline: Deadline) -> None:
        """Look for all values of all places, part by part."""
        puzzle = compile_spec(self.spec, lazy=lazy, choose=chooser(engine), deadline=deadline, on_progress=self.progress.enter)
        if any(problem.target and not problem.objective for problem in puzzle.parts):
            self._enumerate(solve(self.spec, limit=MAX_SOLUTIONS, engine=engine, seed=seed, lazy=lazy, deadline=deadline))
            return
        self.progress.enter("candidates")
        for problem in puzzle.parts:
            session = Session(problem, engine_for(problem, engine, seed), deadline, self.progress)
            state_as_good(session, best_value(session))
            visible = {variable: self.seen[variable] for variable in problem.places if variable in self.seen}
            _BackbonePart(session, visible).search()

    def _enumerate(self, outcome: Outcome) -> None:
        """List all solutions, because only plain evaluation can find the optimal ones."""
        for solution in outcome.solutions if outcome.is_proved else ():
            self._add_solution(solution.grid)
        for values in self.seen.values():
            values.is_complete = outcome.complete
        if not outcome.complete:
            raise GaveUp(outcome.reason or f"there are more than {MAX_SOLUTIONS:,} optimal solutions, which have to be listed")

    def result(self, reason: str) -> Candidates:
        """Return the candidates known so far."""
        seen = {layer: [self.seen[Variable(layer, at)] for at in range(len(layer.places))] for layer in self.visible}
        return Candidates(
            {(layer.grid, layer.name): tuple(place.in_order() for place in places) for layer, places in seen.items()},
            {(layer.grid, layer.name): tuple(place.is_complete for place in places) for layer, places in seen.items()},
            "" if all(place.is_complete for place in self.seen.values()) and (self.has_solution or self.is_ended) else reason,
            self.spec,
            self.has_solution,
        )


class _BackbonePart:
    """A backbone search in one independent part."""

    def __init__(self, session: Session, seen: Mapping[Variable, _PlaceValues]) -> None:
        self.session = session
        self.terms = session.encoder.terms
        self.seen = seen

    def search(self) -> None:
        """Search all places together; if that takes too long, search the rest one by one."""
        try:
            self._find_all_values(list(self.seen), CONFLICTS_FOR_ALL_PLACES)
        except OutOfConflicts:
            for variable, seen in self.seen.items():
                if not seen.is_complete:
                    self._find_all_values([variable], None)

    def _find_all_values(self, variables: Sequence[Variable], conflicts: int | None) -> None:
        """Look for solutions with a new value at one of the places, until there is none."""
        while open_places := [variable for variable in variables if not self._is_too_many(variable)]:
            new = self.terms.disjunction([literal for variable in open_places for literal in self._new_values(variable)])
            literal, groups = self.session.encoder.encode_literal(new) if isinstance(new, Term) else (0, ())
            self.session.take(groups)
            solution = self.session.next_solution([literal], conflicts) if literal else None
            if solution is None:
                for variable in open_places:
                    self.seen[variable].is_complete = True
                self.session.engine.add([(-literal,)] if literal else [])
                return
            for variable, seen in self.seen.items():
                seen.add(solution[variable])

    def _is_too_many(self, variable: Variable) -> bool:
        place = self.session.problem.places[variable]
        return bool(place.bits or place.number) and len(self.seen[variable].values) > MAX_VALUES_PER_PLACE

    def _new_values(self, variable: Variable) -> Iterator[Operand]:
        """Yield literals such that one is true if a place has a value that no solution has shown yet."""
        unknown, seen = self.terms.unknown(variable), self.seen[variable]
        place = self.session.problem.places[variable]
        if place.bits or place.number:
            yield self.terms.conjunction(
                [self.terms.negation(self.terms.equals(unknown, value)) for value in seen.values.values()]
            )
        else:
            yield from (self.terms.equals(unknown, value) for value in place.literals if typed_key(value) not in seen.values)
