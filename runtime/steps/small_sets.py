"""Small sets of rules' instances that imply a fact: all up to some size, and if there are none, whatever deletion finds.

Each model in which the fact does not hold breaks some instances, and a set that implies the fact has one of these at least. So
only sets are asked about that have an instance of each such *miss* (implicit hitting sets; Ignatiev et al. 2015): either the set
implies the fact, or the engine has a model, which is one miss more. This is complete for each size. A model counts for all facts
that it denies, and for later steps too, as long as no new fact contradicts it. Known facts cost nothing and are always assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from operator import and_

from gridwright.compiler.records import dataclass

from ..solving.session import OutOfConflicts
from .backward import Exhaustion
from .group_solver import GroupSolver, Model, Target, Workshop
from .knowledge import Knowledge, bits
from .rule_instance import RuleInstance

LARGEST = 4  # instances of a set that is looked for; those of 1 are found before, and most of those of 2
QUESTIONS = 200  # for one fact and size
ALL_QUESTIONS = 600  # for a step
MODELS_KEPT = 2_000  # of all facts; the newest ones
SAMPLE, WHOLE_SAMPLE = 60, 8  # facts for which the engine is asked for a core; fewer where lemmas make each question take long
LEAST = 2  # instances: less than that is found before
MINIMIZED, WHOLE_MINIMIZED = 8, 1  # of these cores
CONFLICTS_OF_HINT = 3_000  # for all of a sample


@dataclass(frozen=True, slots=True, eq=False)
class _Denial:
    """A model that denies facts. `missed`: the instances that it breaks, by their numbers, as bits."""

    model: Model
    missed: int


class SmallSets:
    """The search for small sets of instances, along one path: what is known only grows from call to call.

    `ended`: why not all sets are looked at; empty if all are.
    """

    def __init__(self, shop: Workshop, instances: Sequence[RuleInstance]) -> None:
        self.instances = tuple(instances)
        self.ended = ""
        self._shop = shop
        self._local_only = not any(instance.is_whole for instance in instances)
        self._none: dict[tuple[Target, int], int] = {}  # how many facts were known when no set of a size was found
        self._denials: list[_Denial] = []
        self._stated: dict[GroupSolver, set[int]] = {}  # the literals of the facts that a solver knows

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

        Rules about how places hang together are left out: trials explain what these exclude by arguments.
        """
        if not self.local.selectors:
            return None
        known = self._state_facts(self.local, knowledge)
        places = {*self.local.places}
        possible = [(variable, knowledge.possible[variable]) for variable in self.local.places]
        agreeing = [denial for denial in self._denials if all(denial.model[variable] & mask for variable, mask in possible)]
        self._denials = agreeing[-MODELS_KEPT:]
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
                selectors = self._implying(knowledge, target, size, left)
                asked += QUESTIONS - left[0]
                if selectors is not None:
                    return _instances(self.local, selectors)
                if left[0] > 0:
                    self._none[target, size] = known
                else:
                    self.ended = "a fact took too many questions"
        return None

    def by_deletion(
        self,
        solver: GroupSolver,
        knowledge: Knowledge,
        targets: Sequence[Target],
        short: int,
        *,
        is_limited: bool = True,
    ) -> Exhaustion | None:
        """Return instances of a solver that exclude one of the targets, found by deletion; None if the engine cannot tell.

        `is_limited`: the engine gets only so many conflicts for each target. Deletion shrinks the smallest cores, and
        the smallest of the results is taken.
        """
        if not solver.selectors:
            return None
        self._state_facts(solver, knowledge)
        places = {*solver.places}
        is_slow = any(instance.is_whole for instance in solver.instances)
        sample, minimized = (WHOLE_SAMPLE, WHOLE_MINIMIZED) if is_slow else (SAMPLE, MINIMIZED)
        selectors = [*solver.selectors.values()]
        conflicts = solver.session.engine.conflicts
        cores: list[tuple[list[int], Target]] = []
        for target in [candidate for candidate in targets if candidate[0] in places][:sample]:
            self._shop.deadline.check()
            core = self._core(solver, solver.literal(*target), selectors, self._shop.conflicts if is_limited else None)
            if core is not None:
                cores.append((core, target))
                if not is_limited or len(core) <= LEAST:
                    break
            if self._shop.is_for_hint and solver.session.engine.conflicts - conflicts > CONFLICTS_OF_HINT:
                break
        best: tuple[list[int], bool, Target] | None = None
        for core, target in sorted(cores, key=lambda pair: len(pair[0]))[:minimized]:
            self._shop.deadline.check()
            members, is_minimal = solver.minimal([solver.literal(*target)], core, below=None if best is None else len(best[0]))
            if best is None or len(members) < len(best[0]):
                best = members, is_minimal, target
        if best is None:
            return None
        members, is_minimal, target = best
        return Exhaustion(_instances(solver, members), is_minimal, short, target)

    def _state_facts(self, solver: GroupSolver, knowledge: Knowledge) -> int:
        """State the known facts as clauses, which are never taken back; return how many there are."""
        stated = self._stated.setdefault(solver, set())
        facts = knowledge.facts_before(len(knowledge.batches), solver.places)
        new = {solver.literal_of(knowledge, fact) for fact in facts} - stated
        solver.session.engine.add([(literal,) for literal in sorted(new)])
        stated |= new
        return len(stated)

    def _implying(self, knowledge: Knowledge, target: Target, size: int, left: list[int]) -> list[int] | None:
        """Return at most `size` selectors that exclude a target; None if there are none, or if the work ends the search.

        `left`: a list of one number: how many more questions are allowed.
        """
        selectors = [*self.local.selectors.values()]
        supposed = self.local.literal(*target)
        variable, at = target
        misses = [denial.missed for denial in self._denials if denial.model[variable] >> at & 1]

        def search(chosen: int, excluded: int, more: int) -> list[int] | None:
            """Search the sets of the `chosen` instances and at most so many `more`, without those that are `excluded`."""
            self._shop.deadline.check()
            while True:
                unhit = [missed & ~excluded for missed in misses if not missed & chosen]
                if unhit:
                    break
                if left[0] <= 0:
                    return None
                left[0] -= 1
                assumed = [selectors[number] for number in bits(chosen)]
                try:
                    if not self.local.session.holds([supposed, *assumed], self._shop.conflicts):
                        core = {*self.local.session.engine.core()}
                        return [selector for selector in assumed if selector in core]
                except OutOfConflicts:
                    self.ended = "a question about small sets of rules' instances took too long"
                    return None
                misses.append(self._deny(knowledge, target, selectors, left))
            if not more:
                return None
            for number in bits(min(unhit, key=int.bit_count) if more > 1 else reduce(and_, unhit)):  # the last one hits all
                implying = search(chosen | 1 << number, excluded, more - 1)
                if implying is not None or left[0] <= 0:
                    return implying
                excluded |= 1 << number  # all sets with it have been searched
            return None

        return search(0, 0, size)

    def _deny(self, knowledge: Knowledge, target: Target, selectors: Sequence[int], left: list[int]) -> int:
        """Keep the last model, or one that breaks fewer instances while questions are `left`; return these instances, as bits."""
        session = self.local.session
        supposed = self.local.literal(*target)
        possible = {variable: knowledge.possible[variable] for variable in self.local.places}
        possible[target[0]] = 1 << target[1]

        def read() -> _Denial:
            value = session.engine.value
            return _Denial(
                self.local.read(possible), sum(1 << number for number, literal in enumerate(selectors) if not value(literal))
            )

        denial = read()
        for number in bits(denial.missed):
            if denial.missed >> number & 1 and left[0] > 0:
                left[0] -= 1
                kept = [literal for at, literal in enumerate(selectors) if at == number or not denial.missed >> at & 1]
                try:
                    if session.holds([supposed, *kept], self._shop.conflicts):
                        denial = read()
                except OutOfConflicts:
                    continue
        self._denials.append(denial)
        return denial.missed

    def _core(self, solver: GroupSolver, supposed: int, selectors: Sequence[int], conflicts: int | None) -> list[int] | None:
        try:
            if solver.session.holds([supposed, *selectors], conflicts):
                return None
        except OutOfConflicts:
            return None
        core = set(solver.session.engine.core())
        return [selector for selector in selectors if selector in core]


def _instances(solver: GroupSolver, selectors: Sequence[int]) -> tuple[RuleInstance, ...]:
    chosen = set(selectors)
    return tuple(instance for instance, literal in solver.selectors.items() if literal in chosen)
