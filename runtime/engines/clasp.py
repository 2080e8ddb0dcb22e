"""clasp (Gebser, Kaufmann and Schaub 2012), through clingo: clauses are integrity constraints, sums are weight constraints.

clasp propagates sums itself, as Z3 does, and is as fast with clauses as CaDiCaL: it solves the specs in less time than both, and
in half of Z3's memory (benchmarks/specs.py). Nothing is grounded: every variable is an atom in a choice rule.

Rules state connectivity. In an answer set no atom supports itself, so an atom "reached" that only such rules can derive is
reached from the root; clasp looks for sets of atoms without other support (unfounded sets). Nurikabe with few clues takes half
the time that it takes with cuts, in two rounds instead of 73. The rules are added when the first candidate is cut, not before:
clasp eliminates variables that occur in no rule, which halves the time of Choco Banana and takes a quarter off that of Hooks 9
(benchmarks/choices.py). But where `MANY_SETS` or more are connected, as the rooms of Compass, hardly any candidate breaks none of
them, and the search for one is in vain: with all rules from the start, Compass of 10 x 10 takes a sixth of the conflicts. Hooks
11 and Choco Banana, with one set each, take a fifth to a third more time like that. A curve is connected if the points on it are
reached along its segments: slitherlink takes half the time, and two rounds instead of 22.

What is in the group of a vertex is stated in rules as well, and from the start: the passes then leave the sizes of groups
unbounded (`has_reachability`), which takes a fraction of the clauses. Tasquare of 21 x 15 takes 2 s and gave up after 60 s, Choco
Banana has 50,000 clauses instead of 167,000, Fillomino of 20 x 20 640,000 instead of 4.7 million.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import operator
import time
import weakref
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from gridwright.compiler.encode.pb_to_cnf import as_clauses
from gridwright.compiler.encode.problem import Clause, Lazy, LazyConnected, LazyJoined, LazyRefined, Problem, Sum
from gridwright.compiler.ir.term import Refinement

from .engine import EngineFactory, EngineMissing, Status

try:
    import clingo
except ImportError as problem:
    raise EngineMissing("the engine `clasp` needs clingo: pip install clingo") from problem

DISTRIBUTION = "clingo"
OPTIONS = ("--models=1", "--warn=none")
RANDOM_SIGN = "--sign-def=rnd"  # which value it tries first; no other choice of clasp is random, so a seed alone changes nothing
SECONDS_PER_SLICE = 0.1  # after each slice it checks the clock and Ctrl-C
MAX_TOTAL = 2**31 - 1  # of the weights in a weight constraint, which are C integers
SHARED = 3  # conditions on a sum from which on each of its bounds has an atom
MANY_SETS = 3  # connected ones, which are stated before the first search
AT_ONCE = 50_000  # clauses of which one array holds the literals
_weight_of = operator.itemgetter(0)
AUXILIARY = 2**40  # auxiliary variables are numbered from here, beyond every variable of a problem


class _Negations(dict[int, int]):
    """A mapping from a problem's literals to the negations of clasp's, which integrity constraints are made of.

    An atom is created at the first access. So atoms that occur together get numbers close to each other. With atoms in the order
    of the variables Block Party 2 takes three times as long.
    """

    def __init__(self) -> None:
        super().__init__()
        self.new_atom: Callable[[], int] = _no_program  # valid while a program is being built
        self.chosen: list[int] = []  # atoms that have no choice rule yet

    def __missing__(self, number: int) -> int:
        atom = self.new_atom()
        self.chosen.append(atom)
        self[abs(number)], self[-abs(number)] = -atom, atom
        return self[number]

    def define(self, variable: int, atom: int) -> None:
        """Let an atom be the truth of a variable."""
        self[variable], self[-variable] = -atom, atom


def _no_program() -> int:
    raise AssertionError("no program is being built")


class _Program:
    """What is being added to clasp's program. Literals of a problem become atoms in a choice rule when they first occur.

    `_c` has clingo's C functions, what makes C arrays, and the program; it is None in a version of clingo that does not have
    them. They are not part of its documented interface, whose functions make two C arrays for each rule.
    """

    def __init__(self, backend: Any, negations: _Negations) -> None:
        self._backend = backend
        self._negations = negations
        self._c: Any = None
        with contextlib.suppress(ImportError, AttributeError):
            internal: Any = importlib.import_module("clingo._internal")
            library, self._fail = internal._lib, internal._handle_error
            self._rule, self._weight_rule = library.clingo_backend_rule, library.clingo_backend_weight_rule
            self._add_atom, self._place = library.clingo_backend_add_atom, internal._ffi.new("clingo_atom_t*")
            self._c = internal._ffi, backend._rep
        negations.new_atom = self.atom

    def literal(self, number: int) -> int:
        """Return clasp's literal for a literal of the problem."""
        return self._negations[-number]

    def atom(self) -> int:
        """Return a new atom, which is false unless a rule says otherwise."""
        if self._c is None:
            return int(self._backend.add_atom())
        ffi, program = self._c
        if not self._add_atom(program, ffi.NULL, self._place):
            self._fail(False)
        return int(self._place[0])

    def choose(self) -> None:
        """State that new atoms of literals may be true: one choice rule for all of them."""
        if chosen := self._negations.chosen:
            self._backend.add_rule(chosen, choice=True)
            chosen.clear()

    def clauses(self, clauses: Sequence[Clause]) -> None:
        """State clauses as integrity constraints, which are made of the negations of their literals."""
        self._state(clauses, (), self._negations.__getitem__)

    def rules(self, rules: Sequence[tuple[int, Sequence[int]]]) -> None:
        """State rules: each head is true if all atoms of its body are."""
        heads, bodies = zip(*rules, strict=True) if rules else ((), ())
        self._state(bodies, heads, int)

    def never(self, *bodies: Sequence[int]) -> None:
        """State of each body that something in it is false."""
        self._state(bodies, (), int)

    def _state(self, bodies: Sequence[Sequence[int]], heads: Sequence[int], literal: Callable[[int], int]) -> None:
        """State rules whose bodies are made of literals; without `heads` they are integrity constraints.

        One C array has the literals of many rules, and the C function is called for each of them without a loop in Python. This
        takes 1.2 microseconds for a clause instead of 2.9. Where it is not possible, each is added as a rule of its own.
        """
        repeat = itertools.repeat
        for first in range(0, len(bodies), AT_ONCE):
            some, tops = bodies[first : first + AT_ONCE], heads[first : first + AT_ONCE]
            literals = [*map(literal, itertools.chain.from_iterable(some))]
            sizes = [*map(len, some)]
            starts = itertools.accumulate(sizes, initial=0)
            self.choose()
            if self._c is None:
                for at, (start, size) in enumerate(zip(starts, sizes, strict=False)):
                    self._backend.add_rule(tops[at : at + 1], literals[start : start + size])
                continue
            ffi, program = self._c
            places = map(ffi.new("clingo_literal_t[]", literals).__add__, starts)
            above = map(ffi.new("clingo_atom_t[]", tops).__add__, itertools.count()) if tops else repeat(ffi.NULL)
            if not all(map(self._rule, repeat(program), repeat(False), above, repeat(len(tops[:1])), places, sizes)):
                self._fail(False)

    def weigh(self, heads: Sequence[int], bound: int, pairs: Sequence[tuple[int, int]]) -> None:
        """State that a head is true, or without one that something is wrong, if the weights of true literals reach a bound."""
        if self._c is None:
            self._backend.add_weight_rule(heads, bound, pairs)
            return
        ffi, program = self._c
        above, weighted = ffi.new("clingo_atom_t[]", heads), ffi.new("clingo_weighted_literal_t[]", pairs)
        if not self._weight_rule(program, False, above, len(heads), bound, weighted, len(pairs)):
            self._fail(False)


