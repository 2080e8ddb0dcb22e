"""Members of a set that are needed, seen by changing single values (recursive model rotation, Belov and Marques-Silva 2011).

Without one member of a set that contradicts, the others have a solution, which breaks this one only; so it cannot be left out.
With one value changed, the solution may break another member, and only this one, which then cannot be left out either. That costs
an evaluation of the few members that speak of the value, where asking a solver may take seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.values import Value

from ..solving.session import PartSolution

WORK = 20_000  # terms that are evaluated for each solution that is found; some hundredths of a second


class ModelRotation:
    """Tells what a solution shows to be needed of the members of a problem, which are all that it consists of: its selectors."""

    def __init__(self, problem: Problem) -> None:
        self._meanings = problem.meanings
        self._below: dict[int, list[Term]] = {}
        self._unknowns: dict[int, tuple[Variable, ...]] = {}
        self._values = {variable: tuple(place.literals) for variable, place in problem.places.items() if not place.bits}

    def needed(self, solution: PartSolution, broken: int, members: Collection[int]) -> Iterator[int]:
        """Yield members that cannot be dropped; `solution` breaks only `broken`, which is known to be one of them."""
        speaking: dict[Variable, list[int]] = {}
        for member in members:
            for variable in self._read(member):
                speaking.setdefault(variable, []).append(member)
            if any(term.op == "evaluated" for term in self._below[member]):
                return  # it may read anything
        seen, left = {broken}, WORK
        rotated = [(solution, broken)]
        for grid, only in rotated:
            for variable in self._unknowns[only]:
                for value in self._values.get(variable, ()):
                    if value is grid[variable] or value == grid[variable]:
                        continue
                    left -= sum(len(self._below[member]) for member in speaking[variable])
                    if left < 0:
                        return
                    changed = {**grid, variable: value}
                    now = self._only_broken(changed, speaking[variable])
                    if now is not None and now not in seen:
                        seen.add(now)
                        rotated.append((changed, now))
                        yield now

    def _read(self, member: int) -> tuple[Variable, ...]:
        if member not in self._unknowns:
            self._below[member] = topological_order([self._meanings[member - 1]])
            self._unknowns[member] = tuple(term.detail for term in self._below[member] if term.op == "unknown")
        return self._unknowns[member]

    def _only_broken(self, grid: PartSolution, members: Iterable[int]) -> int | None:
        """Return the only member that a grid breaks; None if it breaks none or several."""
        memo: dict[Term, Value] = {}
        found = None
        for member in members:
            for term in self._below[member]:
                if term not in memo:
                    memo[term] = (
                        grid[term.detail]
                        if term.op == "unknown"
                        else all_operations()[term.op].evaluate(term, [memo[arg] for arg in term.args])
                    )
            if not memo[self._meanings[member - 1]]:
                if found is not None:
                    return None
                found = member
        return found
