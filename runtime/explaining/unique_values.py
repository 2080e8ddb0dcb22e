"""Find the values that exactly one solution has. As a given, each of them would make the puzzle unique.

A search like the one for candidates: each solution shows values, and the next one has to show a new value, or a value that only
one solution has shown so far. When there is no such solution, the values shown once are those of one solution only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.ir.term import Operand, Term, Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import Value, typed_key

from ..engines.engine_choice import chooser, engine_for
from ..engines.engine_registry import AUTO
from ..solving.endings import ENDINGS, reason_of
from ..solving.progress import Progress
from ..solving.session import OutOfConflicts, Session
from .backbone import MAX_VALUES_PER_PLACE

CONFLICTS_AT_ONCE = 5_000  # for each search at all places


@dataclass(frozen=True)
class UniqueValues:
    """Values of places, each in exactly one solution. `reason`: why there may be more such values; empty if there are none."""

    values: tuple[tuple[Variable, Value], ...] = ()
    reason: str = ""

    @property
    def complete(self) -> bool:
        """Check whether these are all."""
        return not self.reason


def unique_values(
    spec: Spec, *, engine: str = AUTO, seed: int = 0, deadline: Deadline = NO_DEADLINE, progress: Progress | None = None
) -> UniqueValues:
    """Return the values of visible places that exactly one solution of a spec without objective has.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text("gridwright: 1\\ngrid: 1x3\\nlayers: {x: {values: 1..3}}\\nrules:\\n  - x[r1c1] < x[r1c2] <= x[r1c3]")
    >>> [(variable.name, value) for variable, value in unique_values(spec).values]
    [('x[r1c1]', 2), ('x[r1c3]', 2)]
    """
    progress = progress or Progress()
    try:
        puzzle = compile_spec(spec, choose=chooser(engine), deadline=deadline, on_progress=progress.enter)
        progress.enter("values that would make it unique")
        parts = [_Part(Session(problem, engine_for(problem, engine, seed), deadline, progress)) for problem in puzzle.parts]
        varied = [part for part in parts if not part.is_unique()]
    except ENDINGS as problem:
        return UniqueValues((), reason_of(problem, progress))
    if len(varied) != 1 or not varied[0].differs:  # a value in one part leaves several solutions of another; or there is none
        return UniqueValues()
    try:
        varied[0].search()
        reason = ""
    except ENDINGS as problem:
        reason = reason_of(problem, progress)
    return UniqueValues(tuple(varied[0].proved_values()), reason)


class _Part:
    """The solutions of one independent part: for each place the values that they show, with the number of the only one that does.

    The number is None where several do.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.terms = session.encoder.terms
        self.visible = [variable for variable in session.problem.places if not variable.layer.hidden]
        self.differs: list[Operand] = []  # for each solution, that something visible is otherwise
        self.shown: dict[Variable, dict[object, tuple[Value, int | None]]] = {variable: {} for variable in self.visible}
        self.is_complete: list[Variable] = []  # no other solution has a value of these places that only one has shown

    def is_unique(self) -> bool:
        """Look for two solutions; return whether there is only one."""
        solution = self.session.next_solution()
        if solution is None:
            return False
        self._take(solution)
        other = self._solution_with(self.differs[0])
        if other is not None:
            self._take(other)
        return other is None

    def search(self) -> None:
        """Find for each value whether no, one, or more solutions have it. If all places together take long, take one by one."""
        try:
            self._find_all(self.visible, CONFLICTS_AT_ONCE)
        except OutOfConflicts:
            for variable in self.visible:
                self._find_all([variable], None)

    def _find_all(self, variables: Sequence[Variable], conflicts: int | None) -> None:
        while (solution := self._solution_with(self._news(variables), conflicts)) is not None:
            self._take(solution)
        self.is_complete += variables

    def proved_values(self) -> Iterator[tuple[Variable, Value]]:
        """Yield the values that are proved to be in one solution only."""
        for variable in self.is_complete:
            yield from ((variable, value) for value, by in self.shown[variable].values() if by is not None)

    def _take(self, solution: Mapping[Variable, Value]) -> None:
        equal = [self.terms.equals(self.terms.unknown(variable), solution[variable]) for variable in self.visible]
        self.differs.append(self.terms.disjunction([self.terms.negation(term) for term in equal]))
        for variable in self.visible:
            shown, value = self.shown[variable], solution[variable]
            shown[typed_key(value)] = value, None if typed_key(value) in shown else len(self.differs) - 1

    def _solution_with(self, wanted: Operand, conflicts: int | None = None) -> Mapping[Variable, Value] | None:
        if not isinstance(wanted, Term):
            return self.session.next_solution((), conflicts) if wanted else None
        literal, groups = self.session.encoder.encode_literal(wanted)
        self.session.take(groups)
        return self.session.next_solution([literal], conflicts)

    def _news(self, variables: Sequence[Variable]) -> Operand:
        """Return that one of the places has a value that no solution has shown yet, or only one, which is not this one.

        A solution of which this is true is none of those before: of these, none has the former, and only that one the latter.
        """
        new: list[Operand] = []
        again: dict[int, list[Operand]] = {}
        for variable in variables:
            unknown, shown = self.terms.unknown(variable), self.shown[variable]
            if len(shown) > MAX_VALUES_PER_PLACE:
                raise GaveUp(f"more than {MAX_VALUES_PER_PLACE:,} values at one place")
            has_value = {key: self.terms.equals(unknown, value) for key, (value, _) in shown.items()}
            new.append(self.terms.negation(self.terms.disjunction(list(has_value.values()))))
            for key, (_, by) in shown.items():
                if by is not None:
                    again.setdefault(by, []).append(has_value[key])
        others = [self.terms.conjunction([self.differs[by], self.terms.disjunction(some)]) for by, some in again.items()]
        return self.terms.disjunction([*new, *others])