class ClaspEngine:
    """An engine that holds one problem in its own clasp solver."""

    name = "clasp"
    has_reachability = True

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._control = clingo.Control([*OPTIONS, *([f"--seed={seed % 2_000_000_000}", RANDOM_SIGN] if seed else [])])
        self._limits: Any = self._control.configuration.solve
        self._negations = _Negations()
        self._searches: list[Any] = []  # the last one, while its model or core may be read
        self._is_true: Callable[[int], bool] | None = None  # whether an atom is true in the last model
        self._assumed: list[int] = []
        self._auxiliaries = 0
        self._stated: set[Lazy] = set()
        self._bounds: dict[tuple[tuple[int, int], ...], list[tuple[int, int]]] = {}  # of a sum, with the atom of each
        self._stop = False
        self._conflicts = 0
        self._counts = False  # whether conflicts are counted, which takes 0.3 ms for each search: from the first question on
        self._is_counted = True  # whether `_conflicts` has those of the last search
        weakref.finalize(self, _cancel_all, self._searches)  # a thread that waits when the process ends would abort it

    @property
    def conflicts(self) -> int:
        """Return the conflicts since they were first asked for, but not yet those of a search whose model may still be read."""
        if not self._counts:
            self._counts = self._is_counted = True
        elif self._is_true is None:
            self._count()
        return self._conflicts

    def _count(self) -> None:
        if self._counts and not self._is_counted:
            self._conflicts += _conflicts(self._control)
            self._is_counted = True

    def another(self) -> ClaspEngine:
        """Return an empty engine of the same kind."""
        return type(self)(self._seed)

    def load(self, problem: Problem) -> None:
        """Take in a whole problem, and what is reached from the sources of its networks."""
        families = [lazy for lazy in problem.lazy if isinstance(lazy, LazyJoined) and lazy.defined]
        if families:
            with self._building() as program:
                for lazy in families:
                    self._stated.add(lazy)
                    for at in lazy.defined:
                        self._negations.define(lazy.reached[at], program.atom())
                program.rules([rule for lazy in families for rule in _reached_from_source(self._negations, lazy)])
        self.add(problem.clauses(), problem.sums())
        connected = [lazy for lazy in problem.lazy if isinstance(lazy, LazyConnected)]
        if len(connected) >= MANY_SETS:
            for lazy_set in connected:
                self.state(lazy_set)

    def can_state(self, lazy: Lazy) -> bool:
        """Check whether connectivity can be stated in rules, and is not yet."""
        is_joined = isinstance(lazy, LazyRefined) and bool(lazy.term.detail.joins)
        return (is_joined or isinstance(lazy, LazyConnected)) and lazy not in self._stated

    def state(self, lazy: Lazy) -> None:
        """State connectivity in rules: an atom without support other than itself is false in clasp."""
        self._stated.add(lazy)
        with self._building() as program:
            if isinstance(lazy, LazyConnected):
                _connect(program, lazy)
            elif isinstance(lazy, LazyRefined):
                _join(program, lazy)

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums; after that no value of the last model can be read."""
        clauses, sums = list(clauses), list(sums)
        if not clauses and not sums:
            return
        conditions = Counter(constraint.pairs for constraint in sums if constraint.unless)
        with self._building() as program:
            program.clauses(clauses)
            for constraint in sums:
                if conditions[constraint.pairs] >= SHARED or constraint.pairs in self._bounds:
                    self._add_shared(program, constraint)
                    continue
                total = sum(map(_weight_of, constraint.pairs))
                if constraint.high is not None:
                    self._at_most(program, constraint.pairs, total, constraint.high, constraint.unless)
                if constraint.low is not None:
                    negated = [(factor, -member) for factor, member in constraint.pairs]
                    self._at_most(program, negated, total, total - constraint.low, constraint.unless)

    @contextlib.contextmanager
    def _building(self) -> Iterator[_Program]:
        """Yield a program to add to."""
        self._end()
        with self._control.backend() as backend:
            program = _Program(backend, self._negations)
            try:
                yield program
            finally:
                program.choose()

    def _at_most(self, program: _Program, pairs: Iterable[tuple[int, int]], total: int, high: int, unless: Clause) -> None:
        """State that a sum does not exceed `high`, unless one of `unless` is true; each of those weighs as much as all others
        together.
        """
        bound = high + 1 + total * len(unless)
        if total * (1 + len(unless)) > MAX_TOTAL:
            program.clauses(list(as_clauses(Sum(tuple(pairs), None, high, unless), self._fresh)))
            return
        negations = self._negations
        weighted = [(negations[-member], factor) for factor, member in pairs]
        program.weigh((), bound, [*weighted, *[(negations[member], total) for member in unless]])

    def _add_shared(self, program: _Program, constraint: Sum) -> None:
        """State a sum on whose bounds several conditions depend.

        Each could be one weight constraint, in which the condition weighs as much as all others together. But then nothing that
        is learned speaks of the sum. Araf of 10 x 10 has 22 conditions on each size, and took ten times as many conflicts. With
        one or two conditions (Compass) that is no gain, and an atom for each bound is one more thing to propagate.
        """
        if sum(map(_weight_of, constraint.pairs)) > MAX_TOTAL:
            program.clauses(list(as_clauses(constraint, self._fresh)))
            return
        unless = [-program.literal(member) for member in constraint.unless]
        if constraint.high is not None:
            program.never([self._at_least(program, constraint.pairs, constraint.high + 1), *unless])
        if constraint.low is not None:
            program.never([-self._at_least(program, constraint.pairs, constraint.low), *unless])

    def _at_least(self, program: _Program, pairs: tuple[tuple[int, int], ...], bound: int) -> int:
        """Return the atom of "a sum is at least `bound`", and state that who reaches a bound reaches those below it."""
        bounds = self._bounds.setdefault(pairs, [])
        at = bisect_left(bounds, (bound, 0))
        if at < len(bounds) and bounds[at][0] == bound:
            return bounds[at][1]
        atom = program.atom()
        program.weigh([atom], bound, [(self._negations[-member], factor) for factor, member in pairs])
        bounds.insert(at, (bound, atom))
        program.never(*([higher, -lower] for (_, lower), (_, higher) in itertools.pairwise(bounds[max(0, at - 1) : at + 2])))
        return atom

    def _fresh(self) -> int:
        """Return a new variable for a sum that is stated in clauses."""
        self._auxiliaries += 1
        return AUXILIARY + self._auxiliaries

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model, in a thread of clasp's own."""
        end = None if seconds is None else time.monotonic() + seconds
        self._stop = False
        self._assumed = list(assumptions)
        self._end()
        if not self._negations.keys() >= set(assumptions):
            with self._building() as program:  # else it is not opened: clasp prepares the whole program again after that
                for assumption in assumptions:
                    program.literal(assumption)
        assumed = [-self._negations[assumption] for assumption in assumptions]
        self._limits.solve_limit = f"{'umax' if conflicts is None else conflicts},umax"
        search: Any = self._control.solve(assumptions=assumed, yield_=True, async_=True)
        self._is_counted = False
        self._searches.append(search)
        try:
            while not search.wait(SECONDS_PER_SLICE if end is None else max(0.0, min(SECONDS_PER_SLICE, end - time.monotonic()))):
                if self._stop or (end is not None and time.monotonic() >= end):
                    self._end()
                    return Status.INTERRUPTED if self._stop else Status.OUT_OF_TIME
        except KeyboardInterrupt:
            self._end()
            return Status.INTERRUPTED
        except BaseException:  # any other exception of a signal handler, such as `MemoryError`
            self._end()
            raise
        model = search.model()
        if model is not None:
            self._is_true = _reader(model)
            return Status.SAT
        if search.get().unsatisfiable:
            return Status.UNSAT
        return Status.UNKNOWN if conflicts is None else Status.OUT_OF_CONFLICTS

    def _end(self) -> None:
        """End the last search: its model and its core are lost."""
        self._is_true = None
        _cancel_all(self._searches)
        self._count()

    def value(self, variable: int) -> bool:
        """Return the value of a variable; one that occurs nowhere is false."""
        atom = self._negations.get(-variable)
        assert self._is_true is not None
        return atom is not None and self._is_true(atom)

    def core(self) -> list[int]:
        """Return the assumptions of the last core."""
        core = set(self._searches[-1].core())
        return [assumption for assumption in self._assumed if -self._negations[assumption] in core]

    def interrupt(self) -> None:
        """Stop after the current slice."""
        self._stop = True


