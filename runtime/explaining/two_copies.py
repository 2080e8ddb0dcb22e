"""Two solutions that differ in as few values as can be found.

Two copies of a part are searched at once in one engine, with a truth value for each visible place: whether the copies differ
there. At least one of these is true, and at most so many: that few are impossible is proved from one upwards, and fewer than
those of the best pair are looked for, in turns, with more conflicts each time. What is learned of one copy is true of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.encode.problem import Clause, Lazy, Problem, Sum, VariableEncoding
from gridwright.compiler.language.budget import Deadline

from ..engines.engine import Engine, Status
from ..solving.lemmas.lemma_kind import Candidate
from ..solving.progress import Progress
from ..solving.session import OutOfConflicts, PartSolution, Session

FIRST_CONFLICTS = 2_000  # for each question of the first turn

Pair = tuple[PartSolution, PartSolution]


class CopyEngine:
    """An engine that holds a problem twice. `side` says which copy is read; variables of the problem are of both, those of
    `fresh` belong to neither."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name
        self.side = 0
        self._own = 0

    def on(self, side: int, literal: int) -> int:
        """Return the literal of one copy."""
        variable = 3 * abs(literal) - side
        return variable if literal > 0 else -variable

    def fresh(self) -> int:
        """Return a new variable that belongs to no copy, 2 modulo 3."""
        self._own += 1
        return 3 * self._own - 2

    def another(self) -> CopyEngine:
        """Return an empty engine of the same kind."""
        return CopyEngine(self.engine.another())

    def load(self, problem: Problem) -> None:
        """Take in a problem twice."""
        self.add(problem.clauses(), problem.sums())

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums to both copies."""
        clauses, sums = list(clauses), list(sums)
        for side in (0, 1):
            self.engine.add(
                [self._all_on(side, clause) for clause in clauses],
                [
                    Sum(
                        tuple((factor, self.on(side, literal)) for factor, literal in each.pairs),
                        each.low,
                        each.high,
                        self._all_on(side, each.unless),
                    )
                    for each in sums
                ],
            )

    def _all_on(self, side: int, clause: Clause) -> Clause:
        return tuple(self.on(side, literal) for literal in clause)

    def add_between(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums over literals that are made by `on` and `fresh`."""
        self.engine.add(clauses, sums)

    def state(self, lazy: Lazy) -> None:
        """Do nothing: lemmas refine every lazy constraint."""

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model; assumptions are literals made by `on` and `fresh`."""
        return self.engine.solve(assumptions, seconds, conflicts)

    def value(self, variable: int) -> bool:
        """Return the value of a variable in the copy that is being read."""
        return self.engine.value(self.on(self.side, variable))

    def core(self) -> list[int]:
        """Return assumptions that cannot all be true."""
        return self.engine.core()

    def interrupt(self) -> None:
        """Stop a search."""
        self.engine.interrupt()


class CopySession(Session):
    """A session of two copies: each is refined, and lemmas are for both."""

    def __init__(self, problem: Problem, twin: CopyEngine, deadline: Deadline, progress: Progress) -> None:
        super().__init__(problem, twin, deadline, progress)
        self.twin = twin

    def _candidates(self) -> Iterator[Candidate]:
        for self.twin.side in (0, 1):
            yield from super()._candidates()


class TwoCopies:
    """Two solutions of a part that have different values at a visible place. `least`: at how many places they differ at least."""

    def __init__(self, problem: Problem, engine: Engine, deadline: Deadline, progress: Progress) -> None:
        self.twin = CopyEngine(engine)
        self.session = CopySession(problem, self.twin, deadline, progress)
        self.places = {variable: place for variable, place in problem.places.items() if not variable.layer.hidden}
        self.differs = [self._difference(place) for place in self.places.values()]
        self.twin.add_between([tuple(self.differs)])
        self.least = 1

    def _difference(self, place: VariableEncoding) -> int:
        """Return the literal of "the copies have different values there"."""
        found = self.twin.fresh()
        if not place.bits:
            for literal in place.literals.values():
                first, second = self.twin.on(0, literal), self.twin.on(1, literal)
                self.twin.add_between([(found, -first, second), (found, first, -second), (-found, -first, -second)])
            return found
        digits = []
        for literal in (*place.bits, *((place.filled,) if place.filled else ())):
            first, second, digit = self.twin.on(0, literal), self.twin.on(1, literal), self.twin.fresh()
            digits.append(digit)
            self.twin.add_between([(digit, -first, second), (digit, first, -second)])
            self.twin.add_between([(-digit, first, second), (-digit, -first, -second), (found, -digit)])
        self.twin.add_between([(-found, *digits)])
        return found

    def pairs(self, below: int) -> Iterator[Pair]:
        """Yield pairs that differ in fewer than `below` values, each in fewer than the one before; at the end no closer pair
        exists.
        """
        conflicts = FIRST_CONFLICTS
        best = below
        while self.least < best:
            try:
                pair = self._at_most(self.least, conflicts)
                if pair is None:
                    self.least += 1
            except OutOfConflicts:
                try:
                    pair = self._at_most(best - 1, conflicts)
                    if pair is None:
                        self.least = best
                except OutOfConflicts:
                    pair = None
                conflicts *= 2
            if pair is not None:
                best = self.distance(pair)
                yield pair

    def distance(self, pair: Pair) -> int:
        """Return the number of visible places at which two solutions differ."""
        first, second = pair
        return sum(first[variable] is not second[variable] and first[variable] != second[variable] for variable in self.places)

    def _at_most(self, number: int, conflicts: int | None) -> Pair | None:
        """Return two solutions that differ in at most `number` places, or None if there are none."""
        assumed = []
        if number < len(self.differs):
            bound = self.twin.fresh()
            pairs = tuple((1, variable) for variable in self.differs)
            self.twin.add_between([], [Sum(pairs, None, number, (-bound,))])
            assumed = [bound]
        if not self.session.holds(assumed, conflicts):
            return None
        found = []
        for self.twin.side in (0, 1):
            found.append(self.session.solution())
        return found[0], found[1]
