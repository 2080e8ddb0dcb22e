"""Why there is no solution: givens and rules' instances that contradict each other, found with a literal that selects each.

First some that contradict, then an irreducible set, then while time allows the smallest one. Which is kept where there is a
choice: givens are tried to be left out first, then rules' instances that speak of a clue, then all others. So few printed
numbers are named, of which one may be wrong, and rules that hold everywhere stay.

Independent parts are solved apart, and each that has no solution has its own sets; the smallest of all is told.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gridwright.compiler.compile import lower, problems_of
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ..engines.engine import Status
from ..engines.engine_registry import AUTO, make_engine
from ..solving.progress import Progress
from ..solving.session import ENDINGS, OutOfConflicts, Session, reason_of
from .linear_infeasibility import LinearInfeasibility, Parity, Totals
from .members import ConflictMember, is_printed, member_of, rank
from .model_rotation import ModelRotation
from .mus import HittingSets, MusResult, MusSearch

FIRST = 20_000  # conflicts for the first question in which every rule can be left out; all hold in the next one, if it takes more
PATIENCE = 5_000  # conflicts in vain for leaving out what is printed, before it is tried while all rules hold
MANY = 20  # members of a first set beyond which it is tried whether sums show a smaller one
ADDING = 1.0  # seconds for what a set adds up to, after the search for it has ended
CORRECTING = 3.0  # seconds for what can be left out alone, after that
ALONE = (300, 3_000, 30_000)  # conflicts for leaving out one given or clue; those that take more wait until all had so many


@dataclass(frozen=True, eq=False)
class Correction:
    """A given or a clue, written at `span`, without which there is a solution, in which the place of a given has this `value`.

    `member` is one of the conflict that speaks of it.
    """

    span: Span
    member: ConflictMember
    value: Value = None


@dataclass(frozen=True, eq=False)
class Corrections:
    """Each given and each clue without which alone there is a solution; of `undecided` more it is not known."""

    found: tuple[Correction, ...]
    undecided: int


@dataclass(frozen=True, eq=False)
class Conflict:
    """Givens and rules' instances that no grid satisfies together.

    Of so many of them it is known that they are `needed`: leaving out any one of these makes the rest satisfiable. `settled`: all
    givens among them, and all that speak of clues, are of these. No set that contradicts has fewer than `least` members.
    `reason`: why no more is known; empty where this is the smallest, or the search still goes on. `totals`: what they add up to,
    by the numbers of members, where that shows something. `corrections`: none where nothing that is printed is among the members,
    or they were not looked for.
    """

    members: tuple[ConflictMember, ...]
    needed: int
    least: int
    reason: str = ""
    totals: Totals | Parity | None = None
    settled: bool = False
    corrections: Corrections | None = None

    @property
    def irreducible(self) -> bool:
        """Check whether all members are needed (a MUS)."""
        return self.needed == len(self.members)

    @property
    def smallest(self) -> bool:
        """Check whether the set is proved to be a smallest MUS."""
        return self.least >= len(self.members)


def find_conflict(
    spec: Spec,
    *,
    engine: str = AUTO,
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    improve: float | None = None,
    progress: Progress | None = None,
) -> Conflict | None:
    """Return a conflict of a spec without solutions; None if it has one, or if the deadline passes first.

    After a first set was found, an irreducible one and then the smallest are looked for during so many seconds (`improve`; none:
    until the deadline); then, unless there are none for that, which given or clue is enough to leave out.
    """
    search = _ConflictSearch(engine, seed, deadline, progress or Progress())
    found = None
    try:
        for found in search.run(spec, lazy, improve):
            search.progress.note = _progress(found)
    except ENDINGS as problem:
        reason = reason_of(problem)
        found = replace(found, reason=reason) if found else None
        if reason == Status.INTERRUPTED.value or isinstance(problem, MemoryError):  # the end is wanted now
            return found
    finally:
        search.progress.note = ""
    if found is None or improve == 0:
        return found and search.added_up(found)
    return search.corrected(search.added_up(found), deadline.sooner(CORRECTING))


def _progress(found: Conflict) -> str:
    needed = "" if found.irreducible else f", {found.needed} of them needed"
    smallest = f", the smallest has at least {found.least}" if found.least > 1 else ""
    return f"{len(found.members)} members{needed}{smallest}"


class _ConflictSearch:
    """One search, with the engines that it makes."""

    def __init__(self, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.whole = deadline  # for lemmas, which are encoded also after the time for better sets is over
        self.progress = progress
        self._firm: Callable[[], Sequence[_ConflictPart]] = (
            list  # parts in which all rules hold, and what is printed can be left out
        )
        self._told: tuple[_ConflictPart, MusResult] | None = None  # the last conflict of which every member can be left out

    def run(self, spec: Spec, lazy: bool, improve: float | None) -> Iterator[Conflict]:
        """Yield ever better conflicts."""
        self.progress.enter("lowering")
        module = lower(spec, self.whole, apart=True)
        self.progress.enter("explaining")

        def parts(selecting: Callable[[Origin], bool]) -> list[_ConflictPart]:
            problems = problems_of(module, spec.limits, lazy=lazy, selecting=selecting, deadline=self.whole)
            return [_ConflictPart(self, problem, module) for problem in problems]

        self._firm = functools.cache(lambda: parts(is_printed))
        for assertion in module.assertions:
            if assertion.term is False:
                yield Conflict((member_of(assertion.origin, assertion.term),), needed=1, least=1)
                return
        every = [part for part in parts(lambda origin: True) if part.literals]
        try:
            yield from self._one_by_one(every, improve)
        except OutOfConflicts:
            yield from self._by_rules(every, improve)
        if self._told:
            yield from self._smallest(*self._told, every)

    def _one_by_one(self, parts: Sequence[_ConflictPart], improve: float | None) -> Iterator[Conflict]:
        """Yield ever smaller conflicts of a part by deletion. Raise `OutOfConflicts` if that takes too long while rules may be
        dropped too.
        """
        first = next((part for part in parts if part.contradicts(FIRST)), None)
        if first is None:
            return
        self.deadline = self.deadline.sooner(improve)
        for reduced in first.irreducible():
            yield (found := self._conflict(first, reduced))
            if first.cores.in_vain > PATIENCE and not found.settled:
                raise OutOfConflicts

    def _by_rules(self, parts: Sequence[_ConflictPart], improve: float | None) -> Iterator[Conflict]:
        """Yield sets of givens and clues that contradict all rules together, until none can be dropped; then drop rules'
        instances.
        """
        found = next((part for part in self._firm() if part.contradicts()), None)
        if found is None:
            return
        if self._told is None:
            self.deadline = self.deadline.sooner(improve)
        for reduced in found.irreducible():
            if self._told is None or reduced.irreducible:
                yield found.told(reduced)
        printed = {found.origins[literal] for literal in reduced.members}
        first = next(part for part in parts if not found.places.isdisjoint(part.places))
        first.contradicts(printed=printed)
        for reduced in first.irreducible():
            yield self._conflict(first, reduced)

    def _smallest(self, first: _ConflictPart, reduced: MusResult, parts: Sequence[_ConflictPart]) -> Iterator[Conflict]:
        """Yield ever smaller conflicts, one part after the other. As long as a part is left, one member may be enough."""
        best = first.told(reduced)
        least = len(best.members)
        rest = [part for part in parts if part is not first]
        for at, part in enumerate([first, *rest]):
            if part is not first:
                if not part.contradicts():
                    continue
                *_, reduced = part.irreducible()
            hitting = HittingSets(make_engine(self.engine, self.seed), self.deadline)
            for found in part.cores.smallest(part.literals, reduced.members, hitting):
                if len(found.members) < len(best.members):
                    best = self._conflict(part, MusResult(found.members, len(found.members)))
                bound = 1 if at < len(rest) else max(1, min(least, found.least))
                yield replace(best, least=min(bound, len(best.members)))
            least = min(least, found.least)
        yield replace(best, least=min(least, len(best.members)))

    def _conflict(self, part: _ConflictPart, reduced: MusResult) -> Conflict:
        self._told = part, reduced
        return part.told(reduced)

    def added_up(self, found: Conflict) -> Conflict:
        """Return the last conflict with its totals, if the search met them or if they compare clues; others would tell nothing
        new.
        """
        if self._told is None or len(self._told[1].members) != len(found.members):
            return found
        part, reduced = self._told
        members = sorted(reduced.members)
        counting = part.cores.counting
        was_met = counting.asked
        totals = counting.totals(members, Deadline(ADDING)) or counting.parity(members)
        if totals is None or not (was_met or _compares_clues(found.members, totals)):
            return found
        return replace(found, totals=totals)

    def corrected(self, found: Conflict, deadline: Deadline) -> Conflict:
        """Return a conflict with its corrections: single members of every conflict, tried while all rules hold."""
        left = {span: member for member in reversed(found.members) for span in sorted(member.printed, key=str)}
        if not left:
            return found
        order = [*reversed(left)]
        shown: list[Correction] = []
        self.deadline = deadline
        try:
            for conflicts, span in itertools.product(ALONE, order):
                is_possible = self._possible_without(span, conflicts) if span in left else None
                if is_possible is not None:
                    member = left.pop(span)
                    shown += [Correction(span, member, self._value(member))] if is_possible else []
        except ENDINGS as problem:
            if reason_of(problem) == Status.INTERRUPTED.value:
                found = replace(found, reason=reason_of(problem))
        shown.sort(key=lambda each: order.index(each.span))
        return replace(found, corrections=Corrections(tuple(shown), len(left)))

    def _possible_without(self, span: Span, conflicts: int) -> bool | None:
        found = [part.possible_without(span, conflicts) for part in self._firm()]
        return False if False in found else None if None in found else True

    def _value(self, member: ConflictMember) -> Value:
        """Return the value of a given's place in the last solution."""
        if member.clues:
            return None
        (variable,) = member.variables
        return next(part.cores.session.solution()[variable] for part in self._firm() if variable in part.places)


