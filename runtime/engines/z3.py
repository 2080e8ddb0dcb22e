"""Z3's finite-domain solver: clauses go in as DIMACS text, sums as its own pseudo-Boolean constraints.

Each engine owns a context, because in the shared one the same seed gave different models in one process. The Python operators of
Z3 are slow, so clauses are text and sums go through the C interface on handles made once.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import z3
from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Lazy, Problem, Sum
from gridwright.compiler.geometry.placement import Placement

from .engine import Status

NO_LIMIT = 2**32 - 1
MAX_TOTAL = 2**31 - 1  # of a sum that Z3 takes: its factors are C integers, and larger ones would wrap unseen
AT_ONCE = 50_000  # clauses in one text: a text of all would be much of the memory that a large problem takes
OWN = 2**40  # beyond every variable of a problem


@contextmanager
def _in_memory() -> Iterator[None]:
    """Where Z3 has no more memory, `MemoryError`, as from everything else."""
    try:
        yield
    except z3.Z3Exception as problem:
        if "memory" in str(problem):
            raise MemoryError from None
        raise


class Z3Engine:
    """One problem in a finite-domain solver of its own."""

    name = "z3"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._context = z3.Context()
        self._solver: Any = z3.SolverFor("QF_FD", ctx=self._context)
        self._solver.set("random_seed", seed)
        self._booleans: dict[int, Any] = {}
        self._model: Any = None
        self._values: dict[int, bool] = {}
        self._assumed: dict[int, int] = {}
        self._own = 0

    def another(self) -> Z3Engine:
        """An empty engine of the same kind."""
        return type(self)(self._seed)

    @_in_memory()
    def load(self, problem: Problem) -> None:
        """Take in a whole problem."""
        self._solver.set("phase", _phase(problem))
        self._solver.set("cardinality.solver", _counts_natively(problem))
        self._add(problem.clauses(), problem.size)
        self.add((), problem.sums())

    @_in_memory()
    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums."""
        self._add(clauses, 0)
        for constraint in sums:
            if sum(factor for factor, _ in constraint.pairs) > MAX_TOTAL:
                for clause in as_clauses(constraint, self._fresh):
                    self._solver.add(z3.Or(*(self._literal(literal) for literal in clause)))
            else:
                self._solver.add(self._sum(constraint))

    def _add(self, clauses: Iterable[Clause], variables: int) -> None:
        waiting = iter(clauses)
        while lines := [f"{' '.join(map(str, clause))} 0" for clause in itertools.islice(waiting, AT_ONCE)]:
            self._solver.from_string(f"p cnf {variables} {len(lines)}\n" + "\n".join(lines) + "\n")

    @_in_memory()
    def state(self, lazy: Lazy) -> None:
        """Nothing: all that is lazy is left to lemmas."""

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model."""
        self._model = None
        self._values = {}
        self._solver.set("timeout", NO_LIMIT if seconds is None else max(1, min(NO_LIMIT, int(seconds * 1000))))
        self._solver.set("max_conflicts", NO_LIMIT if conflicts is None else min(NO_LIMIT, conflicts))
        literals = [self._literal(literal) for literal in assumptions]
        self._assumed = {literal.get_id(): number for literal, number in zip(literals, assumptions, strict=True)}
        answer = self._solver.check(*literals)
        if answer == z3.sat:
            self._model = self._solver.model()
            return Status.SAT
        return Status.UNSAT if answer == z3.unsat else _reason(self._solver.reason_unknown())

    @_in_memory()
    def value(self, variable: int) -> bool:
        """The value of a variable; one that the model leaves open is false."""
        found = self._values.get(variable)
        if found is None:
            context, boolean = self._context.ref(), self._boolean(variable)
            # the C interface: `eval` takes 50 us, and a candidate is read whole in each round
            value = z3.Z3_model_get_const_interp(context, self._model.model, z3.Z3_get_app_decl(context, boolean.as_ast()))
            found = self._values[variable] = bool(value) and z3.Z3_get_bool_value(context, value) == z3.Z3_L_TRUE
        return found

    def core(self) -> list[int]:
        """Assumptions that contradict."""
        return [self._assumed[literal.get_id()] for literal in self._solver.unsat_core()]

    def interrupt(self) -> None:
        """Stop a running check."""
        self._context.interrupt()

    def _boolean(self, variable: int) -> Any:
        found = self._booleans.get(variable)
        if found is None:
            found = self._booleans[variable] = z3.Bool(variable, self._context)
        return found

    def _fresh(self) -> int:
        """A variable of a sum that is stated in clauses; its name is no number, so that it is nobody else's."""
        self._own += 1
        variable = OWN + self._own
        self._booleans[variable] = z3.Bool(f"sum {self._own}", self._context)
        return variable

    def _literal(self, literal: int) -> Any:
        boolean = self._boolean(abs(literal))
        return boolean if literal > 0 else z3.Not(boolean)

    def _sum(self, constraint: Sum) -> Any:
        low, high = constraint.low, constraint.high
        if low is not None and low == high and not constraint.unless:
            return self._compared(z3.Z3_mk_pbeq, constraint.pairs, low)
        if low is None and high is not None and not constraint.unless:  # without negating thousands of literals, which is slow
            return self._compared(z3.Z3_mk_pble, constraint.pairs, high)
        total = sum(factor for factor, _ in constraint.pairs)
        sides = []
        if low is not None:
            sides.append(self._at_least(constraint.pairs, low, constraint.unless))
        if high is not None:
            negated = tuple((factor, -literal) for factor, literal in constraint.pairs)
            sides.append(self._at_least(negated, total - high, constraint.unless))
        return sides[0] if len(sides) == 1 else z3.And(*sides)

    def _at_least(self, pairs: tuple[tuple[int, int], ...], low: int, unless: Clause) -> Any:
        """Each literal of `unless` is enough alone: as a member of the sum, because inside an `Or` a sum is not native."""
        return self._compared(z3.Z3_mk_pbge, (*pairs, *((low, literal) for literal in unless)), low)

    def _compared(self, make: Any, pairs: tuple[tuple[int, int], ...], bound: int) -> Any:
        kept = [self._literal(literal) for _, literal in pairs]  # alive until the sum holds them
        literals = (z3.Ast * len(pairs))(*(literal.ast for literal in kept))
        factors = (ctypes.c_int * len(pairs))(*(factor for factor, _ in pairs))
        return z3.BoolRef(make(self._context.ref(), len(pairs), literals, factors, bound), self._context)


