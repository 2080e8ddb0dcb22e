"""Cut a part of a puzzle into cubes, in each of which some unknowns have fixed values.

The cube that leaves most open is cut next, along the unknown whose values leave least open: each of the unknowns that occur most
in short clauses is tried, value by value, with unit propagation (as in cube and conquer, Heule, Kullmann, Wieringa and Biere
2011). Values that contradict at once give no cubes. Only visible unknowns are cut along, so no solution is in two cubes, whatever
is hidden.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence

from gridwright.compiler.encode.problem import Problem, VariableEncoding
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value

from .unit_propagation import CubePropagation

TRIED = 10  # unknowns, each time something is cut
MAX_STEPS = 15_000  # of propagation, each time: after so many no further unknown is tried; some 50 ms
MAX_VALUES = 12  # of an unknown along which something is cut


@dataclass(frozen=True, slots=True)
class Cube:
    """The values of some unknowns, and how much they leave open, in bits."""

    values: tuple[tuple[Variable, Value], ...]
    open: float


def cubes(problem: Problem, wanted: int, deadline: Deadline) -> list[Cube]:
    """Return about so many cubes of a part, those first that leave least open; none if it contradicts without a search.

    Fewer if nothing is left to be cut. Every solution of the part is in exactly one of them.
    """
    return _CubeSplitter(problem, deadline).into(wanted)


class _CubeSplitter:
    """Cuts a problem into cubes."""

    def __init__(self, problem: Problem, deadline: Deadline) -> None:
        self.problem = problem
        self.deadline = deadline
        self.known = CubePropagation(problem)
        self.root = self.known.length
        self.places: list[tuple[Variable, VariableEncoding]] = [
            (variable, place)
            for variable, place in problem.places.items()
            if not variable.layer.hidden and len(place.literals) > 1 and not place.bits
        ]
        weights = [0.0] * (problem.size + 1)
        for clause in problem.clauses():
            for literal in clause:
                weights[abs(literal)] += 2.0 ** -len(clause)  # Jeroslow and Wang 1990
        self.weights = {
            variable: sum(weights[abs(literal)] for literal in place.literals.values()) for variable, place in self.places
        }
        self.places.sort(key=lambda candidate: -self.weights[candidate[0]])

    def into(self, wanted: int) -> list[Cube]:
        """Return about so many cubes."""
        if not self.known.is_possible:
            return []
        done: list[Cube] = []
        whole = Cube((), self._open())
        heap = [(-whole.open, 0, whole)]
        number = 0  # of equals, the one that was made first
        while heap and len(heap) + len(done) < wanted:
            cube = heapq.heappop(heap)[2]
            cases = self._cut(cube)
            if cases is None:
                done.append(cube)
            for case in cases or ():
                number += 1
                heapq.heappush(heap, (-case.open, number, case))
        return sorted([*done, *(cube for _, _, cube in heap)], key=lambda cube: (cube.open, len(cube.values)))

    def _cut(self, cube: Cube) -> list[Cube] | None:
        """Cut a cube into smaller ones; return None if it cannot be cut."""
        self.known.undo(self.root)
        self.known.assume_all(place.literals[value] for place, value in self._of(cube))
        tried = [open_place for open_place in self.places if 1 < len(self._values(open_place[1])) <= MAX_VALUES][:TRIED]
        best: list[Cube] | None = None
        least = math.inf
        end = self.known.steps + MAX_STEPS
        for variable, place in tried:
            self.deadline.check()
            if self.known.steps > end:
                break
            cases = self._cubes_of(cube, variable, place)
            total = sum(2.0 ** min(case.open, 1000.0) for case in cases)
            if total < least:
                best, least = cases, total
        return best

    def _of(self, cube: Cube) -> list[tuple[VariableEncoding, Value]]:
        return [(self.problem.places[variable], value) for variable, value in cube.values]

    def _cubes_of(self, cube: Cube, variable: Variable, place: VariableEncoding) -> list[Cube]:
        """Return a cube for each value of an unknown. The literals of the cube that is cut are assumed already."""
        narrower = []
        for value in self._values(place):
            before = self.known.length
            if self.known.assume_all([place.literals[value]]):
                narrower.append(Cube((*cube.values, (variable, value)), self._open()))
            self.known.undo(before)
        return narrower

    def _values(self, place: VariableEncoding) -> list[Value]:
        """Return the values that an unknown may still have."""
        truth = self.known.arrays.value
        return [value for value, literal in place.literals.items() if truth[literal] >= 0]

    def _open(self) -> float:
        """Return how much is open: the logarithm of the number of grids if each unknown is looked at by itself."""
        return sum(math.log2(len(values)) for _, place in self.places if len(values := self._values(place)) > 1)


def literals_of(problem: Problem, values: Sequence[tuple[Variable, Value]]) -> list[int]:
    """Return the literals of a cube."""
    return [problem.places[variable].literals[value] for variable, value in values]
