"""The best solutions of a part, with the proof that none is better.

Two searches take turns. The first (core-guided: OLL, Morgado, Dodaro and Marques-Silva 2014) assumes that nothing costs
anything. Assumptions that contradict, a core, cost at least the smallest of their weights: the bound rises by that, and from
then on all but one of them are assumed, by a literal that counts. When there is a solution at last, it costs what the bound says,
and is optimal. The second looks for something better than the best so far, at first half-way to the bound. So there is a good
solution early, and where the first search comes to no end the second may. Each turn has so many conflicts for a step, and twice
as many the next time: conflicts and not seconds, so that the same spec has the same solution every time.

The first alone takes 0.1 s for the optimum 205 of Sum of Squares; a bound loop, in which each solution has to be better than the
last one, did not end in 30 s.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from gridwright.compiler.encode.linear_relaxation import Chain, Relaxation
from gridwright.compiler.encode.problem import ObjectiveEncoding
from gridwright.compiler.ir.term import Term
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import BLANK, Value

from .. import engines
from ..engines.engine import Optimizer, Status
from .endings import ENDINGS
from .session import OutOfConflicts, PartSolution, Session

FIRST_CONFLICTS = 2_000  # for each step of the first turn
FIRST_CORES = 50  # in the first turn
TRYING = 10  # times as many for a solution that is as good as the bound
MINIMIZED = 60  # larger cores are not made smaller one literal at a time
MINIMIZING = 100  # conflicts for leaving out one


def best_multipliers(relaxation: Relaxation, seconds: float | None) -> Sequence[Fraction] | None:
    """Return the multipliers with the best bound. HiGHS finds them, and is imported only now, which takes 0.1 s."""
    module = importlib.import_module(f"{engines.__name__}.lp_multipliers")
    multipliers: Sequence[Fraction] | None = module.best_multipliers(relaxation, seconds)
    return multipliers


@dataclass(slots=True)
class Core:
    """Literals that cannot all be true; a false one costs at least `weight`.

    How many are false is counted: `counters[k - 1]`, if true, says that at most k are.
    """

    literals: Sequence[int]
    weight: int
    counters: list[int] = field(default_factory=list)


class Optimum:
    """Looks for the best solutions of a session; `best` is what the best so far is worth, as read off the model."""

    def __init__(self, session: Session, objective: ObjectiveEncoding, on_progress: Callable[[], None]) -> None:
        self.session = session
        self.objective = objective
        self.best: Value = None
        self._tell = on_progress
        self._sign = -1 if objective.target.maximize else 1
        self._scale = 1  # how many times weights are what they cost
        self._lower = 0  # no solution costs less: by cores (times the scale), and by other proofs
        self._proved = 0
        self._weights: dict[int, int] = {}
        self._chains = [[literal for _, literal in chain] for chain in objective.chains]
        self._counted: dict[int, Core] = {}  # by counter
        self._is_priced = False
        self._trial: tuple[int, Session] | None = None  # that nothing costs more than that is stated there
        self._longer: dict[int, list[tuple[list[int], Chain]]] = {}  # chains whose last literal this is, and how they go on
        for weight, literal in (step for chain in objective.chains for step in chain):
            self._weights[literal] = self._weights.get(literal, 0) + weight
        self._least = max(self._weights.values(), default=0)  # only literals of at least this weight are assumed

    @property
    def bound(self) -> int:
        """Return a value that no solution is better than."""
        return self.objective.ideal + self._sign * self._least_cost

    @property
    def _least_cost(self) -> int:
        return max(-(-self._lower // self._scale), self._proved)

    @property
    def _cost(self) -> int:
        return self._sign * (int(self.best) - self.objective.ideal)

    @property
    def _is_open(self) -> bool:
        return self._cost > self._least_cost

    def improve(self, first: PartSolution) -> Iterator[PartSolution]:
        """Yield solutions, each better than the one before; the last one is optimal."""
        yield from self._better_ones(first)
        if self.best is BLANK:
            filled = self.session.next_solution([-self.objective.blank])
            if filled is None:
                return
            yield from self._better_ones(filled)
        if self.objective.blank:
            self.session.engine.add([(-self.objective.blank,)])
        engine = self.session.engine
        if self.best is not BLANK and self._is_open and isinstance(engine, Optimizer):
            yield from self._by_engine(engine)
        if self.best is not BLANK and self._is_open:
            self._price()
        conflicts, cores = FIRST_CONFLICTS, FIRST_CORES
        while self._is_open:
            if self._is_priced:
                yield from self._solutions_at_bound(TRYING * conflicts)
            yield from self._by_cores(conflicts, cores)
            yield from self._by_aiming(conflicts)
            conflicts, cores = 2 * conflicts, 2 * cores

    def others(self, but: PartSolution, visible: Callable[..., bool]) -> Iterator[PartSolution]:
        """Yield the other solutions that are as good as the best one.

        None of them can violate a literal that weighs more than the gap between the bound by cores and the best cost; if there
        is no gap, that suffices. As a sum it is much harder to search with (Sum of Squares: over a minute instead of 0.1 s).
        """
        if self.best is not BLANK:
            gap = self._scale * self._cost - self._lower
            self.session.engine.add([(literal,) for literal, weight in self._weights.items() if weight > gap])
            if gap:
                self.session.state(self.objective.target.as_good(self.session.encoder.terms, self.best))
        if self.session.exclude(but, visible):
            yield from self.session.solutions(visible)

    def _better_ones(self, solution: PartSolution, by: Session | None = None) -> Iterator[PartSolution]:
        """Yield the last solution of the own or another session if it is better than the best so far."""
        value = (by or self.session).read(self.objective.value)
        if self.best is None or (value is not BLANK and (self.best is BLANK or self._sign * (value - self.best) < 0)):
            self.best = value
            self._tell()
            yield solution

    # the search of an engine

    def _by_engine(self, engine: Optimizer) -> Iterator[PartSolution]:
        """Let the engine look for the least cost, and note what it proves."""
        costs = [(self._sign * factor, literal) for factor, literal in self.objective.pairs]
        free = self._sign * (self.objective.constant - self.objective.ideal)  # what a solution costs beside these
        try:
            for solution in self.session.improvements(engine, costs, lambda: self._cost - free):
                self._proved = max(self._proved, engine.bound + free)
                yield from self._better_ones(solution)
        except OutOfConflicts:
            return
        except ENDINGS:
            self._proved = max(self._proved, engine.bound + free)
            raise
        self._proved = self._cost
        self._tell()

    # linear reasoning

    def _price(self) -> None:
        """Replace the chains by the prices of a linear relaxation if its bound is better than the ideal value."""
        relaxation = self.session.problem.relaxation(self.session.encoder.terms)
        multipliers = relaxation and best_multipliers(relaxation, self.session.deadline.seconds_left())
        if not relaxation or not multipliers:
            return
        priced = relaxation.with_prices(multipliers)
        lower = priced.bound - priced.scale * self._sign * self.objective.ideal
        if not self._is_worth(lower):
            return
        self._lower, self._scale = lower, priced.scale
        self._weights, self._chains = {}, []
        for chain in priced.chains(self.session.encoder.terms, relaxation.allowed):
            literals: list[int] = []
            self._chains.append(literals)
            self._lengthen(literals, chain)
        self._least = max(self._weights.values(), default=0)
        self._is_priced = True
        self._tell()

    def _is_worth(self, lower: int) -> bool:
        """Check whether prices help more than cores: they do if they raise the bound at once."""
        return lower > 0

    def _lengthen(self, literals: list[int], chain: Chain) -> None:
        """Add one more literal of a chain that is made as it is needed."""
        weight, term = next(chain, (0, True))
        if not isinstance(term, Term):
            assert term, "what can be cheapest was known to be impossible"
            return
        literal, groups = self.session.encoder.encode_literal(term)
        self.session.take(groups)
        literals.append(literal)
        self._weights[literal] = self._weights.get(literal, 0) + weight
        self._longer.setdefault(literal, []).append((literals, chain))

    def _solutions_at_bound(self, conflicts: int) -> Iterator[PartSolution]:
        """Look for a solution as good as the bound, in a separate session, where this is stated and not assumed.

        An engine simplifies what is stated, and so takes a fifth of the time (Z3, Block Party 2).
        """
        cost = self._least_cost
        if self._trial is None or self._trial[0] != cost:
            self._trial = (cost, self.session.another())
        trial = self._trial[1]
        assumed = self._as_cheap(cost)
        solution = None
        if assumed is not None:
            trial.engine.add([(literal,) for literal in assumed])
            try:
                solution = trial.next_solution((), conflicts)
            except OutOfConflicts:
                return
        if solution is None:
            self._proved = cost + 1
            self._tell()
        else:
            yield from self._better_ones(solution, trial)

    # the first search

    def _by_cores(self, conflicts: int, cores: int) -> Iterator[PartSolution]:
        """Raise the bound by at most `cores` cores."""
        for _ in range(cores):
            if not self._is_open:
                return
            try:
                solution = self.session.next_solution(self._assumptions(), conflicts)
            except OutOfConflicts:
                return
            if solution is None:
                self._relax(self._minimize(self.session.engine.core()))
                self._tell()
                continue
            yield from self._better_ones(solution)
            lighter = [weight for weight in self._weights.values() if 0 < weight < self._least]
            assert lighter or not self._is_open, "a solution of which nothing costs anything is as good as the bound"
            half = [weight for weight in lighter if 2 * weight <= self._least]
            self._least = max(half) if half else min(lighter, default=0)

    def _assumptions(self) -> list[int]:
        """Return the first literal of each chain that still has weight; it implies the others."""
        assumed = []
        for chain in self._chains:
            literal = next((literal for literal in chain if self._weights[literal] >= max(1, self._least)), None)
            if literal is not None:
                assumed.append(literal)
        return list(dict.fromkeys(assumed))

    def _minimize(self, core: list[int]) -> list[int]:
        """Return a core without literals that can be left out, as far as a few conflicts show."""
        if len(core) > MINIMIZED:
            return core
        needed: list[int] = []
        while core:
            literal, *core = core
            self.session.deadline.check()
            status = self.session.engine.solve([*needed, *core], self.session.deadline.seconds_left(), MINIMIZING)
            if status is Status.UNSAT:
                left = set(self.session.engine.core())
                needed, core = [one for one in needed if one in left], [one for one in core if one in left]
            else:
                needed.append(literal)
        return needed

    def _relax(self, core: list[int]) -> None:
        """Raise the bound by the least cost of a core; from then on all but one of its literals are assumed."""
        weight = min((self._weights[literal] for literal in core), default=0)
        assert weight > 0, "without assumptions there is a solution"
        self._lower += weight
        for literal in core:
            self._weights[literal] -= weight
            for longer in () if self._weights[literal] else self._longer.pop(literal, ()):
                self._lengthen(*longer)
            counted = self._counted.get(literal)
            if counted and len(counted.counters) < len(counted.literals) - 1 and literal == counted.counters[-1]:
                self._count(counted)
            if counted:
                at = counted.counters.index(literal) + 1
                if at < len(counted.counters):
                    self._weights[counted.counters[at]] += weight
        self.session.engine.add([tuple(-literal for literal in core)])
        new_core = Core(core, weight)
        if len(core) > 1:
            self._count(new_core)
            self._weights[new_core.counters[0]] = weight
            self._chains.append(new_core.counters)

    def _count(self, core: Core) -> None:
        """Add one more counter to a core."""
        literal, groups = self.session.encoder.encode_count(core.literals, len(core.counters) + 1)
        self.session.take(groups)
        core.counters.append(literal)
        self._counted[literal] = core
        self._weights[literal] = 0

    # the second search

    def _by_aiming(self, conflicts: int) -> Iterator[PartSolution]:
        """Look for solutions half-way to the bound, and if that is not decided, for any better one."""
        just_better = False
        while self._is_open:
            nearest, farthest = self._cost - 1, self._least_cost
            aim = nearest if just_better else (nearest + farthest) // 2
            assumed = self._as_cheap(aim)
            try:
                solution = None if assumed is None else self.session.next_solution(assumed, conflicts)
            except OutOfConflicts:
                if aim == nearest:
                    return
                just_better = True
                continue
            if solution is None:
                self._proved = aim + 1
                self._tell()
            else:
                yield from self._better_ones(solution)
                just_better = False

    def _as_cheap(self, cost: int) -> list[int] | None:
        """Return assumptions under which a solution costs at most `cost`, or None if that is known to be impossible."""
        term = self.objective.target.as_good(self.session.encoder.terms, self.objective.ideal + self._sign * cost)
        if not isinstance(term, Term):
            return [] if term else None
        literal, groups = self.session.encoder.encode_literal(term)
        self.session.take(groups)
        gap = self._scale * cost - self._lower
        return [literal, *(dear for dear, weight in self._weights.items() if weight > gap)]


def state_as_good(session: Session, best: Value) -> None:
    """State that a solution is as good as the best value of its part."""
    if session.problem.objective is not None:
        session.state(session.problem.objective.target.as_good(session.encoder.terms, best))


def best_value(session: Session) -> Value:
    """Return the best value of the part's objective, or None if nothing is optimized in it. The part must have a solution."""
    objective = session.problem.objective
    if objective is None:
        return None
    first = session.next_solution()
    assert first is not None, "a part of a puzzle with solutions has one"
    optimum = Optimum(session, objective, lambda: None)
    for _ in optimum.improve(first):
        pass
    return optimum.best