def _reader(model: Any) -> Callable[[int], bool]:
    """Return a function that tells whether an atom is true in a model.

    A search that refines reads millions of values. `Model.is_true` takes three times as long as the call of the library below it,
    which is not part of clingo's documented interface, so it is there for versions in which that is not possible.
    """
    try:
        internal: Any = importlib.import_module("clingo._internal")
        call, handle, answer = internal._lib.clingo_model_is_true, model._rep, internal._ffi.new("bool*")
    except (ImportError, AttributeError):
        return lambda atom: bool(model.is_true(atom))

    def is_true(atom: int) -> bool:
        if not call(handle, atom, answer):
            return bool(model.is_true(atom))  # raises the error of the library
        return bool(answer[0])

    return is_true


def _conflicts(control: Any) -> int:
    """Return the conflicts of the last search.

    `Control.statistics` would make a dictionary of some hundred numbers, which takes a millisecond. This reads the one number; as
    that is not part of clingo's documented interface, the dictionary is there for versions in which it is not possible.
    """
    try:
        internal: Any = importlib.import_module("clingo._internal")
        wrapped: Any = importlib.import_module("clingo.statistics")
        known = internal._c_call("clingo_statistics_t*", internal._lib.clingo_control_statistics, control._rep)
        statistics = wrapped._mutable_statistics(known)
    except (ImportError, AttributeError):
        statistics = control.statistics
    return int(statistics["solving"]["solvers"]["conflicts"])


