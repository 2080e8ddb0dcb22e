"""Small sets of rules' instances that imply a fact: all up to some size, and if there are none, whatever deletion finds.

The *cake* search (Demystify; Espasa et al. 2021) is complete for each size k: cut a set of instances that imply the fact into
k + 1 parts. A set of at most k instances misses one part, so without that part the rest still implies the fact; search the rest
in the same way. Known facts cost nothing and are always assumed.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..solving.session import OutOfConflicts
from .backward import Exhaustion
from .group_solver import GroupSolver, Target, Workshop
from .knowledge import Knowledge
from .rule_instance import RuleInstance

LARGEST = 4  # instances of a set that the cake search looks for; those of 1 are found before, and most of those of 2
QUESTIONS = 100  # for one fact and size
ALL_QUESTIONS = 600  # for a step
WHOLE_QUESTIONS = 150  # for a step, where some instance is about how places hang together, so that each takes longer
SAMPLE = 60  # facts for which the engine is asked for a core
LEAST = 2  # instances: less than that is found before
MINIMIZED = 4  # of these cores


class SmallSets:
    """The search for small sets of instances. `ended`: why not all sets are looked at; empty if all are."""

    def __init__(self, shop: Workshop, instances: Sequence[RuleInstance]) -> None:
        self.instances = tuple(instances)
        self.ended = ""
        self._shop = shop
        self._made: GroupSolver | None = None
        self._none: dict[tuple[Target, int], int] = {}

    @property
    def whole(self) -> GroupSolver:
        """Return the solver of all instances, each with a selector."""
        if self._made is None:
            self._made = GroupSolver(self._shop, self.instances, selected=True)
        return self._made

    def smallest(self, knowledge: Knowledge, targets: Sequence[Target], sizes: Sequence[int]) -> tuple[RuleInstance, ...] | None:
        """Return the instances that exclude one of the targets, of the least size that any needs; None if there is no set."""
        known = self._known(knowledge)
        asked = 0
        has_whole = any(each.is_whole for each in self.instances)
        most = WHOLE_QUESTIONS if has_whole else ALL_QUESTIONS
        for size in sizes:
            if size == 2 and not has_whole:
                continue  # `Pairs` has found all
            for target in targets:
                if self._none.get((target, size)) == len(known):
                    continue
                if asked > most:
                    self.ended = f"{most:,} questions about small sets of rules' instances"
                    return None
                self._shop.deadline.check()
                left = [QUESTIONS]
                always = [*known, self.whole.literal(*target)]
                found = self._cut(always, [*self.whole.selectors.values()], size, left)
                asked += QUESTIONS - left[0]
                if found is not None:
                    return self._instances(found)
                if left[0] > 0:
                    self._none[target, size] = len(known)
                else:
                    self.ended = "a fact took too many questions"
        return None

    def by_deletion(
        self, knowledge: Knowledge, targets: Sequence[Target], short: int, conflicts: int | None = 3_000
    ) -> Exhaustion | None:
        """Return instances that exclude one of the targets, found by deletion; None if the engine cannot tell.

        `conflicts`: for each target; None for no limit.

        Of the smallest cores of the engine, the one is taken that deletion makes the smallest.
        """
        known = self._known(knowledge)
        selectors = [*self.whole.selectors.values()]
        cores: list[tuple[list[int], Target]] = []
        for target in targets[:SAMPLE]:
            self._shop.deadline.check()
            core = self._core([*known, self.whole.literal(*target)], selectors, conflicts)
            if core is not None:
                cores.append((core, target))
                if conflicts is None or len(core) <= LEAST:
                    break
        best: tuple[list[int], Target] | None = None
        for core, target in sorted(cores, key=lambda each: len(each[0]))[:MINIMIZED]:
            self._shop.deadline.check()
            found, _ = self.whole.minimal([*known, self.whole.literal(*target)], core)
            if best is None or len(found) < len(best[0]):
                best = found, target
        if best is None:
            return None
        members, target = best
        always = [*known, self.whole.literal(*target)]
        minimal = all(self._is_needed([*always, *(other for other in members if other != each)]) for each in members)
        return Exhaustion(self._instances(members), minimal, short)

    def _known(self, knowledge: Knowledge) -> list[int]:
        facts = knowledge.facts_before(len(knowledge.batches), self.whole.places)
        return [self.whole.literal_of(knowledge, fact) for fact in facts]

    def _instances(self, selectors: Sequence[int]) -> tuple[RuleInstance, ...]:
        found = set(selectors)
        return tuple(each for each, literal in self.whole.selectors.items() if literal in found)

    def _cut(self, always: Sequence[int], selectors: Sequence[int], size: int, left: list[int]) -> list[int] | None:
        """Return at most `size` selectors that contradict `always`; None if there are none, or if no question is `left`."""
        if left[0] <= 0:
            return None
        left[0] -= 1
        core = self._core(always, selectors)
        if core is None:
            return None
        if len(core) <= size:
            return core
        if len(selectors) <= size:
            return list(selectors)
        parts = min(size + 1, len(selectors))
        for part in range(parts):
            rest = [each for at, each in enumerate(selectors) if at * parts // len(selectors) != part]
            found = self._cut(always, rest, size, left)
            if found is not None:
                return found
        return None

    def _is_needed(self, others: Sequence[int]) -> bool:
        """Check whether the others have a model, so that what is not among them is needed; False also if that takes too long."""
        try:
            return self.whole.holds(others)
        except OutOfConflicts:
            return False

    def _core(self, always: Sequence[int], selectors: Sequence[int], conflicts: int | None = 3_000) -> list[int] | None:
        try:
            if self.whole.session.holds([*always, *selectors], conflicts):
                return None
        except OutOfConflicts:
            return None
        core = set(self.whole.session.engine.core())
        return [each for each in selectors if each in core]