def _phase(problem: Problem) -> str:
    """Which value the search tries first.

    Where unknowns have a literal for each value, true: one of them decides the rest (Four-in-One: 0.8 s in the mean of eight
    seeds, against 1.4 s with Z3's default). So does a piece that is laid (Some F Squares: 6.1 s, against 9.7 s). Where they are
    truth values of other things, Z3's default, which remembers (shading with connectivity, 18 by 18: 0.5 s against 0.9 s). So
    it is where one question after another is asked about the same problem.
    """
    if problem.selectors:
        return "caching"
    by_value = sum(
        len(place.literals) > 2 or isinstance(variable.layer.places[variable.position], Placement)
        for variable, place in problem.places.items()
    )
    return "always_true" if 2 * by_value > len(problem.places) else "caching"


def _counts_natively(problem: Problem) -> bool:
    """Whether Z3 propagates counts itself, in place of making circuits of them.

    Where values of unknowns are counted, yes: that takes less memory and time (2025-06: a third of the memory; twelve
    pentominoes: 0.6 s in the mean of three seeds, against 1.8 s; Four-in-One: 0.4 s against 0.8 s). Where it is the members of
    groups, no: what decides them is not in the sums, and there is more to learn from circuits (nurikabe with few clues: 26 s
    against more than 50 s). Nor where sums can be left out, and hundreds of questions be asked (a conflict in battleships: 2.2 s
    of CPU time against 15 s).
    """
    if problem.selectors:
        return False
    values = {abs(literal) for place in problem.places.values() for literal in place.literals.values()}
    counted = [abs(literal) in values for constraint in problem.sums() for factor, literal in constraint.pairs if factor == 1]
    return 2 * sum(counted) > len(counted)


def _reason(words: str) -> Status:
    """Z3's reason for giving up, in our words; the only place that knows Z3's."""
    if "interrupted" in words:
        return Status.INTERRUPTED
    if "timeout" in words or "canceled" in words:
        return Status.OUT_OF_TIME
    if "max.conflicts" in words:
        return Status.OUT_OF_CONFLICTS
    if "memory" in words:
        return Status.OUT_OF_MEMORY
    return Status.UNKNOWN
