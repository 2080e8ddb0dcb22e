"""Complete a puzzle that has several solutions: find the fewest clues or givens to add, and single ones that could be changed.

What is added says the same as one solution, the target. Each other solution that a search finds has to break something that is
added, so the fewest additions are a smallest hitting set of all these choices, which grows by one set for each solution (implicit
hitting sets, as for smallest MUSes: Ignatiev, Previti, Liffiton, Marques-Silva 2015).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp
from gridwright.compiler.language.reported import Reported
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import BLANK, Value, describe, typed_key

from ...engines.engine_registry import AUTO
from ...judging.judge import Assignment
from ...solving.endings import ENDINGS, reason_of
from ...solving.outcome import Outcome
from ...solving.progress import Progress
from ...solving.session import OutOfConflicts, PartSolution
from ...solving.solve import solve
from ..printed_items import is_only_looped
from .generate import MOST_VALUES
from .hitting_set import smallest_hitting_set
from .implied_clues import allowed_clues
from .other_values import are_few, other_values
from .printable import NUMBERS, PrintableGroup
from .printed_now import PrintedNow, ProposedPrint, ValuesOf, loaded_with_places, printed_now, with_places
from .variable_clues import VariableGroup

TARGETS = 6  # solutions of which each is tried as the one that is kept, if none is asked for
ROUNDS = 400  # of solutions that an addition has to exclude, for one target
CONFLICTS = 20_000  # for each search; without an answer, something is not offered


@dataclass(frozen=True, eq=False)
class Completion(Reported):
    """How a puzzle gets exactly one solution.

    `outcome`: what it has now. `additions`: what to add; empty if nothing was found. `is_fewest`: fewer additions are proved not
    to be enough, for the target if one was given, otherwise for every solution. `target`: the solution that stays.
    `is_target_wrong`: the target that was given is no solution. `changes`: single values that could be replaced instead. `fixed`:
    for each clue group that cannot get more clues, why. `reason`: why not everything was tried; empty if everything was. `text`:
    the spec with the additions; empty if there are none.
    """

    outcome: Outcome
    additions: tuple[ProposedPrint, ...] = ()
    is_fewest: bool = False
    target: Assignment | None = None
    is_target_wrong: bool = False
    changes: tuple[ProposedPrint, ...] = ()
    fixed: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""
    text: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the result as `gridwright complete --json` prints it."""
        return {
            "solutions": len(self.outcome.solutions),
            "complete": self.outcome.complete,
            "additions": [_as_json(addition) for addition in self.additions],
            "fewest": self.is_fewest,
            "wrong_target": self.is_target_wrong,
            "all_tried": not self.reason,
            "changes": [{**_as_json(change), "before": describe(change.before)} for change in self.changes],
            "fixed": [{"group": name, "why": why} for name, why in self.fixed.items()],
        }


def _as_json(printed: ProposedPrint) -> dict[str, str]:
    kind = "given" if printed.is_given else "clue"
    return {"kind": kind, "name": printed.name, "place": printed.where, "value": describe(printed.value)}


