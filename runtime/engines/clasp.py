"""clasp (Gebser, Kaufmann and Schaub 2012), through clingo: clauses as integrity constraints, sums as weight constraints.

It propagates sums itself, as Z3 does, and is as fast with clauses as CaDiCaL: of the specs it takes less time than both, and half
of Z3's memory (benchmarks/specs.py). There is nothing to ground: every variable is an atom that may be chosen.

What hangs together can be stated in rules. In an answer set nothing is true because of itself: what "is reached" by rules alone
is reached from the root, and clasp looks for sets of atoms that have nothing else to rest on (unfounded sets). Nurikabe with few
clues takes half the time that it takes with cuts, in two rounds in place of 73. It is stated when the first candidate is cut, not
before: as long as no rule speaks of a variable clasp takes out what the clauses alone decide, and Choco Banana takes half the
time, Hooks 9 three quarters (benchmarks/choices.py). Of curves the points that are met are reached, along what is drawn:
slitherlink takes half the time, and two rounds in place of 22. What is joined with one vertex could be said in the same way; but
there a few cuts are enough, and each vertex that is asked about is one more to look for unfounded sets from: Shikaku took 1.7
times as long.
"""

from __future__ import annotations

import contextlib
import itertools
import operator
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Lazy, LazyConnected, LazyRefined, Problem, Sum
from gridwright.compiler.ir.term import Refinement

from .engine import EngineFactory, EngineMissing, Status

try:
    import clingo
except ImportError as problem:
    raise EngineMissing("the engine `clasp` needs clingo: pip install clingo") from problem

OPTIONS = ("--models=1", "--warn=none")
ANY_SIGN = "--sign-def=rnd"  # which value is tried first; no other choice of clasp is random, so a seed alone changes nothing
SLICE = 0.1  # seconds between two looks at the clock, and for Ctrl-C
MAX_TOTAL = 2**31 - 1  # of a weight constraint, whose weights are C integers
OWN = 2**40  # beyond every variable of a problem

Literal = Callable[[int], int]


class _Literals(dict[int, int]):
    """What a literal of the problem is in the program: an atom that may be chosen, which is made when it is asked for first.

    So atoms that occur together have numbers close to each other. In the order of the variables Block Party 2 takes three times
    as long.
    """

    def __init__(self) -> None:
        super().__init__()
        self.backend: Any = None  # as long as the program is being built

    def __missing__(self, number: int) -> int:
        atom = self.backend.add_atom()
        self.backend.add_rule([atom], choice=True)
        self[abs(number)], self[-abs(number)] = atom, -atom
        return self[number]


