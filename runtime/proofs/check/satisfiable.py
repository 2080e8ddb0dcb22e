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
        self._clauses = clauses
        self._units = [clause[0] for clause in clauses if len(clause) == 1]
        self._is_empty = () in clauses
        self._inside: dict[int, list[Clause]] = {}
        for clause in clauses:
            for literal in clause:
                self._inside.setdefault(literal, []).append(clause)
        self._engine: Engine | None = None

    def with_true(self, literals: Sequence[int]) -> bool:
        """Check whether there is a model in which these literals are true.

        >>> found = Satisfiable([(1, 2), (-1, 3), (-2, 3, 4), (-3, -4)])
        >>> found.with_true([-1]), found.with_true([1, 4]), found.with_true([3, -1, 4])
        (True, False, False)
        """
        true = set(literals)
        if self._is_empty or any(-literal in true for literal in literals):
            return False
        if not self._propagate(true, [*literals, *self._units]):
            return False
        for clause in self._clauses:
            if true.isdisjoint(clause):
                chosen = next(literal for literal in clause if -literal not in true)
                if not self._propagate(true, [chosen]):
                    return self._searched(literals)
        return True

    def _propagate(self, true: set[int], waiting: list[int]) -> bool:
        """Add what follows from literals; return whether there is no contradiction."""
        for literal in waiting:
            if -literal in true:
                return False
            true.add(literal)
            for clause in self._inside.get(-literal, ()):
                if true.isdisjoint(clause):
                    left = [other for other in clause if -other not in true]
                    if not left:
                        return False
                    if len(left) == 1:
                        waiting.append(left[0])
        return True

    def _searched(self, literals: Sequence[int]) -> bool:
        if self._engine is None:
            self._engine = make_engine("clasp", 0)
            self._engine.add(self._clauses)
        return self._engine.solve(literals) is Status.SAT