def _compares_clues(members: Sequence[ConflictMember], totals: Totals | Parity) -> bool:
    sides = (totals.amounts,) if isinstance(totals, Parity) else (totals.at_least, totals.at_most)
    return all(sides) and any(members[member].clues for side in sides for member in side)


class _ConflictPart:
    """A part of which givens and rules can be left out. `literals` select them, those first that had rather go.

    `always` are members that cannot be left out here. `core` is what contradicts, once it is known, and `needed` some of it that
    are needed.
    """

    def __init__(self, search: _ConflictSearch, problem: Problem, module: Module) -> None:
        self.origins = {literal: origin for origin, literal in problem.selectors.items()}
        self.literals = sorted(self.origins, key=lambda literal: rank(self.origins[literal]))
        self.places = problem.places.keys()
        self.core: list[int] = []
        self.needed: list[int] = []
        always: dict[Term, ConflictMember] = {}
        for each in module.assertions:
            if isinstance(each.term, Term) and each.origin not in problem.selectors:
                member = member_of(each.origin, each.term)
                if not member.variables or member.variables[0] in self.places:
                    always[each.term] = member
        self.always = tuple(always.values())
        self._search = search
        encoder = LemmaEncoder(problem, search.whole)
        session = Session(problem, make_engine(search.engine, search.seed), search.deadline, search.progress, encoder=encoder)
        self.cores = MusSearch(
            session, None if always else ModelRotation(problem), LinearInfeasibility(problem, module.terms, [*always])
        )
        self._members: dict[int, ConflictMember] = {}
        self._possible: dict[frozenset[int], bool] = {}  # without which members there is a solution

    def contradicts(self, conflicts: int | None = None, *, printed: Collection[Origin] | None = None) -> bool:
        """Check whether there is no solution; if `printed` is not None, with only these givens and clues, which are then known
        to be needed.

        `OutOfConflicts` where that takes more of them.
        """
        known = [literal for literal in self.literals if printed is not None and self.origins[literal] in printed]
        tried = [each for each in self.literals if printed is None or each in known or not is_printed(self.origins[each])]
        self.cores.session.deadline = self._search.deadline
        found = self.cores.core(tried, conflicts)
        if found is not None and len(found) > MANY:  # what adds up is told sooner, and is easier to understand
            added = self.cores.counting.core(tried, self._search.deadline.sooner(ADDING))
            found = added if added is not None and len(added) < len(found) else found
        self.core, self.needed = found or [], known
        return found is not None

    def irreducible(self) -> Iterator[MusResult]:
        """Yield ever smaller conflicts, from the first core on; the last one is a MUS."""
        self.cores.session.deadline = self._search.deadline
        return self.cores.irreducible(self.core, self.needed)

    @functools.cached_property
    def printed(self) -> Mapping[Span, frozenset[int]]:
        """Return the members that are givens or refer to a clue, grouped by the place in the file."""
        found: dict[Span, list[int]] = {}
        for literal, origin in self.origins.items():
            for span in ConflictMember(origin, ()).printed:
                found.setdefault(span, []).append(literal)
        return {span: frozenset(literals) for span, literals in found.items()}

    def possible_without(self, span: Span, conflicts: int) -> bool | None:
        """Check whether there is a solution without the given or clue at `span`; it can be read afterwards. Return None if that
        takes too long.
        """
        without = self.printed.get(span, frozenset())
        if without not in self._possible:
            self.cores.session.deadline = self._search.deadline
            try:
                is_possible = self.cores.session.holds([each for each in self.literals if each not in without], conflicts)
            except OutOfConflicts:
                return None
            self._possible[without] = is_possible
        return self._possible[without]

    def told(self, reduced: MusResult) -> Conflict:
        """Return a conflict in the order of the file, with the members that cannot be dropped here."""
        members = (*map(self._member, sorted(reduced.members)), *self.always)
        settled = not any(is_printed(self.origins[literal]) for literal in reduced.members[reduced.needed :])
        return Conflict(members, reduced.needed, 1, settled=settled)

    def _member(self, literal: int) -> ConflictMember:
        if literal not in self._members:
            meaning = self.cores.session.problem.meanings[literal - 1]
            self._members[literal] = member_of(self.origins[literal], meaning)
        return self._members[literal]
