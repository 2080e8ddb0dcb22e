"""Unit propagation over the clauses and sums of a problem. Sums that need not always hold are left out: it may miss literals."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.encode.problem import Problem

from ...solving.propagation_kernels import NONE
from ...solving.unit_propagation import UnitPropagation


class CubePropagation(UnitPropagation):
    """A problem whose literals can be assumed and undone. `steps` counts the literals that were propagated so far."""

    def __init__(self, problem: Problem) -> None:
        always = [constraint for constraint in problem.sums() if not constraint.unless]
        super().__init__(problem.size, [bound for constraint in always for bound in constraint.bounds()])
        self.steps = 0
        units: list[int] = []
        is_possible = True
        for clause in problem.clauses():
            literals = list(dict.fromkeys(clause))
            if len(literals) > 1:
                self.add(literals)
            else:
                units += literals
                is_possible &= bool(literals)
        self.is_possible = is_possible and self.tighten_bounds() == NONE and self.assume_all(units, 0)

    def assume_all(self, literals: Iterable[int], begin: int | None = None) -> bool:
        """Make literals true and propagate the trail from `begin`, or from them; return whether there is no conflict.

        After a conflict only `undo` makes sense.
        """
        begin = self.length if begin is None else begin
        value = self.arrays.value
        for literal in literals:
            if value[literal] < 0:
                return False
            if value[literal] == 0:
                self.assume(literal)
        conflict = self.propagate_trail(begin)
        self.steps += self.length - begin
        return conflict == NONE
