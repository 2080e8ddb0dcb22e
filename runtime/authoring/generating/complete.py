"""Complete a puzzle that has several solutions: find the fewest clues or givens to add, and single ones that could be changed.

What is added says the same as one solution, the target. Each other solution that a search finds has to break something that is
added, so the fewest additions are a smallest hitting set of all these choices, which grows by one set for each solution (implicit
hitting sets, as for smallest MUSes: Ignatiev, Previti, Liffiton, Marques-Silva 2015).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import BLANK, Value, describe, typed

from ...engines.engine_registry import AUTO
from ...judging.judge import Assignment
from ...solving.outcome import Outcome
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts, PartSolution
from ...solving.solve import solve
from ..printed_items import is_only_looped
from .generate import MOST_VALUES, NUMBERS
from .hitting_set import smallest_hitting_set
from .implied_clues import allowed_clues
from .other_values import other_values
from .printable import PrintableGroup
from .printed_now import PrintedNow, ValuesOf, printed_now
from .variable_clues import VariableGroup
from .written_puzzle import with_printed

TARGETS = 6  # solutions of which each is tried as the one that is kept, if none is asked for
ROUNDS = 400  # of solutions that an addition has to exclude, for one target
CONFLICTS = 20_000  # for each search; without an answer, something is not offered


@dataclass(frozen=True, eq=False)
class ProposedPrint:
    """Something that is or could be printed. `before`: what is there now; blank if nothing is."""

    grid: str
    name: str
    place: Value
    where: str
    value: Value
    is_given: bool
    before: Value = BLANK

    def __str__(self) -> str:
        kind = "given" if self.is_given else "clue"
        now = "" if self.before is BLANK else f"{describe(self.before)} to "
        return f"{kind} {self.name} {self.where}: {now}{describe(self.value)}"


@dataclass(frozen=True, eq=False)
class Completion:
    """How a puzzle gets exactly one solution.

    `outcome`: what it has now. `additions`: what to add, nothing if that is not possible; `is_fewest`: it is proved that
    fewer do not do: for `target`, if it was asked for, and otherwise for any solution. `changes`: single values that could be
    others instead. `fixed`: why clues of a group are not added, or not changed either. `reason`: why not everything was tried.
    """

    outcome: Outcome
    additions: tuple[ProposedPrint, ...] = ()
    is_fewest: bool = False
    target: Assignment | None = None
    changes: tuple[ProposedPrint, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""


def complete(
    spec: Spec,
    *,
    target: Assignment | None = None,
    only: str = "",
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> Completion:
    """Return how a puzzle gets exactly one solution. `target`: the values of all layers of the solution that it is to have.

    Raise `OutOfTime` or `GaveUp` if the search ends before anything is known.

    >>> from gridwright.compiler.loader import load_text
    >>> spec = load_text('''
    ... gridwright: 1
    ... use: latin_square
    ... grid: 3x3
    ... givens: {number: {r1c1: 1, r2c2: 1}}
    ... ''')
    >>> completion = complete(spec)
    >>> len(completion.additions), completion.is_fewest
    (1, True)
    """
    search = _Completing(spec, only, engine, seed, deadline, progress or Progress())
    return search.run(target)


def with_places(spec: Spec, printed: Sequence[ProposedPrint]) -> str:
    """Return the text of a spec with something else printed at some places."""
    sections: tuple[dict[tuple[str, str], dict[Value, Value]], ...] = ({}, {})
    for one in printed:
        sections[one.is_given].setdefault((one.grid, one.name), {})[one.place] = one.value
    return with_printed(spec, spec.source, *sections)


class _Completing:
    def __init__(self, spec: Spec, only: str, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.spec = spec
        self.only = only
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self.reason = ""

    def run(self, target: Assignment | None) -> Completion:
        """Find what can be added, then what can be changed."""
        outcome = solve(
            self.spec, limit=TARGETS, engine=self.engine, seed=self.seed, deadline=self.deadline, progress=self.progress
        )
        if outcome.reason and len(outcome.solutions) < 2:
            raise GaveUp(outcome.reason)
        if len(outcome.solutions) < 2:
            changes = () if outcome.unique else self._changes()
            return Completion(outcome, changes=changes, reason=self.reason)
        targets = [target] if target is not None else [solution.grid for solution in outcome.solutions]
        self.progress.enter("completing")
        best: tuple[ProposedPrint, ...] | None = None
        kept: Assignment | None = None
        is_fewest = target is not None or outcome.complete
        fixed: Mapping[str, str] = {}
        for solution in targets:
            self.progress.note = f"{len(best)} to add" if best else ""
            one = _Target(self, solution)
            fixed = one.now.fixed
            found, is_least = one.fewest(None if best is None else len(best) - 1)
            is_fewest = is_fewest and is_least
            if found is not None:
                best, kept = found, solution
            if best is not None and len(best) == 1:
                is_fewest = True  # nothing is not enough
                break
        best = self._verified(best) if best else ()
        return Completion(outcome, best, is_fewest and bool(best), kept, self._changes(), fixed, self.reason)

    def opened(self, values_of: ValuesOf) -> PrintedNow:
        """Return the problem in which clues may have other values."""
        return printed_now(
            self.spec,
            values_of,
            only=self.only,
            engine=self.engine,
            seed=self.seed,
            deadline=self.deadline,
            progress=self.progress,
        )

    def _changes(self) -> tuple[ProposedPrint, ...]:
        """Return the single values that could be others, so that there is exactly one solution."""
        self.progress.enter("changing")
        now = self.opened(_other_values)
        changes: list[ProposedPrint] = []
        printed = [variable for variable in now.printed if not now.is_open(variable)]
        for at, variable in enumerate(printed):
            self.progress.note = f"{len(changes)} changes, {len(printed) - at} places left to try"
            for value in _choices(now, variable):
                self.deadline.check()
                try:
                    if typed(value) != typed(now.printed[variable]) and self._is_unique(now, {**now.printed, variable: value}):
                        changes += self._verified((_place(now, variable, value),))
                except OutOfConflicts:
                    self.reason = "some values were too hard to try"
        return tuple(changes)

    def _verified(self, printed: tuple[ProposedPrint, ...]) -> tuple[ProposedPrint, ...]:
        """Return what is printed if the puzzle with it has one solution on the ordinary path too; nothing if not."""
        text = with_places(self.spec, printed)
        places = LibraryPlaces(texts=self.spec.files)
        changed = read_spec(read_text(text, self.spec.path, self.spec.limits), self.spec.path, places, self.spec.limits)
        return printed if solve(changed, engine=self.engine, seed=self.seed, deadline=self.deadline).unique else ()

    @staticmethod
    def _is_unique(now: PrintedNow, values: Mapping[Variable, Value]) -> bool:
        search = now.problem.search
        solution = search.solution(values, CONFLICTS)
        if solution is None:
            return False
        search.exclude(solution, now.problem.visible)
        return search.other(values, CONFLICTS) is None


class _Target:
    """A solution that is to be the only one, and what could be printed for it."""

    def __init__(self, completing: _Completing, solution: Assignment) -> None:
        self.completing = completing
        self.spec = completing.spec
        self.solution = solution
        self.now = completing.opened(self._implied)
        self.values = {
            variable: solution[variable.layer.grid, variable.layer.name][variable.position]
            for variable in self.now.problem.visible
        }

    def _implied(self, group: PrintableGroup) -> Mapping[Value, Sequence[Value]]:
        """Return the values that the target allows at each place."""
        values = group.values or tuple(NUMBERS)
        if not is_only_looped(self.spec, group.group.name):
            return dict.fromkeys(group.places, values[:MOST_VALUES])
        every = VariableGroup(group.grid.name, group.group, dict.fromkeys(group.places, values))
        return allowed_clues(self.spec, every, self.solution, self.completing.deadline)

    def fewest(self, most: int | None) -> tuple[tuple[ProposedPrint, ...] | None, bool]:
        """Return the fewest additions, None if there are none or more than `most`; and whether that is proved."""
        search, visible = self.now.problem.search, self.now.problem.visible
        fixed = {variable: value for variable, value in self.now.printed.items() if not self.now.is_open(variable)}
        start = search.solution({**self.now.printed, **self.values})
        if start is None:
            return None, True  # the target does not solve the puzzle
        possible = self._possible()
        search.exclude(start, visible)
        choices: list[Set[int]] = []
        is_proved = True
        for _ in range(ROUNDS):
            self.completing.deadline.check()
            chosen, is_smallest = smallest_hitting_set(choices, most)
            is_proved = is_proved and is_smallest
            if chosen is None:
                return None, is_proved
            added = {possible[at][0]: possible[at][1] for at in chosen}
            try:
                other = search.other({**self.now.printed, **added}, CONFLICTS)
            except OutOfConflicts:
                return None, False
            if other is None:
                places = [_place(self.now, variable, value) for variable, value in added.items()]
                return tuple(places), is_proved
            excluding = self._excluding({**start, **other}, possible, fixed)
            if not excluding:
                return None, is_proved  # nothing that can be printed tells these two solutions apart
            choices.append(excluding)
        return None, False

    def _possible(self) -> list[tuple[Variable, Value]]:
        """Return all additions: a place and a value that the target allows there."""
        found = [(variable, self.values[variable]) for variable in self.now.problem.givens if variable in self.values]
        found = [(variable, value) for variable, value in found if value is not BLANK]
        for clue in self.now.problem.clues:
            for value in _choices(self.now, clue):
                if typed(value) != typed(self.now.printed[clue]) and self.now.problem.search.solution(
                    {**self.now.printed, **self.values, clue: value}
                ):
                    found.append((clue, value))
        return [(variable, value) for variable, value in found if self.now.is_open(variable)]

    def _excluding(
        self, other: PartSolution, possible: Sequence[tuple[Variable, Value]], fixed: Mapping[Variable, Value]
    ) -> set[int]:
        """Return the additions that another solution breaks."""
        known = {variable: other[variable] for variable in self.now.problem.visible}

        def breaks(variable: Variable, value: Value) -> bool:
            if self.now.problem.is_given(variable):
                return typed(other[variable]) != typed(value)
            return self.now.problem.search.solution({**self.now.printed, **fixed, **known, variable: value}) is None

        return {at for at, (variable, value) in enumerate(possible) if breaks(variable, value)}


def _other_values(group: PrintableGroup) -> Mapping[Value, Sequence[Value]]:
    return {place: values for _, place, values in other_values(group)}


def _choices(now: PrintedNow, variable: Variable) -> Sequence[Value]:
    return variable.layer.values if now.problem.is_given(variable) else now.problem.choices(variable)


def _place(now: PrintedNow, variable: Variable, value: Value) -> ProposedPrint:
    layer, problem = variable.layer, now.problem
    place = layer.places[variable.position]
    return ProposedPrint(
        layer.grid,
        layer.name,
        place,
        layer.place_name(variable.position),
        problem.printed_value(variable, value),
        problem.is_given(variable),
        problem.printed_value(variable, now.printed.get(variable, BLANK)),
    )
