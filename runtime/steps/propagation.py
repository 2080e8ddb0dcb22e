"""Rounds of the simplest steps: each rule's instance alone, with what is known of its places, and places with one value left.

In a round, every instance is looked at of whose places something has become known since it was looked at last. All that they
imply are the steps that are open at that moment, so all of them are taken before the next round. Instances about how places hang
together wait until no other shows anything. Then all that can be argued about them is a round of its own (`arguing.py`); where
graph search tells too little, a solver of the instance does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.records import dataclass, field, replace

from .arguing import ArguedInstance, Arguing
from .group_solver import GroupSolver, Implied, Workshop
from .knowledge import Batch, Knowledge
from .pair_solver import PairSolver
from .rule_instance import RuleInstance

Group = tuple[RuleInstance, ...]
MOST_SOLVERS = 4_000  # beyond that, the oldest of several instances is dropped for each new one


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """Why a place has a value: it is the only one that is left."""

    variable: Variable


@dataclass(eq=False)
class Looked:
    """When each group was looked at last: the number of batches at that moment.

    `all_since`: the same for all groups of one instance that is not about connectivity; None for not yet. `new`: the groups
    that were looked at since a trial took them last.
    """

    at: dict[Group, int] = field(default_factory=dict)
    all_since: int | None = None
    new: list[Group] = field(default_factory=list)

    def copy(self) -> Looked:
        """Return a copy for a trial."""
        return Looked(dict(self.at), self.all_since)

    def is_due(self, group: Group, places: Collection[Variable], knowledge: Knowledge) -> bool:
        """Check whether something has become known of the places of a group since it was looked at."""
        since = self.at.get(group)
        return since is None or any(knowledge.changed.get(variable, -1) >= since for variable in places)


class Solvers:
    """The solvers of groups of instances, made when they are needed first."""

    def __init__(self, shop: Workshop) -> None:
        self.shop = shop
        self._solvers: dict[Group, GroupSolver] = {}
        self._pairs: dict[Group, PairSolver] = {}
        self._argued: dict[RuleInstance, ArguedInstance] = {}

    def extend(self, deadline: Deadline) -> None:
        """Let all solvers go on until another deadline."""
        self.shop = replace(self.shop, deadline=deadline)
        for solver in self._solvers.values():
            solver.session.deadline = deadline

    def argued_instance(self, instance: RuleInstance) -> ArguedInstance:
        """Return the arguments of an instance."""
        argued = self._argued.get(instance)
        if argued is None:
            argued = self._argued[instance] = ArguedInstance(instance, self.shop.values)
        return argued

    def of(self, group: Group) -> GroupSolver | ArguedInstance:
        """Return the solver of a group; for an instance about how places hang together, what argues about it, if it can."""
        if len(group) == 1 and group[0].is_argued:
            return self.argued_instance(group[0])
        return self.solver(group)

    def solver(self, group: Group) -> GroupSolver:
        """Return the solver of a group."""
        solver = self._solvers.get(group)
        if solver is None:
            oldest = (
                next((several for several in self._solvers if len(several) > 1), None)
                if len(self._solvers) >= MOST_SOLVERS
                else None
            )
            if oldest is not None:
                del self._solvers[oldest]
            solver = self._solvers[group] = self.shop.group(group)
        return solver

    def pair(self, group: Group) -> GroupSolver | PairSolver:
        """Return a solver of two instances: their own solvers asked in turn, or one for both."""
        pair = self._pairs.get(group)
        if pair is None:
            first, second = (self.solver((instance,)) for instance in group)
            if not all(solver.is_plain and not solver.has_wide_places for solver in (first, second)):
                return self.solver(group)
            pair = self._pairs[group] = PairSolver(self.shop, first, second)
        return pair


class Propagation:
    """The rounds of a puzzle. `shown`: the values that visible places have in some solution, which nothing excludes.

    For a hint, a round ends with the first value of a visible place, and arguments about how places hang together are sought only
    until one excludes something.
    """

    def __init__(
        self,
        solvers: Solvers,
        instances: Sequence[RuleInstance],
        shown: Mapping[Variable, int],
    ) -> None:
        self._visible = shown
        self.solvers = solvers
        self.arguing = Arguing(instances, solvers.shop.values, shown)
        self.local: list[Group] = [(instance,) for instance in instances if not instance.is_whole]
        self._about: dict[Variable, list[int]] = {}  # the numbers of these groups
        for number, (instance,) in enumerate(self.local):
            for variable in instance.variables:
                self._about.setdefault(variable, []).append(number)
        self.whole: list[Group] = [(instance,) for instance in instances if instance.is_whole and not instance.is_argued]

    def run(
        self,
        knowledge: Knowledge,
        looked: Looked,
        *,
        rounds: int | None = None,
        argues: bool = True,
        in_trial: bool = False,
        after: Callable[[Knowledge], bool] = lambda knowledge: False,
    ) -> Group | Single | None:
        """Take rounds until nothing follows, `after` a round returns true, or there have been so many `rounds`.

        Return what is contradicted, if anything is. If nobody `argues` about how places hang together, arguments show
        contradictions only. `in_trial`: what is known rests on a supposition.
        """
        single = take_singles(knowledge)
        while single is None and (rounds is None or rounds > 0):
            rounds = None if rounds is None else rounds - 1
            only_first = self.solvers.shop.is_for_hint and not in_trial
            conclusions = self._local_round(knowledge, looked, only_first=only_first)
            if not conclusions and (refuted := self.arguing.contradiction(knowledge)) is not None:
                return (refuted,)
            if not conclusions and argues:
                deadline = self.solvers.shop.deadline
                conclusions = self.arguing.round(knowledge, deadline, only_first=only_first, in_trial=in_trial)
            conclusions = conclusions or self._round(self.whole, knowledge, looked)
            if isinstance(conclusions, tuple):
                return conclusions
            if not conclusions:
                return None
            single = take_all(knowledge, conclusions)
            if single is None and after(knowledge):
                return None
        return single

    def _local_round(self, knowledge: Knowledge, looked: Looked, *, only_first: bool) -> Group | list[tuple[Group, Implied]]:
        """Look at the instances of whose places something has become known since all were looked at."""
        groups: Sequence[Group] = self.local
        if looked.all_since is not None:
            changed = {fact.variable for batch in knowledge.batches[looked.all_since :] for fact in batch.facts}
            groups = [self.local[number] for number in sorted({at for place in changed for at in self._about.get(place, ())})]
        conclusions = self._round(groups, knowledge, looked, only_first=only_first)
        if not isinstance(conclusions, tuple):
            looked.all_since = len(knowledge.batches)
        return conclusions

    def _round(
        self, groups: Sequence[Group], knowledge: Knowledge, looked: Looked, *, only_first: bool = False
    ) -> Group | list[tuple[Group, Implied]]:
        conclusions: list[tuple[Group, Implied]] = []
        for group in groups:
            if not looked.is_due(group, group[0].variables, knowledge):
                continue
            self.solvers.shop.deadline.check()
            implied = self.solvers.of(group).implications(knowledge)
            if implied.contradicts:
                return group
            looked.at[group] = len(knowledge.batches)
            looked.new.append(group)
            if implied.removed:
                conclusions.append((group, implied))
                if group[0].is_whole or (only_first and self._has_value(knowledge, implied)):
                    break
        return conclusions

    def _has_value(self, knowledge: Knowledge, implied: Implied) -> bool:
        """Check whether a visible place has only one value left."""
        left = (knowledge.possible[place] & ~removed for place, removed in implied.removed.items() if place in self._visible)
        return any(mask and not mask & (mask - 1) for mask in left)


def take_all(knowledge: Knowledge, conclusions: Sequence[tuple[Group, Implied]]) -> Single | None:
    """Add the implications of one moment, a batch for each group; return a place without a value, if there is one."""
    before = {variable: knowledge.possible[variable] for _, implied in conclusions for variable in implied.removed}
    since = len(knowledge.batches)
    for group, implied in conclusions:
        take(knowledge, group, implied, before, since, len(conclusions))
        if (empty := take_singles(knowledge)) is not None:
            return empty
    return None


def take(
    knowledge: Knowledge, source: object, implied: Implied, before: Mapping[Variable, int], since: int, open_steps: int
) -> Batch | None:
    """Add what a source implied when there were `since` batches, and places had the values `before`; return the batch, None if
    all of it is known by now.
    """
    batch: Batch | None = None
    for variable, removed in implied.removed.items():
        if not knowledge.is_open(variable):
            continue
        rest = before[variable] & ~removed
        if not knowledge.possible[variable] & (removed | rest):
            continue
        is_single = rest and not rest & (rest - 1) and knowledge.possible[variable] & rest
        is_value = is_single and variable not in implied.apart  # otherwise, that one is left is a step of its own
        if is_value or knowledge.possible[variable] & removed:
            batch = batch or knowledge.begin(source, since, open_steps)
        if is_value:
            assert batch is not None
            knowledge.settle(batch, variable, rest.bit_length() - 1)
        elif knowledge.possible[variable] & removed:
            assert batch is not None
            knowledge.exclude(batch, variable, removed)
    return batch


def take_singles(knowledge: Knowledge) -> Single | None:
    """Settle places with one value left; return a place without any, if there is one."""
    empty = next((variable for variable, mask in knowledge.possible.items() if not mask), None)
    if empty is not None:
        return Single(empty)
    for variable, at in list(knowledge.singles()):
        knowledge.settle(knowledge.begin(Single(variable)), variable, at)
    return None
