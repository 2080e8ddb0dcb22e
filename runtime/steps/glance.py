"""Find what one rule's instance shows at a glance: unit propagation in its clauses that uses no value found on the way."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Problem
from gridwright.compiler.ir.term import Variable

Possible = Mapping[Variable, int]

KEPT = 2  # answers: a pass asks twice, and the next pass often asks the same again


class Glance:
    """The clauses of an instance, with the literal of each value of its places.

    A glance shows which values a place cannot have, and which value it must have. It does not use these to show more: that takes
    another glance. The clauses and their order do not depend on the engine, so neither does what a glance shows.
    """

    def __init__(self, problem: Problem, places: Mapping[Variable, list[tuple[int, int]]]) -> None:
        self.places = places
        self._values = {literal: (variable, bit) for variable, literals in places.items() for bit, literal in literals}
        fresh = count(problem.size + 1)
        of_sums = (clause for total in problem.sums() for clause in as_clauses(total, lambda: next(fresh)))
        self._clauses: list[Clause] = [*map(tuple, problem.clauses()), *of_sums]
        self._units = [clause[0] for clause in self._clauses if len(clause) == 1]
        self._with: dict[int, list[int]] = {}  # for each literal, the clauses that it makes shorter
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._with.setdefault(-literal, []).append(number)
        self._seen: dict[tuple[int, ...], dict[Variable, int]] = {}

    def seen_values(self, possible: Possible) -> dict[Variable, int]:
        """Return the values that are left for places, as bits, where that is less than what is possible."""
        key = tuple(possible[variable] for variable in self.places)
        if key not in self._seen:
            if len(self._seen) >= KEPT:
                self._seen.clear()
            self._seen[key] = self._look(possible)
        return self._seen[key]

    def _look(self, possible: Possible) -> dict[Variable, int]:
        known: list[int] = []
        for variable, values in self.places.items():
            mask = possible[variable]
            known += [literal if mask == bit else -literal for bit, literal in values if mask == bit or not mask & bit]
        left: dict[Variable, int] = {}
        for literal in self._propagate(known):
            if literal in self._values:
                variable, bit = self._values[literal]
                left[variable] = left.get(variable, possible[variable]) & bit
            elif -literal in self._values:
                variable, bit = self._values[-literal]
                left[variable] = left.get(variable, possible[variable]) & ~bit
        return {variable: mask for variable, mask in left.items() if mask and mask != possible[variable]}

    def _propagate(self, known: list[int]) -> set[int]:
        """Return all literals that follow from the known ones; nothing is concluded from a value that follows."""
        given = {*known, *self._units}
        waiting, true = [*given], set[int]()
        missing: dict[int, int] = {}
        while waiting:
            literal = waiting.pop()
            if literal in true:
                continue
            true.add(literal)
            if literal in self._values and literal not in given:
                continue
            for number in self._with.get(literal, ()):
                clause = self._clauses[number]
                missing[number] = missing.get(number, len(clause)) - 1
                if missing[number] == 1:
                    last = next((other for other in clause if -other not in true), None)
                    if last is not None and last not in true:
                        waiting.append(last)
        return true
