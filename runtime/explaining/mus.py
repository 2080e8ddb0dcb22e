"""Find cores, MUSes and smallest MUSes among the assumptions of a session.

A *core* is a set of assumptions that contradict each other. A *MUS* (minimal unsatisfiable subset) is an irreducible core:
without any one member the rest is satisfiable. Deletion finds it: each member is dropped in turn, and the engine's core drops
others with it. If a test takes too many conflicts, the member is postponed until the other members have been tested, because
every drop meanwhile makes the test easier; each further pass allows more conflicts. If the rest is satisfiable, its model shows
more needed members (`model_rotation.py`). If the test takes long, the rest may be infeasible by linear arithmetic
(`linear_infeasibility.py`). Dropping several members at once, twice as many after each success ("progression", Marques-Silva,
Janota and Belov 2013), was tried and dropped: it took up to twice as long, because the engine's cores do that already.

A *smallest MUS* has the fewest members of all cores. Hitting sets find it (Ignatiev, Previti, Liffiton and Marques-Silva 2015).
A correction set is a set of members without which the rest is satisfiable; every core has a member of each correction set. So a
smallest hitting set of the correction sets known so far has at most as many members as a smallest MUS; if it is a core, it is
one. If not, it grows until no member can be added; the members that are not in it are another correction set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.encode.problem import Sum
from gridwright.compiler.language.budget import Deadline, GaveUp
from gridwright.compiler.records import dataclass

from ..engines.engine import Engine, Status
from ..solving.effort import search, spend
from ..solving.session import OutOfConflicts, Session
from .linear_infeasibility import LinearInfeasibility
from .model_rotation import ModelRotation

CONFLICTS_PER_DELETION = 300  # for trying to drop one member, in the first pass
CONFLICTS_FACTOR = 4  # each further pass allows this many times as many
CONFLICTS_BEFORE_SUMS = 3_000  # before linear arithmetic is tried
CONFLICTS_PER_ADDITION = 300  # for trying to add one member to a satisfiable set
EVALUATIONS_PER_UNIT = 10  # of terms, for model rotation
MAX_TRIMMINGS = 5  # searches for a core of a core, as long as it becomes smaller


@dataclass(frozen=True, slots=True)
class MusResult:
    """A core. Its first `needed` members are known to be needed: without any one of these the rest is satisfiable."""

    members: tuple[int, ...]
    needed: int

    @property
    def irreducible(self) -> bool:
        """Check whether all members are needed."""
        return self.needed == len(self.members)


@dataclass(frozen=True, slots=True)
class SmallestMus:
    """The smallest core so far. No core has fewer than `lower_bound` members."""

    members: tuple[int, ...]
    lower_bound: int


class MusSearch:
    """A search for cores and MUSes among the assumptions of a session. `rotation`: None if its problem has other constraints too.

    `wasted_conflicts`: the conflicts of tests after which a member was postponed.
    """

    def __init__(self, session: Session, rotation: ModelRotation | None, linear: LinearInfeasibility) -> None:
        self.session = session
        self.rotation = rotation
        self.linear = linear
        self.wasted_conflicts = 0

    def core(self, literals: Sequence[int], conflicts: int | None = None) -> list[int] | None:
        """Return a core of the literals, in their order; None if they are satisfiable. Raise `GaveUp` or `OutOfTime`."""
        try:
            first_conflicts = CONFLICTS_BEFORE_SUMS if conflicts is None else min(conflicts, CONFLICTS_BEFORE_SUMS)
            is_satisfiable = self.session.holds(literals, first_conflicts)
        except OutOfConflicts:
            core = self.linear.core(literals, self.session.deadline)
            if core is not None:
                self.session.engine.add([tuple(-literal for literal in core)])
                return core
            if conflicts is not None and conflicts <= CONFLICTS_BEFORE_SUMS:
                raise
            is_satisfiable = self.session.holds(literals, conflicts)
        if is_satisfiable:
            return None
        engine_core = set(self.session.engine.core())
        return [literal for literal in literals if literal in engine_core]

    def true_literals(self, literals: Iterable[int]) -> set[int]:
        """Return the literals that are true in the model of the last `core` that returned None."""
        value = self.session.engine.value
        return {literal for literal in literals if value(abs(literal)) == (literal > 0)}

    def shrink(self, core: Sequence[int], known_needed: Sequence[int] = ()) -> Iterator[MusResult]:
        """Yield ever smaller cores of `core`; the last one is a MUS.

        The first members are tried first, so those that should rather stay come last.
        """
        needed = [literal for literal in core if literal in known_needed]
        unknown = [literal for literal in core if literal not in known_needed]
        yield MusResult((*needed, *unknown), len(needed))
        for _ in range(MAX_TRIMMINGS):
            smaller = self.core([*needed, *unknown])
            assert smaller is not None, "a core contradicts"
            if len(smaller) == len(needed) + len(unknown):
                break
            unknown = [literal for literal in smaller if literal not in needed]
            yield MusResult((*needed, *unknown), len(needed))
        postponed: list[int] = []
        conflicts = CONFLICTS_PER_DELETION
        while unknown:
            member, *unknown = unknown
            try:
                smaller = self.core([*needed, *postponed, *unknown], conflicts)
            except OutOfConflicts:
                postponed.append(member)
                self.wasted_conflicts += conflicts
                yield MusResult((*needed, *unknown, *postponed), len(needed))
            else:
                if smaller is None:
                    needed += self._needed_members(member, [member, *needed, *postponed, *unknown], needed)
                kept = {*postponed, *unknown}.difference(needed) if smaller is None else set(smaller)
                postponed = [literal for literal in postponed if literal in kept]
                unknown = [literal for literal in unknown if literal in kept]
                yield MusResult((*needed, *postponed, *unknown), len(needed))
            if not unknown:
                unknown, postponed = postponed, []
                conflicts *= CONFLICTS_FACTOR

    def _needed_members(self, member: int, members: Sequence[int], needed: Sequence[int]) -> list[int]:
        """Return `member`, without which the last model satisfies the others, and more needed members that this model shows."""
        if self.rotation is None:
            return [member]
        before = self.rotation.evaluations
        more = [other for other in self.rotation.needed_members(self.session.solution(), member, members) if other not in needed]
        spend(self.session.deadline, (self.rotation.evaluations - before) // EVALUATIONS_PER_UNIT)
        return [member, *more]

    def smallest_mus(self, literals: Sequence[int], known: Sequence[int], hitting_sets: HittingSets) -> Iterator[SmallestMus]:
        """Yield ever better bounds on the smallest MUS, until they meet. `known` is a core."""
        best = tuple(known)
        while True:
            yield SmallestMus(best, hitting_sets.lower_bound)
            if hitting_sets.lower_bound >= len(best):
                return
            subset = [literals[at] for at in hitting_sets.smallest()]
            if self.core(subset) is not None:  # no smaller set hits all correction sets
                yield SmallestMus(tuple(subset), len(subset))
                return
            # Disjoint correction sets raise the bound the most.
            while True:
                correction = self._correction_set(literals, subset)
                hitting_sets.add([literals.index(literal) for literal in correction])
                subset = [*subset, *correction]
                core = self.core(subset)
                if core is not None:
                    break
            *_, mus = self.shrink(core)
            best = min(best, mus.members, key=len)

    def _correction_set(self, literals: Sequence[int], subset: Iterable[int]) -> list[int]:
        """Return a correction set: literals without which all others are satisfiable together with `subset`, which the last model
        satisfies.

        A literal also joins it if a test takes too many conflicts: a larger correction set is weaker, but still correct.
        """
        satisfied = self.true_literals(literals) | set(subset)
        correction_set: list[int] = []
        for literal in literals:
            if literal in satisfied:
                continue
            try:
                is_satisfiable = self.session.holds([*satisfied, literal], CONFLICTS_PER_ADDITION)
            except OutOfConflicts:
                is_satisfiable = False
            if is_satisfiable:
                satisfied |= {literal} | self.true_literals(literals)
            else:
                correction_set.append(literal)
        return correction_set


class HittingSets:
    """A solver for smallest hitting sets of the added sets of numbers. No hitting set has fewer than `lower_bound` members."""

    def __init__(self, engine: Engine, deadline: Deadline) -> None:
        self._engine = engine
        self._deadline = deadline
        self._members: dict[int, int] = {}  # number -> variable
        self._bound = 0  # the literal of "at most `lower_bound` are members"; 0 if not yet stated
        self._variables = 0
        self.lower_bound = 0

    def add(self, numbers: Iterable[int]) -> None:
        """Require that one of these numbers is a member."""
        clause = []
        for number in numbers:
            if number not in self._members:
                self._members[number] = self._fresh()
                self._bound = 0  # the bound does not include this number yet
            clause.append(self._members[number])
        self._engine.add([tuple(clause)])

    def smallest(self) -> list[int]:
        """Return the members of a smallest hitting set."""
        while True:
            if not self._bound:
                self._bound = self._fresh()
                pairs = tuple((1, variable) for variable in self._members.values())
                at_most = [Sum(pairs, None, self.lower_bound, (-self._bound,))] if self.lower_bound < len(pairs) else []
                self._engine.add([], at_most)
            status = search(self._engine, [self._bound], self._deadline)
            if status is Status.SAT:
                return [number for number, variable in self._members.items() if self._engine.value(variable)]
            if status is not Status.UNSAT:
                raise GaveUp(status.value)
            self._engine.add([(-self._bound,)])
            self._bound = 0
            self.lower_bound += 1

    def _fresh(self) -> int:
        self._variables += 1
        return self._variables
