"""CaDiCaL (Biere et al.), through python-sat: every constraint becomes clauses. It cross-checks what clasp proves."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Problem, Sum

from .engine import EngineFactory, EngineMissing, Status

try:
    import pysolvers
    from pysat.solvers import Cadical195
except ImportError as problem:
    raise EngineMissing(
        "the engine `cadical` needs python-sat: pip install python-sat, or in a clone of the repository pip install '.[cadical]'"
    ) from problem

DISTRIBUTION = "python-sat"
CONFLICTS_PER_SLICE = 1_000  # after each slice it checks the clock; a slice takes some tens of milliseconds


class CadicalEngine:
    """An engine that holds one problem in its own CaDiCaL solver."""

    name = "cadical"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._solver = Cadical195()
        self._solver.configure({"seed": seed % 2_000_000_000})
        self._variables = 0  # the number in use, auxiliary ones for sums and lemmas included
        self._size = 0
        self._internal_variables: dict[int, int] = {}
        self._model: list[int] | None = []  # None: there is one, which nobody has read yet
        self._assumed: list[int] = []
        self._assumed_inside: list[int] = []
        self._stop = False

    @property
    def conflicts(self) -> int:
        """Return the conflicts so far."""
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))

    def another(self) -> CadicalEngine:
        """Return an empty engine of the same kind."""
        return type(self)(self._seed)

    def load(self, problem: Problem) -> None:
        """Take in a whole problem; sums become clauses over auxiliary variables."""
        self._variables = self._size = problem.size
        self._add(problem.clauses())
        self._add_sums(problem.sums())

    def _fresh(self) -> int:
        self._variables += 1
        return self._variables

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums; variables beyond the problem's are mapped to new ones, because sums use the next numbers."""
        self._add(self._internal_clause(clause) for clause in clauses)
        self._add_sums(
            Sum(
                tuple((factor, self._internal(literal)) for factor, literal in constraint.pairs),
                constraint.low,
                constraint.high,
                self._internal_clause(constraint.unless),
            )
            for constraint in sums
        )

    def _add_sums(self, sums: Iterable[Sum]) -> None:
        for constraint in sums:
            self._add(as_clauses(constraint, self._fresh))

    def _internal_clause(self, clause: Sequence[int]) -> Clause:
        size = self._size  # up to it, no call is needed
        return tuple([literal if -size <= literal <= size else self._internal(literal) for literal in clause])

    def _add(self, clauses: Iterable[Sequence[int]]) -> None:
        self._read_model()  # with one more clause, the solver has none
        for clause in clauses:
            self._solver.add_clause(list(clause))

    def _internal(self, literal: int) -> int:
        variable = abs(literal)
        if variable <= self._size:
            return literal
        if variable not in self._internal_variables:
            self._internal_variables[variable] = self._fresh()
        return self._internal_variables[variable] if literal > 0 else -self._internal_variables[variable]

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model, in slices, because python-sat cannot interrupt CaDiCaL."""
        end = None if seconds is None else time.monotonic() + seconds
        self._stop = False
        self._assumed = list(assumptions)
        self._assumed_inside = list(self._internal_clause(assumptions))
        remaining = conflicts
        for _ in self._until(end):
            if remaining is not None and remaining <= 0:
                return Status.OUT_OF_CONFLICTS
            self._solver.conf_budget(CONFLICTS_PER_SLICE if remaining is None else min(CONFLICTS_PER_SLICE, remaining))
            remaining = None if remaining is None else remaining - CONFLICTS_PER_SLICE
            try:
                answer = self._solve_slice(self._assumed_inside)
            except KeyboardInterrupt:
                return Status.INTERRUPTED
            if answer is not None:
                self._model = None if answer else []
                return Status.SAT if answer else Status.UNSAT
        return Status.INTERRUPTED if self._stop else Status.OUT_OF_TIME

    def _solve_slice(self, assumptions: list[int]) -> bool | None:
        """Do what python-sat's `solve_limited` does, but keep Python's signal handlers, which run after the slice.

        Its own handler of Ctrl-C jumps out of CaDiCaL, which may crash, and reports "interrupted" if memory runs out.
        """
        answer = pysolvers.cadical195_solve_lim(self._solver.cadical, assumptions, 0)
        self._solver.prev_assumps = assumptions
        self._solver.status = None if answer == 0 else answer > 0
        return self._solver.status  # type: ignore[no-any-return]

    def _until(self, end: float | None) -> Iterator[None]:
        while not self._stop and (end is None or time.monotonic() < end):
            yield

    def value(self, variable: int) -> bool:
        """Return the value of a variable; one that occurs in no clause is false."""
        internal = variable if variable <= self._size else self._internal(variable)
        model = self._read_model()
        return internal <= len(model) and model[internal - 1] > 0

    def _read_model(self) -> list[int]:
        """Return the last model. It is read only if a caller wants a value: most only need to know that there is one."""
        if self._model is None:
            self._model = self._solver.get_model() or []
        return self._model

    def core(self) -> list[int]:
        """Return the assumptions of the last core."""
        core = set(self._solver.get_core() or [])
        return [literal for literal, inner in zip(self._assumed, self._assumed_inside, strict=True) if inner in core]

    def interrupt(self) -> None:
        """Stop before the next slice."""
        self._stop = True


ENGINE: EngineFactory = CadicalEngine