def _connect(program: _Program, lazy: LazyConnected) -> None:
    """State that the true vertices are connected."""
    literal = program.literal
    vertices = [*map(literal, lazy.vertices)]
    edges = [
        (first, second, [literal(edge)] if edge else [])
        for (first, second, _), edge in zip(lazy.graph.edges, lazy.edges, strict=True)
    ]
    _reach(program, vertices, edges, [-literal(member) for member in lazy.unless], lazy.root)


def _reached_from_source(negations: _Negations, lazy: LazyJoined) -> Iterator[tuple[int, list[int]]]:
    """Yield rules for which vertices are reached from a source: they alone."""
    defined = set(lazy.defined)
    reached, vertices = lazy.reached, lazy.vertices
    for (here, other), edge in lazy.edges.items():
        if other in defined:
            body = {negations[-reached[here]]: None, negations[-edge]: None, negations[-vertices[other]]: None}
            yield negations[-reached[other]], [*body]


def _join(program: _Program, lazy: LazyRefined) -> None:
    """State that the segments of a curve are connected: the points that they meet are."""
    literal = program.literal
    refinement: Refinement = lazy.term.detail
    met = {point: program.atom() for point in sorted({*itertools.chain(*refinement.joins)})}
    number = {point: index for index, point in enumerate(met)}
    rules: list[tuple[int, list[int]]] = []
    edges = []
    for (first, second), values in zip(refinement.joins, lazy.values, strict=False):
        drawn = [literal(values[True])]
        rules += ((met[first], drawn), (met[second], drawn))
        edges.append((number[first], number[second], drawn))
    program.rules(rules)
    _reach(program, [*met.values()], edges, [literal(lazy.literal), *(-literal(member) for member in lazy.unless)])


def _reach(
    program: _Program, vertices: list[int], edges: list[tuple[int, int, list[int]]], conditions: list[int], root: int = -1
) -> None:
    """State that, if the conditions are true, every true vertex is reached from the root, or without a root from the first true
    vertex.
    """
    reached = [program.atom() for _ in vertices]
    rules: list[tuple[int, list[int]]] = []
    if root >= 0:
        rules.append((reached[root], [vertices[root]]))
    else:
        earlier = 0
        for vertex, is_reached in zip(vertices, reached, strict=True):
            rules.append((is_reached, [vertex, -earlier] if earlier else [vertex]))
            before, earlier = earlier, program.atom()
            rules += ((earlier, [vertex]), (earlier, [before] if before else [vertex]))
    for first, second, condition in edges:
        rules.append((reached[second], [reached[first], vertices[second], *condition]))
        rules.append((reached[first], [reached[second], vertices[first], *condition]))
    program.rules(rules)
    program.never(*([vertex, -is_reached, *conditions] for vertex, is_reached in zip(vertices, reached, strict=True)))


def _cancel_all(searches: list[Any]) -> None:
    while searches:
        searches.pop().cancel()


ENGINE: EngineFactory = ClaspEngine