class ClaspEngine:
    """One problem in a clasp of its own."""

    name = "clasp"

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._control = clingo.Control([*OPTIONS, *([f"--seed={seed % 2_000_000_000}", ANY_SIGN] if seed else [])])
        self._limits: Any = self._control.configuration.solve
        self._literals = _Literals()
        self._searches: list[Any] = []  # the last one, as long as its model or core may be read
        self._model: Any = None
        self._assumed: list[int] = []
        self._own = 0
        self._stated: set[Lazy] = set()
        self._stop = False
        weakref.finalize(self, _end_all, self._searches)  # a thread that waits when the process ends would abort it

    def another(self) -> ClaspEngine:
        """Return an empty engine of the same kind."""
        return type(self)(self._seed)

    def load(self, problem: Problem) -> None:
        """Take in a whole problem."""
        self.add(problem.clauses(), problem.sums())

    def state(self, lazy: Lazy) -> None:
        """State what hangs together: what follows from nothing but itself is not true in clasp."""
        if lazy in self._stated:
            return
        self._stated.add(lazy)
        if isinstance(lazy, LazyConnected):
            with self._building() as (backend, literal):
                _connect(backend, literal, lazy)
        elif isinstance(lazy, LazyRefined) and lazy.term.detail.joins:
            with self._building() as (backend, literal):
                _join(backend, literal, lazy)

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums; after that no value of the last model can be read."""
        clauses, sums = list(clauses), list(sums)
        if not clauses and not sums:
            return
        with self._building() as (backend, literal):
            for clause in clauses:
                backend.add_rule([], [*map(literal, map(operator.neg, clause))])
            for each in sums:
                total = sum(factor for factor, _ in each.pairs)
                if each.high is not None:
                    self._at_most(backend, literal, each.pairs, total, each.high, each.unless)
                if each.low is not None:
                    negated = [(factor, -one) for factor, one in each.pairs]
                    self._at_most(backend, literal, negated, total, total - each.low, each.unless)

    @contextlib.contextmanager
    def _building(self) -> Any:
        """Yield the backend and a function that gives a variable's literal in it."""
        self._end()
        with self._control.backend() as backend:
            self._literals.backend = backend
            yield backend, self._literals.__getitem__

    def _at_most(
        self, backend: Any, literal: Literal, pairs: Iterable[tuple[int, int]], total: int, high: int, unless: Clause
    ) -> None:
        """State that a sum does not exceed `high`, unless one of `unless` is true; each of those weighs as much as all others
        together.
        """
        bound = high + 1 + total * len(unless)
        if total * (1 + len(unless)) > MAX_TOTAL:
            for clause in as_clauses(Sum(tuple(pairs), None, high, unless), self._fresh):
                backend.add_rule([], [-literal(each) for each in clause])
            return
        body = [(literal(one), factor) for factor, one in pairs] + [(-literal(one), total) for one in unless]
        backend.add_weight_rule([], bound, body)

    def _fresh(self) -> int:
        """Return a new variable for a sum that is stated in clauses."""
        self._own += 1
        return OWN + self._own

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model, in a thread of clasp's own."""
        end = None if seconds is None else time.monotonic() + seconds
        self._stop = False
        self._assumed = list(assumptions)
        with self._building() as (_, literal):
            assumed = [literal(each) for each in assumptions]
        self._limits.solve_limit = f"{'umax' if conflicts is None else conflicts},umax"
        search: Any = self._control.solve(assumptions=assumed, yield_=True, async_=True)
        self._searches.append(search)
        try:
            while not search.wait(SLICE if end is None else max(0.0, min(SLICE, end - time.monotonic()))):
                if self._stop or (end is not None and time.monotonic() >= end):
                    self._end()
                    return Status.INTERRUPTED if self._stop else Status.OUT_OF_TIME
        except KeyboardInterrupt:
            self._end()
            return Status.INTERRUPTED
        except BaseException:  # what else a signal may raise, as where memory ends
            self._end()
            raise
        self._model = search.model()
        if self._model is not None:
            return Status.SAT
        if search.get().unsatisfiable:
            return Status.UNSAT
        return Status.UNKNOWN if conflicts is None else Status.OUT_OF_CONFLICTS

    def _end(self) -> None:
        """End the last search: its model and its core are lost."""
        self._model = None
        _end_all(self._searches)

    def value(self, variable: int) -> bool:
        """Return the value of a variable; one that occurs nowhere is false."""
        atom = self._literals.get(variable)
        return atom is not None and bool(self._model.is_true(atom))

    def core(self) -> list[int]:
        """Return the assumptions of the last core."""
        found = set(self._searches[-1].core())
        return [each for each in self._assumed if self._literals[each] in found]

    def interrupt(self) -> None:
        """Stop before the next look at the clock."""
        self._stop = True


def _connect(backend: Any, literal: Literal, lazy: LazyConnected) -> None:
    """State that the true vertices are connected."""
    vertices = [literal(each) for each in lazy.vertices]
    edges = [
        (first, second, [literal(edge)] if edge else [])
        for (first, second, _), edge in zip(lazy.graph.edges, lazy.edges, strict=True)
    ]
    _reach(backend, vertices, edges, [-literal(each) for each in lazy.unless], lazy.root)


def _join(backend: Any, literal: Literal, lazy: LazyRefined) -> None:
    """State that the segments of a curve are connected: the points that they meet are."""
    refinement: Refinement = lazy.term.detail
    met = {point: backend.add_atom() for point in sorted({*itertools.chain(*refinement.joins)})}
    number = {point: at for at, point in enumerate(met)}
    edges = []
    for (first, second), values in zip(refinement.joins, lazy.values, strict=False):
        drawn = literal(values[True])
        backend.add_rule([met[first]], [drawn])
        backend.add_rule([met[second]], [drawn])
        edges.append((number[first], number[second], [drawn]))
    _reach(backend, [*met.values()], edges, [literal(lazy.literal), *(-literal(each) for each in lazy.unless)])


def _reach(backend: Any, vertices: list[int], edges: list[tuple[int, int, list[int]]], where: list[int], root: int = -1) -> None:
    """State that, if the literals in `where` are true, every true vertex is reached from the root, or without a root from the
    first true one.
    """
    reached = [backend.add_atom() for _ in vertices]
    if root >= 0:
        backend.add_rule([reached[root]], [vertices[root]])
    else:
        earlier = 0
        for vertex, there in zip(vertices, reached, strict=True):
            backend.add_rule([there], [vertex, -earlier] if earlier else [vertex])
            before, earlier = earlier, backend.add_atom()
            backend.add_rule([earlier], [vertex])
            backend.add_rule([earlier], [before] if before else [vertex])
    for first, second, condition in edges:
        backend.add_rule([reached[second]], [reached[first], vertices[second], *condition])
        backend.add_rule([reached[first]], [reached[second], vertices[first], *condition])
    for vertex, there in zip(vertices, reached, strict=True):
        backend.add_rule([], [vertex, -there, *where])


def _end_all(searches: list[Any]) -> None:
    while searches:
        searches.pop().cancel()


ENGINE: EngineFactory = ClaspEngine
