"""A session: one part of a puzzle in its own engine, and the loop that refines candidates into solutions of the part.

Candidate -> lemmas -> candidate, until one needs no lemma, or there is none. The loop does not depend on the kinds of lemmas.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from gridwright.compiler.encode.arithmetic import NumberComparison
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, Group, Lazy, Problem, Sum
from gridwright.compiler.ir.term import Operand, Term, Variable
from gridwright.compiler.language.budget import Deadline, GaveUp
from gridwright.compiler.values import Value

from ..engines.engine import Engine, Optimizer, RuleEngine, Status, UnsuitableEngine
from .effort import CLAUSES_PER_UNIT, search, spend
from .lemmas.lemma_kind import Candidate, TermLemma, all_kinds
from .lemmas.nogood import literals_of, value_of
from .progress import Progress

CLAUSES_PER_CONFLICT = 10  # lemmas per allowed conflict, because making them takes time as well
CONFLICTS_PER_ROUND = 10  # that a round of refinement counts as: some milliseconds

PartSolution = dict[Variable, Value]
Known = tuple[Sequence[Clause], Sequence[Sum], Sequence[NumberComparison]]


class OutOfConflicts(GaveUp):
    """A search ended at the number of conflicts that it was allowed."""


def _needs_arithmetic(problem: Problem, engine: Engine) -> str:
    """Return why an engine cannot take a problem with numbers without bounds."""
    unknown = next((variable for variable, place in problem.places.items() if place.number), None)
    if unknown is None:
        return f"some cells are compared as numbers without bounds are, which {engine.name} cannot search; use --engine z3"
    return (
        f"the rules give `{unknown.name}` no bounds, so it may be any of all {unknown.layer.values}, "
        f"which {engine.name} cannot search; use --engine z3"
    )


class _Truths(dict[int, bool]):
    """A mapping from literals to whether they are true in a model. Each variable is read once."""

    def __init__(self, value: Callable[[int], bool]) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, literal: int) -> bool:
        is_true = self._value(literal) if literal > 0 else not self._value(-literal)
        self[literal], self[-literal] = is_true, not is_true
        return is_true


class Session:
    """Finds the solutions of one part, one after the other."""

    def __init__(
        self,
        problem: Problem,
        engine: Engine,
        deadline: Deadline,
        progress: Progress,
        known: list[Known] | None = None,
        encoder: LemmaEncoder | None = None,
    ) -> None:
        self.problem = problem
        self.engine = engine
        self.deadline = deadline
        self.progress = progress
        self.encoder = encoder or LemmaEncoder(problem, deadline)
        self._known: list[Known] = [] if known is None else known  # what holds of every solution, and definitions
        self._taken = 0  # how many of them are in the engine
        self._size = 0  # and how many clauses these have
        self._clauses = problem.clause_count
        if problem.has_numbers and not getattr(engine, "has_arithmetic", False):
            raise UnsuitableEngine(_needs_arithmetic(problem, engine))
        engine.load(problem)

    def another(self) -> Session:
        """Return a session of the same problem, in which more can be stated. Both share what holds of every solution."""
        return Session(self.problem, self.engine.another(), self.deadline, self.progress, self._known, self.encoder)

    def solutions(self, visible: Callable[[Variable], bool]) -> Iterator[PartSolution]:
        """Yield the solutions of the part, each different from all before in something visible; raise `GaveUp`."""
        while (solution := self.next_solution()) is not None:
            yield solution
            if not self.exclude(solution, visible):
                return

    def exclude(self, solution: PartSolution, visible: Callable[[Variable], bool]) -> bool:
        """State that something visible differs from a solution; return whether anything is visible."""
        seen = {variable: value for variable, value in solution.items() if visible(variable)}
        places = self.problem.places
        clause: list[int] = []
        for variable, value in seen.items():
            place = places[variable]
            clause += [self._differs(variable, value)] if place.number else [-literal for literal in literals_of(place, value)]
        self.engine.add([tuple(clause)] if seen else [])
        return bool(seen)

    def _differs(self, variable: Variable, value: Value) -> int:
        """Return a literal that, if true, makes a number without bounds another one."""
        terms = self.encoder.terms
        differs = terms.negation(terms.equals(terms.unknown(variable), value))
        assert isinstance(differs, Term)
        literal, groups = self.encoder.encode_literal(differs)
        self.take(groups)
        return literal

    def next_solution(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> PartSolution | None:
        """Return a solution of the part under assumptions, or None; raise `GaveUp` if that is not known."""
        return self.solution() if self.holds(assumptions, conflicts) else None

    def solution(self) -> PartSolution:
        """Return the solution that was found last."""
        candidate = self._candidate()
        return {
            variable: self.engine.number(place.number) if place.number else value_of(place, candidate)  # type: ignore[attr-defined]
            for variable, place in self.problem.places.items()
        }

    def holds(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool:
        """Check whether there is a solution under assumptions, which can then be read; otherwise the engine has a core.

        Raise `OutOfConflicts` if a search takes more than `conflicts`, or as much time in lemmas or rounds.
        """
        before = self._size
        for number in range(self.problem.limits.rounds):
            self.deadline.check()
            self._catch_up()
            status = search(self.engine, assumptions, self.deadline, conflicts, clauses=self._clauses)
            if status is Status.UNSAT:
                return False
            if status is Status.OUT_OF_CONFLICTS:
                raise OutOfConflicts(status.value)
            if status is not Status.SAT:
                raise GaveUp(status.value)
            if not self._refine():
                return True
            lemmas = (self._size - before) / CLAUSES_PER_CONFLICT
            if conflicts is not None and conflicts < max(lemmas, number * CONFLICTS_PER_ROUND):
                raise OutOfConflicts(Status.OUT_OF_CONFLICTS.value)
        limits = self.problem.limits
        raise GaveUp(f"not finished after {limits.rounds:,} rounds of refinement; {limits.allows('rounds')}")

    def improvements(
        self, engine: Optimizer, costs: Sequence[tuple[int, int]], below: Callable[[], int]
    ) -> Iterator[PartSolution]:
        """Yield better and better solutions, each cheaper than the last and than `below()`, down to the best; raise `GaveUp`.

        `engine` is that of the session. A candidate that breaks lazy constraints starts the search anew, with lemmas. What a
        search proves holds all the same: no solution is lost by constraints that are missing.
        """
        for _ in range(self.problem.limits.rounds):
            self.deadline.check()
            self._catch_up()
            for status in engine.improve(costs, below(), self.deadline.seconds_left()):
                if status is not Status.SAT or self._refine():
                    break
                yield self.solution()
            if status is Status.UNSAT:
                return
            if status is Status.OUT_OF_CONFLICTS:
                raise OutOfConflicts(status.value)
            if status is not Status.SAT:
                raise GaveUp(status.value)
        limits = self.problem.limits
        raise GaveUp(f"not finished after {limits.rounds:,} rounds of refinement; {limits.allows('rounds')}")

    def read(self, of: Callable[[Callable[[int], bool]], Value]) -> Value:
        """Return a value that is computed from the last solution."""
        return of(self._candidate().holds)

    def _candidate(self) -> Candidate:
        return Candidate(self.problem, _Truths(self.engine.value).__getitem__, self.deadline, self.encoder)

    def _candidates(self) -> Iterator[Candidate]:
        """Yield the candidates of the last model, each to be answered before the next one."""
        yield self._candidate()

    def _refine(self) -> bool:
        """Answer candidates with lemmas; return whether there were any."""
        self.progress.rounds += 1
        if not self.problem.lazy:
            return False
        clauses: list[Clause] = []
        sums: list[Sum] = []
        broken: list[Lazy] = []
        for candidate in self._candidates():
            broken += self._answer(candidate, clauses, sums)
        if isinstance(self.engine, RuleEngine):  # now that no value of the candidate is needed any more
            for lazy in filter(self.engine.can_state, broken):
                self.engine.state(lazy)
        self._known.append((clauses, sums, ()))
        self._catch_up()
        spend(self.deadline, len(clauses) // CLAUSES_PER_UNIT)
        return bool(clauses or sums)

    def _answer(self, candidate: Candidate, clauses: list[Clause], sums: list[Sum]) -> list[Lazy]:
        """Answer a candidate with lemmas, which go into `clauses` and `sums`; return the constraints that it breaks.

        One lemma is enough of a constraint that is stated whole after that: to look for all cuts takes longer. But not where
        constraints have selectors: one of ten explanations took twice as many searches.
        """
        kinds = all_kinds()
        can_state = self.engine.can_state if isinstance(self.engine, RuleEngine) and not self.problem.selectors else None
        broken = []
        for lazy in self.problem.lazy:
            began = time.perf_counter()
            enough = 1 if can_state and can_state(lazy) else None
            lemmas = list(itertools.islice(kinds[type(lazy)].lemmas(lazy, candidate), enough))
            if lemmas:
                broken.append(lazy)
            for lemma in lemmas:
                if isinstance(lemma, TermLemma):
                    for group in self.encoder.encode_lemma(lemma.term, lemma.unless):
                        clauses += group.clauses
                        sums += group.sums
                else:
                    clauses.append(lemma)
            self.progress.count_refinement(lazy, len(lemmas), began)
        return broken

    def state(self, term: Operand) -> None:
        """State that a further term is true."""
        self.take(self.encoder.encode_lemma(term))

    def take(self, groups: Iterable[Group]) -> None:
        """Add groups that were encoded later."""
        self._known += [(group.clauses, group.sums, group.comparisons) for group in groups]
        self._catch_up()

    def _catch_up(self) -> None:
        for clauses, sums, comparisons in self._known[self._taken :]:
            if comparisons:
                self.engine.compare(comparisons)  # type: ignore[attr-defined]
            self.engine.add(clauses, sums)
            self._size += len(clauses)
        self._taken = len(self._known)
