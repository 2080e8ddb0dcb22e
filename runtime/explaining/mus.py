"""Sets of assumptions that contradict each other: cores, irreducible ones, and the smallest.

An *irreducible* set contradicts, and leaving out any one member makes the rest satisfiable (a minimal unsatisfiable subset, MUS).
It is found by deletion: members are left out one by one, and what the engine's core does not need goes with them. Where it takes
long to see whether the others contradict, the member is put off until the rest has been gone through, because whatever goes
meanwhile makes the question smaller; each time all have been gone through, questions may take longer. Where the others are
satisfiable, what satisfies them shows more members that are needed (`model_rotation.py`). Where it takes long, the others may
contradict because of what they add up to (`linear_infeasibility.py`). Leaving out several members at once, twice as many each time that goes
well ("progression", Marques-Silva, Janota and Belov 2013), took up to twice as long here: cores do that already.

The *smallest* set has the fewest members of all. It is found by hitting sets (Ignatiev, Previti, Liffiton and Marques-Silva
2015). What has to be left out of everything so that the rest is satisfiable is a correction set; every set that contradicts
holds a member of each correction set. So a smallest set that hits all correction sets seen so far has at most as many members
as the smallest one that contradicts, and if it contradicts it is that. If it does not, it is enlarged until nothing more can be
added, and what is left is a further correction set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gridwright.compiler.encode.problem import Sum
from gridwright.compiler.language.budget import Deadline, GaveUp

from ..engines.engine import Engine, Status
from ..solving.session import OutOfConflicts, Session
from .linear_infeasibility import LinearInfeasibility
from .model_rotation import ModelRotation

DROPPING = 300  # conflicts for leaving out one member, when all are gone through for the first time
LONGER = 4  # times as many each further time
COUNTING = 3_000  # conflicts before inequalities are added up, for a question that may take as many as it needs
GROWING = 300  # conflicts for adding one member to what is satisfiable
TRIMS = 5  # times that a core is looked for in a core, as long as it becomes smaller


@dataclass(frozen=True, slots=True)
class MusResult:
    """A set that contradicts, and how many of its members are known to be needed: without any one of them the rest does not."""

    members: tuple[int, ...]
    needed: int

    @property
    def irreducible(self) -> bool:
        """Check whether all members are needed."""
        return self.needed == len(self.members)


@dataclass(frozen=True, slots=True)
class SmallestMus:
    """How far the search for the smallest set has come: the smallest so far, and how many members any such set has at least."""

    members: tuple[int, ...]
    least: int

    @property
    def proved(self) -> bool:
        """Check whether the set is proved to be a smallest one."""
        return self.least >= len(self.members)


class MusSearch:
    """Which assumptions of a session contradict each other. `rotation`: where they are all that its problem consists of.

    `in_vain`: conflicts that members which were put off were allowed.
    """

    def __init__(self, session: Session, rotation: ModelRotation | None, counting: LinearInfeasibility) -> None:
        self.session = session
        self.rotation = rotation
        self.counting = counting
        self.in_vain = 0

    def core(self, literals: Sequence[int], conflicts: int | None = None) -> list[int] | None:
        """Return literals that contradict each other, in their order; None if they do not. Raise `GaveUp` or `OutOfTime`."""
        try:
            is_satisfiable = self.session.holds(literals, COUNTING if conflicts is None else min(conflicts, COUNTING))
        except OutOfConflicts:
            added = self.counting.core(literals, self.session.deadline)
            if added is not None:
                self.session.engine.add([tuple(-literal for literal in added)])
                return added
            if conflicts is not None and conflicts <= COUNTING:
                raise
            is_satisfiable = self.session.holds(literals, conflicts)
        if is_satisfiable:
            return None
        found = set(self.session.engine.core())
        return [literal for literal in literals if literal in found]

    def held(self, literals: Iterable[int]) -> set[int]:
        """Return the literals that are true in the last model that `core` found."""
        value = self.session.engine.value
        return {literal for literal in literals if value(abs(literal)) == (literal > 0)}

    def irreducible(self, core: Sequence[int], known: Sequence[int] = ()) -> Iterator[MusResult]:
        """Yield ever smaller cores of `core`; the last one is a MUS.

        Those that stand first are tried to be left out first, so what is rather kept stands last. `known` are needed.
        """
        needed = [literal for literal in core if literal in known]
        found = [literal for literal in core if literal not in known]
        yield MusResult((*needed, *found), len(needed))
        for _ in range(TRIMS):
            smaller = self.core([*needed, *found])
            assert smaller is not None, "a core contradicts"
            if len(smaller) == len(needed) + len(found):
                break
            found = [literal for literal in smaller if literal not in needed]
            yield MusResult((*needed, *found), len(needed))
        put_off: list[int] = []
        conflicts = DROPPING
        while found:
            tried, *found = found
            try:
                smaller = self.core([*needed, *put_off, *found], conflicts)
            except OutOfConflicts:
                put_off.append(tried)
                self.in_vain += conflicts
                yield MusResult((*needed, *found, *put_off), len(needed))
            else:
                if smaller is None:
                    needed += self._needed(tried, [tried, *needed, *put_off, *found], needed)
                left = {*put_off, *found}.difference(needed) if smaller is None else set(smaller)
                put_off = [literal for literal in put_off if literal in left]
                found = [literal for literal in found if literal in left]
                yield MusResult((*needed, *put_off, *found), len(needed))
            if not found:
                found, put_off = put_off, []
                conflicts *= LONGER

    def _needed(self, tried: int, members: Sequence[int], known: Sequence[int]) -> list[int]:
        """Return `tried`, without which the others have just been found satisfiable, and more needed members that this model
        shows.
        """
        more = self.rotation.needed(self.session.solution(), tried, members) if self.rotation else ()
        return [tried, *(each for each in more if each not in known)]

    def smallest(self, literals: Sequence[int], known: Sequence[int], hitting: HittingSets) -> Iterator[SmallestMus]:
        """Yield ever better bounds on the smallest MUS; the last one is proved. `known` is a core."""
        best = tuple(known)
        while True:
            yield SmallestMus(best, hitting.least)
            if hitting.least >= len(best):
                return
            tried = [literals[at] for at in hitting.smallest()]
            if self.core(tried) is not None:  # nothing with fewer members hits all correction sets
                yield SmallestMus(tuple(tried), len(tried))
                return
            # Correction sets without common members: together they raise the bound the most.
            while True:
                correction = self._correction(literals, tried)
                hitting.add([literals.index(literal) for literal in correction])
                tried = [*tried, *correction]
                contradicts = self.core(tried)
                if contradicts is not None:
                    break
            *_, found = self.irreducible(contradicts)
            best = min(best, found.members, key=len)

    def _correction(self, literals: Sequence[int], tried: Iterable[int]) -> list[int]:
        """Return a correction set: literals without which all others are satisfiable together with `tried`, which have just been
        found to be.

        What is not soon seen to go with the others is left out too: a larger correction set says less, and nothing wrong.
        """
        held = self.held(literals) | set(tried)
        missing: list[int] = []
        for literal in literals:
            if literal in held:
                continue
            try:
                is_satisfiable = self.session.holds([*held, literal], GROWING)
            except OutOfConflicts:
                is_satisfiable = False
            if is_satisfiable:
                held |= {literal} | self.held(literals)
            else:
                missing.append(literal)
        return missing


class HittingSets:
    """Smallest sets of numbers that have a member of each set added so far. `least`: how many members they have at least."""

    def __init__(self, engine: Engine, deadline: Deadline) -> None:
        self._engine = engine
        self._deadline = deadline
        self._members: dict[int, int] = {}  # number -> variable
        self._bound = 0  # the variable that says that at most `least` are members
        self._variables = 0
        self.least = 0

    def add(self, numbers: Iterable[int]) -> None:
        """Require that one of these numbers is a member."""
        clause = []
        for number in numbers:
            if number not in self._members:
                self._members[number] = self._fresh()
                self._bound = 0  # the bound says nothing of it yet
            clause.append(self._members[number])
        self._engine.add([tuple(clause)])

    def smallest(self) -> list[int]:
        """Return the members of a smallest hitting set."""
        while True:
            if not self._bound:
                self._bound = self._fresh()
                pairs = tuple((1, variable) for variable in self._members.values())
                at_most = [Sum(pairs, None, self.least, (-self._bound,))] if self.least < len(pairs) else []
                self._engine.add([], at_most)
            status = self._engine.solve([self._bound], self._deadline.left())
            if status is Status.SAT:
                return [number for number, variable in self._members.items() if self._engine.value(variable)]
            if status is not Status.UNSAT:
                raise GaveUp(status.value)
            self._engine.add([(-self._bound,)])
            self._bound = 0
            self.least += 1

    def _fresh(self) -> int:
        self._variables += 1
        return self._variables
