"""Try to remove items whose removal can only add solutions, by dropping their assumptions in one incremental solver.

"There is no other solution" is an unsatisfiable set: rules, items, and "not this solution" for each part. The constraints of an
item (a given itself, or the rule instances of a clue) have selectors, and not assuming these removes the item. The solver's core
shows which selectors the proof used: while all of these stay, other items are removed without another call. The result is the
same as if each item were tried by itself.
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
    """A spec from which units are removed on trial: those in `dropped`. `solution`: its only one; `start`: starts a session."""

    def __init__(
        self, spec: Spec, solution: Assignment, units: Sequence[Unit], deadline: Deadline, start: Callable[[Problem], Session]
    ) -> None:
        self.solution = solution
        self.dropped: set[Unit] = set()
        self._by_clue = {id(member): unit for unit in units for item in unit for member in item.members}
        self._by_place = {item.members[0].span: unit for unit in units for item in unit if item.is_given}
        puzzle = compile_spec(spec, has_selector=lambda origin: bool(self._units(origin)), deadline=deadline)
        self.parts = [_RemovalPart(start(problem), solution, self._units) for problem in puzzle.parts]

    def _units(self, origin: Origin) -> frozenset[Unit]:
        """Return the units that a given or a rule's instance depends on."""
        if origin.kind == "given":
            return frozenset({self._by_place[origin.span]} if origin.span in self._by_place else ())
        return frozenset(self._by_clue[id(value)] for value in origin.scope.local.values() if id(value) in self._by_clue)

    def drop(self, unit: Unit) -> Assignment | None:
        """Drop a unit if the solution stays the only one, and return None; otherwise keep it, and return another solution without
        it.
        """
        for part in self.parts:
            other = part.other_solution(self.dropped | {unit})
            if other is not None:
                return _with_values(self.solution, other)
        self.dropped.add(unit)
        for part in self.parts:
            part.remove(unit)
        return None


class _RemovalPart:
    """One part, with a constraint that its visible layers differ from the solution."""

    def __init__(self, session: Session, solution: Assignment, units_of: Callable[[Origin], frozenset[Unit]]) -> None:
        self.session = session
        self.units = {literal: units_of(origin) for origin, literal in session.problem.selectors.items()}
        self.core: Set[int] | None = None
        own = {variable: _value(solution, variable) for variable in session.problem.places}
        self.is_visible = session.exclude(own, lambda variable: not variable.layer.hidden)

    def other_solution(self, dropped: Set[Unit]) -> PartSolution | None:
        """Return another solution without these units, or None."""
        assumptions = [literal for literal, units in self.units.items() if not units & dropped]
        if not self.is_visible or (self.core is not None and self.core <= set(assumptions)):
            return None
        other = self.session.next_solution(assumptions)
        if other is None:
            self.core = frozenset(self.session.engine.core())
        return other

    def remove(self, unit: Unit) -> None:
        """Remove the constraints of a unit for good."""
        self.session.engine.add([(-literal,) for literal, units in self.units.items() if unit in units])


def _value(solution: Assignment, variable: Variable) -> Value:
    return solution[variable.layer.grid, variable.layer.name][variable.position]


def _with_values(solution: Assignment, other: PartSolution) -> Assignment:
    """Return the solution with the values of another one in one part."""
    values = {key: list(old_values) for key, old_values in solution.items()}
    for variable, value in other.items():
        values[variable.layer.grid, variable.layer.name][variable.position] = value
    return {key: tuple(new_values) for key, new_values in values.items()}
