"""One compiled problem in which everything that can be printed is an assumption: nothing is compiled again inside a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir.term import Operand, Term, Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import BLANK, Value, typed_key

from ...engines.engine_choice import chooser, engine_for
from ...solving.progress import Progress
from ...solving.session import PartSolution, Session

Values = Mapping[Variable, Value]


class ClueSearch:
    """The parts of a spec with variable clues, each in its own session."""

    def __init__(self, spec: Spec, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        puzzle = compile_spec(spec, choose=chooser(engine), deadline=deadline, on_progress=progress.enter)
        self._is_impossible = bool(puzzle.contradictions)
        progress.enter("generating")
        self.parts = [
            _CluePart(Session(problem, engine_for(problem, engine, seed), deadline, progress)) for problem in puzzle.parts
        ]

    def solution(self, values: Values, conflicts: int | None = None) -> PartSolution | None:
        """Return a solution that has these values; None if there is none. Raise `GaveUp` if that is not known."""
        return self._solution([part.assumptions(values) for part in self.parts], conflicts)

    def solution_without(
        self, values: Values, place: Variable, excluded: Value, conflicts: int | None = None
    ) -> PartSolution | None:
        """Return a solution with these values that has another one at a place; None if there is none."""
        return self._solution([part.assumptions(values, (place, excluded)) for part in self.parts], conflicts)

    def _solution(self, assumptions: Sequence[list[int] | None], conflicts: int | None) -> PartSolution | None:
        """Return a solution of all parts, each under its own assumptions."""
        if self._is_impossible:
            return None
        solution: PartSolution = {}
        for part, literals in zip(self.parts, assumptions, strict=True):
            of_part = None if literals is None else part.session.next_solution(literals, conflicts)
            if of_part is None:
                return None
            solution |= of_part
        return solution

    def printing_more(self, values: Values, blank: Sequence[Variable]) -> PartSolution:
        """Return solutions with these values in which `blank` places are not all blank, of the parts that have one."""
        solution: PartSolution = {}
        for part in self.parts:
            solution |= part.printing_more(values, [place for place in blank if place in part.places]) or {}
        return solution

    def exclude(self, solution: PartSolution, visible: Iterable[Variable]) -> None:
        """Let `other` look for solutions that differ from this one in something visible, and forget what was excluded before."""
        for part in self.parts:
            part.excluded = []
        self.exclude_too(solution, visible)

    def exclude_too(self, solution: PartSolution, visible: Iterable[Variable]) -> None:
        """Let `other` look for solutions that differ from this one too; it may be one of a single part."""
        for part in self.parts:
            own = [variable for variable in visible if variable in solution and variable in part.places]
            part.exclude({variable: solution[variable] for variable in own})

    def other(self, values: Values, conflicts: int | None = None) -> PartSolution | None:
        """Return a solution with these values that differs from the excluded one; None if there is none."""
        for part in self.parts:
            solution = part.other(values, conflicts)
            if solution is not None:
                return solution
        return None


class _CluePart:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.terms = session.encoder.terms
        self.places = session.problem.places
        self._literals: dict[tuple[Variable, object], list[int] | None] = {}
        self.excluded: list[list[int] | None] = []  # for each excluded solution the assumption that another one differs
        self._core: frozenset[int] | None = None  # of the last proof that there is no other solution

    def _assumption(self, truth: Operand) -> list[int] | None:
        """Return the assumption that something is true: nothing if it always is, None if it never is."""
        if not isinstance(truth, Term):
            return [] if truth else None
        literal, groups = self.session.encoder.encode_literal(truth)
        self.session.take(groups)
        return [literal]

    def _differs(self, variable: Variable, value: Value) -> list[int] | None:
        """Return the assumption that a place has another value; None if it cannot."""
        key = variable, (typed_key(value), "differs")
        if key not in self._literals:
            is_value = self.terms.equals(self.terms.unknown(variable), value)
            self._literals[key] = self._assumption(self.terms.negation(is_value))
        return self._literals[key]

    def assumptions(self, values: Values, excluded: tuple[Variable, Value] | None = None) -> list[int] | None:
        """Return literals for the values of this part, and against one that is excluded; None if that is impossible."""
        assumptions: list[int] = []
        for variable, value in values.items():
            if variable in self.places:
                literals = self._literal_of(variable, value)
                if literals is None:
                    return None
                assumptions += literals
        if excluded and excluded[0] in self.places:
            literals = self._differs(*excluded)
            return None if literals is None else assumptions + literals
        return assumptions

    def _literal_of(self, variable: Variable, value: Value) -> list[int] | None:
        key = variable, typed_key(value)
        if key not in self._literals:
            self._literals[key] = self._assumption(self.terms.equals(self.terms.unknown(variable), value))
        return self._literals[key]

    def _other_than(self, values: Values) -> list[int] | None:
        """Return the assumption that at least one place has another value than this; None if that cannot be."""
        terms = self.terms
        return self._assumption(
            terms.disjunction([terms.negation(terms.equals(terms.unknown(place), value)) for place, value in values.items()])
        )

    def printing_more(self, values: Values, blank: Sequence[Variable]) -> PartSolution | None:
        """Return a solution with these values in which `blank` places are not all blank; None if there is none."""
        assumptions, differs = self.assumptions(values), self._other_than(dict.fromkeys(blank, BLANK))
        return None if assumptions is None or differs is None else self.session.next_solution(assumptions + differs)

    def exclude(self, solution: PartSolution) -> None:
        """Let `other` look for solutions that differ from this one."""
        if solution:
            self.excluded.append(self._other_than(solution))
        self._core = None

    def other(self, values: Values, conflicts: int | None) -> PartSolution | None:
        """Return a solution that differs from the excluded ones."""
        assumptions = self.assumptions(values)
        if assumptions is None or not self.excluded:
            return None
        for differs in self.excluded:
            if differs is None:
                return None
            assumptions += differs
        if self._core is not None and self._core <= {*assumptions}:
            return None
        solution = self.session.next_solution(assumptions, conflicts)
        if solution is None:
            self._core = frozenset(self.session.engine.core())
        return solution
