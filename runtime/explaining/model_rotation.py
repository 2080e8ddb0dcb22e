"""Find needed members of a core by changing single values (recursive model rotation, Belov and Marques-Silva 2011).

A member of a core is needed if the others have a solution: that solution violates this member only. With one value changed, it
may violate another member, and only that one, which is then needed too. That costs an evaluation of the few members that read
the value, where a solver call may take seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.values import Value

from ..solving.session import PartSolution

MAX_EVALUATIONS = 20_000  # of terms, for each solution; they take some hundredths of a second


class ModelRotation:
    """Model rotation for a problem in which every constraint has a selector. `evaluations`: how many terms were evaluated."""

    def __init__(self, problem: Problem) -> None:
        self.evaluations = 0
        self._meanings = problem.meanings
        self._below: dict[int, list[Term]] = {}
        self._unknowns: dict[int, tuple[Variable, ...]] = {}
        self._values = {variable: tuple(place.literals) for variable, place in problem.places.items() if not place.bits}

    def needed_members(self, solution: PartSolution, broken: int, members: Collection[int]) -> Iterator[int]:
        """Yield members that cannot be dropped; `solution` breaks only `broken`, which is known to be one of them."""
        readers: dict[Variable, list[int]] = {}
        for member in members:
            for variable in self._unknowns_of(member):
                readers.setdefault(variable, []).append(member)
            if any(term.op == "evaluated" for term in self._below[member]):
                return  # plain evaluation may read anything
        seen, remaining = {broken}, MAX_EVALUATIONS
        queue = [(solution, broken)]
        for grid, violated in queue:
            for variable in self._unknowns[violated]:
                for value in self._values.get(variable, ()):
                    if value is grid[variable] or value == grid[variable]:
                        continue
                    evaluations = sum(len(self._below[member]) for member in readers[variable])
                    self.evaluations += evaluations
                    remaining -= evaluations
                    if remaining < 0:
                        return
                    changed = {**grid, variable: value}
                    rotated_to = self._only_broken_member(changed, readers[variable])
                    if rotated_to is not None and rotated_to not in seen:
                        seen.add(rotated_to)
                        queue.append((changed, rotated_to))
                        yield rotated_to

    def _unknowns_of(self, member: int) -> tuple[Variable, ...]:
        if member not in self._unknowns:
            self._below[member] = topological_order([self._meanings[member - 1]])
            self._unknowns[member] = tuple(term.detail for term in self._below[member] if term.op == "unknown")
        return self._unknowns[member]

    def _only_broken_member(self, grid: PartSolution, members: Iterable[int]) -> int | None:
        """Return the only member that a grid breaks; None if it breaks none or several."""
        memo: dict[Term, Value] = {}
        violated = None
        for member in members:
            for term in self._below[member]:
                if term not in memo:
                    memo[term] = (
                        grid[term.detail]
                        if term.op == "unknown"
                        else all_operations()[term.op].evaluate(term, [memo[arg] for arg in term.args])
                    )
            if not memo[self._meanings[member - 1]]:
                if violated is not None:
                    return None
                violated = member
        return violated
