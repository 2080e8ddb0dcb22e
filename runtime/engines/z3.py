"""Z3's finite-domain solver (QF_FD): clauses go in as DIMACS text, sums as its pseudo-Boolean constraints.

Each engine owns a context, because in the shared one the same seed gave different models in one process. The Python operators of
Z3 are slow, so clauses are text, and sums use the C interface with handles that are created once.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import z3
from gridwright.compiler.encode.arithmetic import NumberComparison
from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Problem, Sum
from gridwright.compiler.geometry.placement import Placement
from gridwright.compiler.values import Number

from .engine import EngineFactory, Status
from .z3_arithmetic import Irrational, TooLarge, Z3Arithmetic

DISTRIBUTION = "z3-solver"
NO_LIMIT = 2**32 - 1
CONFLICTS = ("conflicts", "sat conflicts")  # in the statistics, of one solver of Z3 or another
MAX_TOTAL = 2**31 - 1  # of the factors in a sum of Z3, which are C integers; larger ones would overflow silently
CLAUSES_PER_TEXT = 50_000  # one text of all would be much of the memory that a large problem takes
NEVER = 1_000_000  # conflicts before clauses are simplified again
AUXILIARY = 2**40  # auxiliary variables are numbered from here, beyond every variable of a problem


@contextmanager
def _raising_memory_error() -> Iterator[None]:
    """Raise `MemoryError` if Z3 runs out of memory, as all other code does."""
    try:
        yield
    except z3.Z3Exception as problem:
        if "memory" in str(problem):
            raise MemoryError from None
        raise


class Z3Engine:
    """An engine that holds one problem in its own finite-domain solver."""

    name = "z3"
    has_arithmetic = True

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._context = z3.Context()
        self._solver: Any = z3.SolverFor("QF_FD", ctx=self._context)
        self._solver.set("random_seed", seed)
        self._booleans: dict[int, Any] = {}
        self._model: Any = None
        self._values: dict[int, bool] = {}
        self._assumed: dict[int, int] = {}
        self._auxiliaries = 0
        self._arithmetic: Z3Arithmetic | None = None
        self._numbers: dict[int, Number] = {}

    @property
    def conflicts(self) -> int:
        """Return the conflicts so far."""
        numbers = self._solver.statistics()
        return sum(int(numbers.get_key_value(key)) for key in numbers.keys() if key in CONFLICTS)  # noqa: SIM118 (no mapping)

    def another(self) -> Z3Engine:
        """Return an empty engine of the same kind."""
        return type(self)(self._seed)

    @_raising_memory_error()
    def load(self, problem: Problem) -> None:
        """Take in a whole problem."""
        if problem.has_numbers:
            self._solver = z3.SimpleSolver(ctx=self._context)  # of all its theories
            self._solver.set("random_seed", self._seed)
            self._arithmetic = Z3Arithmetic(self._context, self._solver.add, self._literal)
        else:
            counts_natively = _counts_natively(problem)
            self._solver.set("phase", _phase(problem))
            self._solver.set("cardinality.solver", counts_natively)
            if counts_natively:
                self._solver.set("simplify.delay", NEVER)
        self._add(problem.clauses(), problem.size)
        self.add((), problem.sums())
        self.compare(problem.comparisons())

    @_raising_memory_error()
    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums."""
        self._add(clauses, 0)
        for constraint in sums:
            if sum(factor for factor, _ in constraint.pairs) > MAX_TOTAL:
                for clause in as_clauses(constraint, self._fresh):
                    self._solver.add(z3.Or(*(self._literal(literal) for literal in clause)))
            else:
                self._solver.add(self._sum(constraint))

    @_raising_memory_error()
    def compare(self, comparisons: Iterable[NumberComparison]) -> None:
        """Add comparisons."""
        for comparison in comparisons:
            assert self._arithmetic is not None
            self._arithmetic.compare(comparison)

    def _add(self, clauses: Iterable[Clause], variables: int) -> None:
        remaining = iter(clauses)
        while lines := [f"{' '.join(map(str, clause))} 0" for clause in itertools.islice(remaining, CLAUSES_PER_TEXT)]:
            self._solver.from_string(f"p cnf {variables} {len(lines)}\n" + "\n".join(lines) + "\n")

    @_raising_memory_error()
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
            return self._read_numbers()
        return Status.UNSAT if answer == z3.unsat else _reason(self._solver.reason_unknown())

    def _read_numbers(self) -> Status:
        try:
            self._numbers = self._arithmetic.values(self._model) if self._arithmetic else {}
        except Irrational:
            return Status.IRRATIONAL
        except TooLarge:
            return Status.LARGE_NUMBERS
        return Status.SAT

    def number(self, number: int) -> Number:
        """Return the value of a number without bounds; 0 if no comparison has it yet."""
        return self._numbers.get(number, 0)

    @_raising_memory_error()
    def value(self, variable: int) -> bool:
        """Return the value of a variable; one that the model leaves open is false."""
        known = self._values.get(variable)
        if known is None:
            context, boolean = self._context.ref(), self._boolean(variable)
            # the C interface, because `eval` takes 50 us, and each round reads a whole candidate
            value = z3.Z3_model_get_const_interp(context, self._model.model, z3.Z3_get_app_decl(context, boolean.as_ast()))
            known = self._values[variable] = bool(value) and z3.Z3_get_bool_value(context, value) == z3.Z3_L_TRUE
        return known

    def core(self) -> list[int]:
        """Return the assumptions of the last core."""
        return [self._assumed[literal.get_id()] for literal in self._solver.unsat_core()]

    def interrupt(self) -> None:
        """Stop a running check."""
        self._context.interrupt()

    def _boolean(self, variable: int) -> Any:
        boolean = self._booleans.get(variable)
        if boolean is None:
            boolean = self._booleans[variable] = z3.Bool(variable, self._context)
        return boolean

    def _fresh(self) -> int:
        """Return a new variable for a sum that is stated in clauses; its name is no number, so it cannot clash with the
        problem's.
        """
        self._auxiliaries += 1
        variable = AUXILIARY + self._auxiliaries
        self._booleans[variable] = z3.Bool(f"sum {self._auxiliaries}", self._context)
        return variable

    def _literal(self, literal: int) -> Any:
        boolean = self._boolean(abs(literal))
        return boolean if literal > 0 else z3.Not(boolean)

    def _sum(self, constraint: Sum) -> Any:
        low, high = constraint.low, constraint.high
        if low is not None and low == high and not constraint.unless:
            return self._comparison(z3.Z3_mk_pbeq, constraint.pairs, low)
        if low is None and high is not None and not constraint.unless:  # without negating thousands of literals, which is slow
            return self._comparison(z3.Z3_mk_pble, constraint.pairs, high)
        total = sum(factor for factor, _ in constraint.pairs)
        sides = []
        if low is not None:
            sides.append(self._at_least(constraint.pairs, low, constraint.unless))
        if high is not None:
            negated = tuple((factor, -literal) for factor, literal in constraint.pairs)
            sides.append(self._at_least(negated, total - high, constraint.unless))
        return sides[0] if len(sides) == 1 else z3.And(*sides)

    def _at_least(self, pairs: tuple[tuple[int, int], ...], low: int, unless: Clause) -> Any:
        """State a lower bound unless a literal of `unless` is true: each of these joins the sum with the factor `low`, because a
        sum inside an `Or` is not native.
        """
        return self._comparison(z3.Z3_mk_pbge, (*pairs, *((low, literal) for literal in unless)), low)

    def _comparison(self, make: Any, pairs: tuple[tuple[int, int], ...], bound: int) -> Any:
        handles = [self._literal(literal) for _, literal in pairs]  # keep them alive until the sum refers to them
        literals = (z3.Ast * len(pairs))(*(handle.ast for handle in handles))
        factors = (ctypes.c_int * len(pairs))(*(factor for factor, _ in pairs))
        return z3.BoolRef(make(self._context.ref(), len(pairs), literals, factors, bound), self._context)


