"""Find two solutions of a part that differ in as few values as possible.

One engine searches two copies of the part at once, with a literal for each visible place: the copies differ there. At least one
of these is true, and at most a given number. In turns, with more conflicts each time, the search raises the lower bound from 1,
and looks for a pair that is closer than the best so far. Lemmas of one copy are added to both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.encode.problem import Clause, Problem, Sum, VariableEncoding
from gridwright.compiler.language.budget import Deadline, GaveUp

from ..engines.engine import Engine, Status
from ..solving.lemmas.lemma_kind import Candidate
from ..solving.progress import Progress
from ..solving.session import OutOfConflicts, PartSolution, Session

FIRST_CONFLICTS = 2_000  # for each search of the first turn

Pair = tuple[PartSolution, PartSolution]


class CopyEngine:
    """An engine that holds a problem twice. `side`: the copy that `value` reads. Variables of the problem exist in both copies,
    those of `fresh` in neither."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.name = engine.name
        self.side = 0
        self._auxiliaries = 0

    def copy_literal(self, side: int, literal: int) -> int:
        """Return the literal of one copy."""
        variable = 3 * abs(literal) - side
        return variable if literal > 0 else -variable

    def fresh(self) -> int:
        """Return a new variable that belongs to no copy, 2 modulo 3."""
        self._auxiliaries += 1
        return 3 * self._auxiliaries - 2

    def another(self) -> CopyEngine:
        """Return an empty engine of the same kind."""
        return CopyEngine(self.engine.another())

    def load(self, problem: Problem) -> None:
        """Take in both copies of a problem."""
        self.add(problem.clauses(), problem.sums())

    def add(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums to both copies."""
        clauses, sums = list(clauses), list(sums)
        for side in (0, 1):
            self.engine.add(
                [self._copy_clause(side, clause) for clause in clauses],
                [
                    Sum(
                        tuple((factor, self.copy_literal(side, literal)) for factor, literal in constraint.pairs),
                        constraint.low,
                        constraint.high,
                        self._copy_clause(side, constraint.unless),
                    )
                    for constraint in sums
                ],
            )

    def _copy_clause(self, side: int, clause: Clause) -> Clause:
        return tuple(self.copy_literal(side, literal) for literal in clause)

    def add_between(self, clauses: Iterable[Clause], sums: Iterable[Sum] = ()) -> None:
        """Add clauses and sums over literals that are made by `on` and `fresh`."""
        self.engine.add(clauses, sums)

    @property
    def conflicts(self) -> int:
        """Return the conflicts of all searches that have ended."""
        return self.engine.conflicts

    def solve(self, assumptions: Sequence[int] = (), seconds: float | None = None, conflicts: int | None = None) -> Status:
        """Look for a model; assumptions are literals made by `on` and `fresh`."""
        return self.engine.solve(assumptions, seconds, conflicts)

    def value(self, variable: int) -> bool:
        """Return the value of a variable in the copy that is being read."""
        return self.engine.value(self.copy_literal(self.side, variable))

    def core(self) -> list[int]:
        """Return assumptions that cannot all be true."""
        return self.engine.core()

    def interrupt(self) -> None:
        """Stop a search."""
        self.engine.interrupt()


class CopySession(Session):
    """A session of two copies: each is refined, and both get the lemmas."""

    def __init__(self, problem: Problem, copies: CopyEngine, deadline: Deadline, progress: Progress) -> None:
        super().__init__(problem, copies, deadline, progress)
        self.copies = copies

    def _candidates(self) -> Iterator[Candidate]:
        for self.copies.side in (0, 1):
            yield from super()._candidates()


class TwoCopies:
    """A search for two solutions that differ at a visible place. `lower_bound`: no two differ at fewer places."""

    def __init__(self, problem: Problem, engine: Engine, deadline: Deadline, progress: Progress) -> None:
        if problem.has_numbers:
            raise GaveUp("two close solutions are not looked for where a number has no bounds")
        self.copies = CopyEngine(engine)
        self.session = CopySession(problem, self.copies, deadline, progress)
        self.places = {variable: place for variable, place in problem.places.items() if not variable.layer.hidden}
        self.differs = [self._difference(place) for place in self.places.values()]
        self.copies.add_between([tuple(self.differs)])
        self.lower_bound = 1

    def _difference(self, place: VariableEncoding) -> int:
        """Return the literal of "the copies have different values there"."""
        differs = self.copies.fresh()
        if not place.bits:
            for literal in place.literals.values():
                first, second = self.copies.copy_literal(0, literal), self.copies.copy_literal(1, literal)
                self.copies.add_between([(differs, -first, second), (differs, first, -second), (-differs, -first, -second)])
            return differs
        digits = []
        for literal in (*place.bits, *((place.filled,) if place.filled else ())):
            first, second, digit = self.copies.copy_literal(0, literal), self.copies.copy_literal(1, literal), self.copies.fresh()
            digits.append(digit)
            self.copies.add_between([(digit, -first, second), (digit, first, -second)])
            self.copies.add_between([(-digit, first, second), (-digit, -first, -second), (differs, -digit)])
        self.copies.add_between([(-differs, *digits)])
        return differs

    def pairs(self, below: int) -> Iterator[Pair]:
        """Yield pairs that differ in fewer than `below` values, each in fewer than the one before; at the end no closer pair
        exists.
        """
        conflicts = FIRST_CONFLICTS
        best = below
        while self.lower_bound < best:
            try:
                pair = self._at_most(self.lower_bound, conflicts)
                if pair is None:
                    self.lower_bound += 1
            except OutOfConflicts:
                try:
                    pair = self._at_most(best - 1, conflicts)
                    if pair is None:
                        self.lower_bound = best
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
            bound = self.copies.fresh()
            pairs = tuple((1, variable) for variable in self.differs)
            self.copies.add_between([], [Sum(pairs, None, number, (-bound,))])
            assumed = [bound]
        if not self.session.holds(assumed, conflicts):
            return None
        solutions = []
        for self.copies.side in (0, 1):
            solutions.append(self.session.solution())
        return solutions[0], solutions[1]
