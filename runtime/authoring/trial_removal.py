"""Items that can only make more solutions when they go, tried by leaving out what depends on them in a solver that stays.

"There is no other solution" is an unsatisfiable set: rules, items, and "not this solution" of each part. What depends on an item
(a given itself, or the instances of rules at a clue) has literals that select it, and an item is left out by not assuming them.
The solver's core says which were used: as long as all of these are there, what is not among them goes without another call. So
what goes is what would go if each were tried by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import Value

from ..judging.judge import Assignment
from ..solving.session import PartSolution, Session
from .printed_items import Unit


class TrialRemoval:
    """Units of which some have gone. `solution` is the only one of the spec; `start` starts a session of a problem."""

    def __init__(
        self, spec: Spec, solution: Assignment, units: Sequence[Unit], deadline: Deadline, start: Callable[[Problem], Session]
    ) -> None:
        self.solution = solution
        self.gone: set[Unit] = set()
        self._by_clue = {id(member): unit for unit in units for item in unit for member in item.members}
        self._by_place = {item.members[0].span: unit for unit in units for item in unit if item.is_given}
        puzzle = compile_spec(spec, selecting=lambda origin: bool(self._units(origin)), deadline=deadline)
        self.parts = [_RemovalPart(start(problem), solution, self._units) for problem in puzzle.parts]

    def _units(self, origin: Origin) -> frozenset[Unit]:
        """Return the units that a given or a rule's instance depends on."""
        if origin.kind == "given":
            return frozenset({self._by_place[origin.span]} if origin.span in self._by_place else ())
        return frozenset(self._by_clue[id(value)] for value in origin.scope.local.values() if id(value) in self._by_clue)

    def drop(self, unit: Unit) -> Assignment | None:
        """Let a unit go, if the solution stays the only one; otherwise it stays, and there is another solution without it."""
        for part in self.parts:
            other = part.other_solution(self.gone | {unit})
            if other is not None:
                return _changed(self.solution, other)
        self.gone.add(unit)
        for part in self.parts:
            part.leave_out(unit)
        return None


class _RemovalPart:
    """One part, in which what is visible is not as in the solution."""

    def __init__(self, session: Session, solution: Assignment, units_of: Callable[[Origin], frozenset[Unit]]) -> None:
        self.session = session
        self.units = {literal: units_of(origin) for origin, literal in session.problem.selectors.items()}
        self.core: Set[int] | None = None
        own = {variable: _value(solution, variable) for variable in session.problem.places}
        self.is_visible = session.exclude(own, lambda variable: not variable.layer.hidden)

    def other_solution(self, gone: Set[Unit]) -> PartSolution | None:
        """Return another solution without these units, or None."""
        there = [literal for literal, units in self.units.items() if not units & gone]
        if not self.is_visible or (self.core is not None and self.core <= set(there)):
            return None
        other = self.session.next_solution(there)
        if other is None:
            self.core = frozenset(self.session.engine.core())
        return other

    def leave_out(self, unit: Unit) -> None:
        """Say for good that nothing of a unit is there."""
        self.session.engine.add([(-literal,) for literal, units in self.units.items() if unit in units])


def _value(solution: Assignment, variable: Variable) -> Value:
    return solution[variable.layer.grid, variable.layer.name][variable.position]


def _changed(solution: Assignment, other: PartSolution) -> Assignment:
    """Return the solution with the values of another one in one part."""
    values = {key: list(known) for key, known in solution.items()}
    for variable, value in other.items():
        values[variable.layer.grid, variable.layer.name][variable.position] = value
    return {key: tuple(found) for key, found in values.items()}
