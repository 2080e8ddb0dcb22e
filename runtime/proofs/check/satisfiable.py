"""Whether clauses have a model in which some literals are true, where these decide nearly everything."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.encode.problem import Clause

from ...engines.engine import Engine, Status
from ...engines.engine_registry import make_engine


class Satisfiable:
    """Some clauses, for many questions.

    Unit propagation answers most of them, with what is left open set to what the first clause that needs it says. Only if that
    leads to a contradiction is a solver asked.
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._clauses = [tuple(dict.fromkeys(clause)) for clause in clauses]
        self._lengths = [*map(len, self._clauses)]
        self._units = [clause[0] for clause in self._clauses if len(clause) == 1]
        self._inside: dict[int, list[int]] = {}  # by literal the clauses that have it
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._inside.setdefault(literal, []).append(number)
        self._engine: Engine | None = None

    def with_true(self, literals: Sequence[int]) -> bool:
        """Check whether there is a model in which these literals are true.

        >>> found = Satisfiable([(1, 2), (-1, 3), (-2, 3, 4), (-3, -4)])
        >>> found.with_true([-1]), found.with_true([1, 4]), found.with_true([3, -1, 4])
        (True, False, False)
        """
        true: set[int] = set()
        left = self._lengths.copy()  # for each clause how many of its literals are not false
        if 0 in left or not self._propagate(true, left, [*literals, *self._units]):
            return False
        for clause in self._clauses:
            if true.isdisjoint(clause):
                chosen = next(literal for literal in clause if -literal not in true)
                if not self._propagate(true, left, [chosen]):
                    return self._searched(literals)
        return True

    def _propagate(self, true: set[int], left: list[int], waiting: list[int]) -> bool:
        """Add what follows from literals; return whether there is no contradiction."""
        for literal in waiting:
            if literal in true:
                continue
            if -literal in true:
                return False
            true.add(literal)
            for number in self._inside.get(-literal, ()):
                left[number] -= 1
                if left[number] < 2:
                    clause = self._clauses[number]
                    if true.isdisjoint(clause):
                        if not left[number]:
                            return False
                        waiting.append(next(other for other in clause if -other not in true))
        return True

    def _searched(self, literals: Sequence[int]) -> bool:
        if self._engine is None:
            self._engine = make_engine("clasp", 0)
            self._engine.add(self._clauses)
        return self._engine.solve(literals) is Status.SAT