def expected_target(spec: Spec) -> Assignment | None:
    """Return the whole solution that a spec expects, or None."""
    expected = spec.expected.solution or {}
    visible = [layer for layer in spec.layers if not layer.hidden]
    is_whole = all(None not in expected.get((layer.grid, layer.name), (None,)) for layer in visible)
    return expected if expected and is_whole else None


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
    """Return how a puzzle gets exactly one solution.

    `target`: the values of all visible layers of the solution that stays. `only`: `givens` or `clues`; the others do not change.
    Raise `OutOfTime` or `GaveUp` if the search ends before two solutions are known.

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


class _Completing:
    def __init__(self, spec: Spec, only: str, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.spec = spec
        self.only = only
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self.reason = ""
        self.additions: tuple[ProposedPrint, ...] = ()
        self.is_fewest = False
        self.target: Assignment | None = None
        self.is_target_wrong = False
        self.changes: list[ProposedPrint] = []
        self.fixed: Mapping[str, str] = {}

    def run(self, target: Assignment | None) -> Completion:
        """Find additions, then changes. If the time ends, the result has those that were found until then."""
        outcome = solve(
            self.spec, limit=TARGETS, engine=self.engine, seed=self.seed, deadline=self.deadline, progress=self.progress
        )
        if outcome.reason and len(outcome.solutions) < 2:
            raise GaveUp(outcome.reason)
        if not outcome.unique:
            try:
                if outcome.solutions:
                    self._add(outcome, target)
                self._change()
            except ENDINGS as problem:
                self.reason = reason_of(problem, self.progress)
        return Completion(
            outcome,
            self.additions,
            self.is_fewest,
            self.target,
            self.is_target_wrong,
            tuple(self.changes),
            self.fixed,
            self.reason,
            with_places(self.spec, self.additions) if self.additions else "",
        )

    def open_clues(self, values_of: ValuesOf) -> PrintedNow:
        """Return the problem in which clues may have other values."""
        now = printed_now(
            self.spec,
            values_of,
            only=self.only,
            engine=self.engine,
            seed=self.seed,
            deadline=self.deadline,
            progress=self.progress,
        )
        self.fixed = now.fixed
        return now

    def _add(self, outcome: Outcome, target: Assignment | None) -> None:
        """Find the fewest additions for the target, or for the solution that needs the fewest."""
        self.progress.enter("completing")
        targets = [target] if target is not None else [solution.grid for solution in outcome.solutions]
        is_fewest = target is not None or outcome.complete
        for grid in targets:
            known = len(self.additions)
            self.progress.note = f"{known} to add" if known else ""
            search = _Target(self, grid)
            additions, is_least = search.fewest(known - 1 if known else None)
            self.is_target_wrong = search.is_wrong
            is_fewest = is_fewest and is_least and search.is_complete
            if additions and self._is_verified(additions):
                self.additions, self.target = additions, grid
            elif additions:
                is_fewest = False
            if len(self.additions) == 1:
                is_fewest = True  # nothing is not enough
                break
        self.is_fewest = is_fewest and bool(self.additions)

    def _change(self) -> None:
        """Find the single values that could be others, so that there is exactly one solution."""
        self.progress.enter("changing")
        now = self.open_clues(self._other_values)
        printed = [variable for variable in now.printed if not now.is_open(variable)]
        for at, variable in enumerate(printed):
            self.progress.note = f"{len(self.changes)} changes, {len(printed) - at} places left to try"
            for value in now.choices(variable):
                self.deadline.check()
                try:
                    if typed_key(value) != typed_key(now.printed[variable]) and self._is_unique(
                        now, {**now.printed, variable: value}
                    ):
                        change = now.propose(variable, value)
                        if self._is_verified((change,)):
                            self.changes.append(change)
                except OutOfConflicts:
                    self.reason = "some values were too hard to try"

    def _other_values(self, group: PrintableGroup) -> Mapping[Value, Sequence[Value]]:
        if group.group.clues and not (group.is_listed and are_few(group)):
            self.reason = f"not all values that `{group.group.name}` could have were tried"
        return {clue.place: values for clue, values in other_values(group)}

    def _is_verified(self, printed: tuple[ProposedPrint, ...]) -> bool:
        """Check on the ordinary path whether the puzzle with something else printed has exactly one solution."""
        changed = loaded_with_places(self.spec, printed)
        return solve(changed, engine=self.engine, seed=self.seed, deadline=self.deadline).unique is True

    @staticmethod
    def _is_unique(now: PrintedNow, values: Mapping[Variable, Value]) -> bool:
        search = now.problem.search
        solution = search.solution(values, CONFLICTS)
        if solution is None:
            return False
        search.exclude(solution, now.problem.visible)
        return search.other(values, CONFLICTS) is None


class _Target:
    """A solution that is to be the only one, and what could be printed for it.

    `is_wrong`: it is no solution of the puzzle. `is_complete`: all that could be printed is tried.
    """

    def __init__(self, completing: _Completing, solution: Assignment) -> None:
        self.completing = completing
        self.spec = completing.spec
        self.solution = solution
        self.is_wrong = False
        self.is_complete = True
        self.now = completing.open_clues(self._implied_values)
        self.is_complete = self.is_complete and not self.now.fixed
        self.values = {
            variable: solution[variable.layer.grid, variable.layer.name][variable.position]
            for variable in self.now.problem.visible
        }

    def _implied_values(self, group: PrintableGroup) -> Mapping[Value, Sequence[Value]]:
        """Return the values that the target allows at each place."""
        values = group.values or tuple(NUMBERS)
        is_looped = is_only_looped(self.spec, group.group.name)
        is_whole = group.is_listed and group.is_everywhere and group.unknown is None
        self.is_complete = self.is_complete and is_whole and (is_looped or len(values) <= MOST_VALUES)
        if not is_looped:
            return dict.fromkeys(group.places, values[:MOST_VALUES])
        every = VariableGroup(group.grid.name, group.group, dict.fromkeys(group.places, values))
        return allowed_clues(self.spec, every, self.solution, self.completing.deadline)

    def fewest(self, most: int | None) -> tuple[tuple[ProposedPrint, ...] | None, bool]:
        """Return the fewest additions, None if there are none or more than `most`; and whether that is proved."""
        search, visible = self.now.problem.search, self.now.problem.visible
        fixed = {variable: value for variable, value in self.now.printed.items() if not self.now.is_open(variable)}
        keeps_givens = all(typed_key(self.values.get(variable, value)) == typed_key(value) for variable, value in fixed.items())
        start = search.solution({**self.now.printed, **self.values}) if keeps_givens else None
        if start is None:
            self.is_wrong = True
            return None, True
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
                return tuple(self.now.propose(variable, value) for variable, value in added.items()), is_proved
            excluding = self._excluding({**start, **other}, possible, fixed)
            if not excluding:
                return None, is_proved  # nothing that can be printed tells these two solutions apart
            choices.append(excluding)
        return None, False

    def _possible(self) -> list[tuple[Variable, Value]]:
        """Return all additions: a place and a value that the target allows there."""
        now = self.now
        additions = [(given, self.values[given]) for given in now.problem.givens if now.is_open(given) and given in self.values]
        additions = [(given, value) for given, value in additions if value is not BLANK]
        for clue in filter(now.is_open, now.problem.clues):
            for value in now.choices(clue):
                assumed = {**now.printed, **self.values, clue: value}
                if typed_key(value) != typed_key(now.printed[clue]) and now.problem.search.solution(assumed) is not None:
                    additions.append((clue, value))
        return additions

    def _excluding(
        self, other: PartSolution, possible: Sequence[tuple[Variable, Value]], fixed: Mapping[Variable, Value]
    ) -> set[int]:
        """Return the additions that another solution breaks."""
        known = {variable: other[variable] for variable in self.now.problem.visible}

        def breaks(variable: Variable, value: Value) -> bool:
            if self.now.problem.is_given(variable):
                return typed_key(other[variable]) != typed_key(value)
            return self.now.problem.search.solution({**self.now.printed, **fixed, **known, variable: value}) is None

        return {at for at, (variable, value) in enumerate(possible) if breaks(variable, value)}
