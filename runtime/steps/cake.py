"""Small sets of rules' instances that imply a fact: all up to some size, and if there are none, whatever deletion finds.

The *cake* search (Demystify; Espasa et al. 2021) is complete for each size k: cut a set of instances that imply the fact into
k + 1 parts. A set of at most k instances misses one part, so without that part the rest still implies the fact; search the rest
in the same way. Known facts cost nothing and are always assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from gridwright.compiler.records import dataclass

from ..solving.session import OutOfConflicts
from .backward import Exhaustion
from .group_solver import GroupSolver, Model, Target, Workshop, agreeing
from .knowledge import Knowledge
from .rule_instance import RuleInstance

LARGEST = 4  # instances of a set that the cake search looks for; those of 1 are found before, and most of those of 2
QUESTIONS = 100  # for one fact and size
ALL_QUESTIONS = 600  # for a step
SAMPLE, WHOLE_SAMPLE = 60, 8  # facts for which the engine is asked for a core; fewer where lemmas make each question take long
LEAST = 2  # instances: less than that is found before
MINIMIZED, WHOLE_MINIMIZED = 8, 1  # of these cores


@dataclass(frozen=True, slots=True)
class _KeptModel:
    """A model of the known facts and of all instances but those whose selectors are `missed`."""

    values: Model
    missed: frozenset[int]


class SmallSets:
    """The search for small sets of instances. `ended`: why not all sets are looked at; empty if all are."""

    def __init__(self, shop: Workshop, instances: Sequence[RuleInstance]) -> None:
        self.instances = tuple(instances)
        self.ended = ""
        self._shop = shop
        self._local_only = not any(instance.is_whole for instance in instances)
        self._none: dict[tuple[Target, int], int] = {}
        self._models: list[_KeptModel] = []
        self._stated: dict[GroupSolver, set[int]] = {}  # the literals of the facts that a solver knows
        self._cores: list[list[int]] = []  # of the questions about one target and size
        self._shown: list[frozenset[int]] = []  # what is missed by those of these models that have the value in question

    @cached_property
    def whole(self) -> GroupSolver:
        """Return the solver of all instances, each with a selector."""
        if self._local_only:
            return self.local
        return GroupSolver(self._shop, self.instances, selected=True)

    @cached_property
    def local(self) -> GroupSolver:
        """Return the solver of the instances that are not about how places hang together, each with a selector."""
        return GroupSolver(self._shop, [instance for instance in self.instances if not instance.is_whole], selected=True)

    def smallest(self, knowledge: Knowledge, targets: Sequence[Target], sizes: Sequence[int]) -> tuple[RuleInstance, ...] | None:
        """Return the instances that exclude one of the targets, of the least size that any needs; None if there is no set.

        None of them is about how places hang together: what such a rule does is told by an argument, in a trial.
        """
        if not self.local.selectors:
            return None
        known = self._state_facts(self.local, knowledge)
        places = {*self.local.places}
        self._models = [model for model in self._models if agreeing([model.values], knowledge, model.values)]
        asked = 0
        for size in sizes:
            if size == 2:
                continue  # `Pairs` has found all
            for target in targets:
                if target[0] not in places or self._none.get((target, size)) == known:
                    continue
                if asked > ALL_QUESTIONS:
                    self.ended = f"{ALL_QUESTIONS:,} questions about small sets of rules' instances"
                    return None
                self._shop.deadline.check()
                left = [QUESTIONS]
                always = [self.local.literal(*target)]
                self._cores = []
                self._shown = [model.missed for model in self._models if model.values[target[0]] == 1 << target[1]]
                selectors = self._cut(knowledge, always, [*self.local.selectors.values()], size, left)
                asked += QUESTIONS - left[0]
                if selectors is not None:
                    return _instances(self.local, selectors)
                if left[0] > 0:
                    self._none[target, size] = known
                else:
                    self.ended = "a fact took too many questions"
        return None

    def by_deletion(
        self, solver: GroupSolver, knowledge: Knowledge, targets: Sequence[Target], short: int, conflicts: int | None = 3_000
    ) -> Exhaustion | None:
        """Return instances of a solver that exclude one of the targets, found by deletion; None if the engine cannot tell.

        `conflicts`: for each target; None for no limit.

        Of the smallest cores of the engine, the one is taken that deletion makes the smallest.
        """
        if not solver.selectors:
            return None
        self._state_facts(solver, knowledge)
        places = {*solver.places}
        is_slow = any(instance.is_whole for instance in solver.instances)
        sample, minimized = (WHOLE_SAMPLE, WHOLE_MINIMIZED) if is_slow else (SAMPLE, MINIMIZED)
        selectors = [*solver.selectors.values()]
        cores: list[tuple[list[int], Target]] = []
        for target in [candidate for candidate in targets if candidate[0] in places][:sample]:
            self._shop.deadline.check()
            core = self._core(solver, [solver.literal(*target)], selectors, conflicts)
            if core is not None:
                cores.append((core, target))
                if conflicts is None or len(core) <= LEAST:
                    break
        best: tuple[list[int], bool, Target] | None = None
        for core, target in sorted(cores, key=lambda pair: len(pair[0]))[:minimized]:
            self._shop.deadline.check()
            members, is_minimal = solver.minimal([solver.literal(*target)], core)
            if best is None or len(members) < len(best[0]):
                best = members, is_minimal, target
        if best is None:
            return None
        members, is_minimal, target = best
        return Exhaustion(_instances(solver, members), is_minimal, short, target)

    def _state_facts(self, solver: GroupSolver, knowledge: Knowledge) -> int:
        """State the known facts once and for all, because what is known only grows; return how many there are."""
        stated = self._stated.setdefault(solver, set())
        facts = knowledge.facts_before(len(knowledge.batches), solver.places)
        new = {solver.literal_of(knowledge, fact) for fact in facts} - stated
        solver.session.engine.add([(literal,) for literal in sorted(new)])
        stated |= new
        return len(stated)

    def _cut(
        self, knowledge: Knowledge, always: Sequence[int], selectors: Sequence[int], size: int, left: list[int]
    ) -> list[int] | None:
        """Return at most `size` selectors that contradict `always`; None if there are none, or if no question is `left`."""
        if left[0] <= 0:
            return None
        left[0] -= 1
        asked = frozenset(selectors)
        if any(missed.isdisjoint(asked) for missed in self._shown):
            return None
        core = min((core for core in self._cores if asked.issuperset(core)), key=len, default=None)
        if core is None:
            core = self._core(self.local, always, selectors, on_model=lambda: self._keep_model(knowledge))
            if core is None:
                return None
            self._cores.append(core)
        if len(core) <= size:
            return core
        if len(selectors) <= size:
            return list(selectors)
        parts = min(size + 1, len(selectors))
        for part in range(parts):
            rest = [selector for at, selector in enumerate(selectors) if at * parts // len(selectors) != part]
            smaller = self._cut(knowledge, always, rest, size, left)
            if smaller is not None:
                return smaller
        return None

    def _core(
        self,
        solver: GroupSolver,
        always: Sequence[int],
        selectors: Sequence[int],
        conflicts: int | None = 3_000,
        *,
        on_model: Callable[[], None] = lambda: None,
    ) -> list[int] | None:
        """Return the selectors in the engine's core; None if there is a model, and for a question that takes too long."""
        try:
            if solver.session.holds([*always, *selectors], conflicts):
                on_model()
                return None
        except OutOfConflicts:
            return None
        core = set(solver.session.engine.core())
        return [selector for selector in selectors if selector in core]

    def _keep_model(self, knowledge: Knowledge) -> None:
        """Keep the model that was just found, for further questions about the value that it has at their place."""
        if not self.local.has_wide_places:
            value = self.local.session.engine.value
            missed = frozenset(selector for selector in self.local.selectors.values() if not value(selector))
            self._models.append(_KeptModel(self.local.read(knowledge.possible), missed))
            self._shown.append(missed)


def _instances(solver: GroupSolver, selectors: Sequence[int]) -> tuple[RuleInstance, ...]:
    chosen = set(selectors)
    return tuple(instance for instance, literal in solver.selectors.items() if literal in chosen)