def _phase(problem: Problem) -> str:
    """Return Z3's phase selection: which value the search tries first.

    If most unknowns have a literal for each value, true: one true literal decides the others (Four-in-One: 0.8 s in the mean of
    eight seeds, against 1.4 s with Z3's default). The same goes for a piece that is placed (Some F Squares: 6.1 s against 9.7 s).
    Otherwise Z3's default, phase caching (shading with connectivity, 18 by 18: 0.5 s against 0.9 s). The default is also for
    problems with selectors, which are searched many times.
    """
    if problem.selectors:
        return "caching"
    by_value = sum(
        len(place.literals) > 2 or isinstance(variable.layer.places[variable.position], Placement)
        for variable, place in problem.places.items()
    )
    return "always_true" if 2 * by_value > len(problem.places) else "caching"


# Options of Z3 that were tried, in seconds of CPU time, each pair of figures for the seeds 0 and 1, single ones for seed 0.
#
# It pays to put off simplification (`simplify.delay`) where sums are native, since it took most of the time there: Some F
# Squares 0.8 and 0.9 for the first solution against 3.3 and 2.0; 2025-06 in all 7.6 and 6.7 against 15.2; Hooks 9 2.5 against
# 3.8. Without native sums nothing is gained (Number Cross 2.1 against 1.9; nurikabe with few clues more than 49 against 46).
# Without any simplification (`inprocess.max=0`) Z3 gives up.
#
# These do not pay: `pb.solver` (totalizer, segmented, sorting: 7.0, 6.8, 6.7 for Some F Squares, against 6.9), `restart=luby`
# (6.7), `branching.heuristic=chb` (12.1; nurikabe with few clues 44 against 46); no probing, elimination, asymmetric branching or
# subsumption (3.0 to 3.3 for its first solution, against 3.3); `phase=caching` (7.7; Knight Moves 3 4.8 and 4.4 against 4.4 and
# 4.1). Not tried: a user propagator for connectivity, which QF_FD does not take, and which would call Python for each literal.


def _counts_natively(problem: Problem) -> bool:
    """Check whether Z3 should propagate cardinality constraints itself instead of compiling them to circuits.

    Yes, mostly: that takes less memory and time (2025-06: a third of the memory; Four-in-One: 0.4 s of CPU time with two seeds,
    against 2.7 and 3.0 s; Block Party 2: 6 s against 22 s). No if they count conjunctions, as members of groups are: other
    constraints decide these, and clause learning gains more from circuits (nurikabe with few clues: 46 s; with native sums it had
    not ended after 45 s). No if sums have selectors, because such a problem is searched hundreds of times (a conflict in
    battleships: 2.2 s of CPU time against 15 s).
    """
    if problem.selectors:
        return False
    counted = [
        problem.meanings[abs(literal) - 1].op == "and"
        for constraint in problem.sums()
        for factor, literal in constraint.pairs
        if factor == 1
    ]
    return bool(counted) and 2 * sum(counted) <= len(counted)


def _reason(reason: str) -> Status:
    """Translate Z3's reason for giving up into a `Status`."""
    if "interrupted" in reason:
        return Status.INTERRUPTED
    if "timeout" in reason or "canceled" in reason:
        return Status.OUT_OF_TIME
    if "max.conflicts" in reason:
        return Status.OUT_OF_CONFLICTS
    if "memory" in reason:
        return Status.OUT_OF_MEMORY
    return Status.UNKNOWN


ENGINE: EngineFactory = Z3Engine
