"""Why there is no solution: givens and rules' instances that contradict each other, found with a literal that selects each.

First some that contradict, then an irreducible set, then while time allows the smallest one. Which is kept where there is a
choice: givens are tried to be left out first, then rules' instances that speak of a clue, then all others. So few printed
numbers are named, of which one may be wrong, and rules that hold everywhere stay.

Independent parts are solved apart, and each that has no solution has its own sets; the smallest of all is told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from gridwright.compiler.budget import NO_DEADLINE, Deadline
from gridwright.compiler.compile import lower, problems_of
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.operations import below_first
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.span import Span
from gridwright.compiler.spec import Spec

from ..judging.about import clues_of
from ..solving.progress import Progress
from ..solving.session import ENDINGS, OutOfConflicts, Session, reason_of
from ..solving.solve import AUTO, make_engine
from .cores import Cores, HittingSets, Reduced
from .counting import Counting, Parity, Totals
from .rotation import Rotation

FIRST = 20_000  # conflicts for the first question in which every rule can be left out; all hold in the next one, if it takes more
PATIENCE = 4.0  # seconds for leaving out what is printed, before it is tried while all rules hold
MANY = 20  # members of a first set beyond which it is tried whether sums show a smaller one
ADDING = 1.0  # seconds for what a set adds up to, after the search for it has ended


@dataclass(frozen=True, eq=False)
class Member:
    """A given, or a rule's instance: where it comes from, and the unknowns that it speaks of.

    These are none where it is left to plain evaluation, so that it may speak of any.
    """

    origin: Origin
    variables: tuple[Variable, ...]

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues that a rule's instance is about: those that its loops are at."""
        return clues_of(self.origin.scope)

    @property
    def is_printed(self) -> bool:
        """Whether it is a given, or speaks of a clue."""
        return self.origin.kind == "given" or bool(self.clues)

    @property
    def span(self) -> Span:
        """Where it is written: a given, the clue that an instance is about, or else the rule."""
        return next((clue.span for clue in self.clues), self.origin.span)

    @property
    def says(self) -> str:
        """What it says, in one sentence: of a rule what `says` has, or else its expression."""
        if self.origin.kind == "given":
            (variable,) = self.variables
            value = self.origin.span.text.rpartition(": ")[2]  # without the place, where that is written before it
            return f"{variable.layer.name} at {variable.layer.place_name(variable.position)} is given as {value}"
        return " ".join((self.origin.says or self.origin.span.text).split())


@dataclass(frozen=True, eq=False)
class Conflict:
    """Givens and rules' instances that no grid satisfies together.

    Of so many of them it is known that they are `needed`: leaving out any one of these makes the rest satisfiable. `settled`: all
    givens among them, and all that speak of clues, are of these. No set that contradicts has fewer than `least` members.
    `reason`: why no more is known; empty where this is the smallest, or the search still goes on. `totals`: what they add up to,
    by the numbers of members, where that shows something.
    """

    members: tuple[Member, ...]
    needed: int
    least: int
    reason: str = ""
    totals: Totals | Parity | None = None
    settled: bool = False

    @property
    def irreducible(self) -> bool:
        """Whether all of them are needed."""
        return self.needed == len(self.members)

    @property
    def smallest(self) -> bool:
        """Whether no set with fewer members contradicts."""
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
    """What contradicts in a spec without solutions; none where nothing does, or where that is not known by the deadline.

    After a first set was found, an irreducible one and then the smallest are looked for during so many seconds (`improve`; none:
    until the deadline).
    """
    search = _Search(engine, seed, deadline, progress or Progress())
    found = None
    try:
        for found in search.run(spec, lazy, improve):
            search.progress.note = _progress(found)
    except ENDINGS as problem:
        found = replace(found, reason=reason_of(problem)) if found else None
        if isinstance(problem, (KeyboardInterrupt, MemoryError)):  # the end is wanted now
            return found
    finally:
        search.progress.note = ""
    return search.added_up(found) if found else None


def _progress(found: Conflict) -> str:
    needed = "" if found.irreducible else f", {found.needed} of them needed"
    smallest = f", the smallest has at least {found.least}" if found.least > 1 else ""
    return f"{len(found.members)} members{needed}{smallest}"


class _Search:
    """One search, with the engines that it makes."""

    def __init__(self, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.progress = progress
        self._told: tuple[_Part, Reduced] | None = None  # the last conflict of which every member can be left out

    def run(self, spec: Spec, lazy: bool, improve: float | None) -> Iterator[Conflict]:
        """Ever better conflicts."""

        def parts(selecting: Callable[[Origin], bool]) -> Iterator[_Part]:
            for problem in problems_of(module, spec.limits, lazy=lazy, selecting=selecting, deadline=self.deadline):
                yield _Part(self, problem, module)

        self.progress.enter("lowering")
        module = lower(spec, self.deadline, apart=True)
        self.progress.enter("explaining")
        for assertion in module.assertions:
            if assertion.term is False:
                yield Conflict((_member(assertion.origin, assertion.term),), needed=1, least=1)
                return
        every = [part for part in parts(lambda origin: True) if part.literals]
        try:
            yield from self._one_by_one(every, improve)
        except OutOfConflicts:
            yield from self._by_rules(every, parts(_is_printed), improve)
        if self._told:
            yield from self._smallest(*self._told, every)

    def _one_by_one(self, parts: Sequence[_Part], improve: float | None) -> Iterator[Conflict]:
        """Ever smaller sets of a part. `OutOfConflicts` where what is printed takes too long so, because all rules may go."""
        first = next((part for part in parts if part.contradicts(FIRST)), None)
        if first is None:
            return
        self.deadline = self.deadline.sooner(improve)
        patience = Deadline(PATIENCE)
        for reduced in first.irreducible():
            yield (found := self._conflict(first, reduced))
            if patience.left() == 0 and not found.settled:
                raise OutOfConflicts

    def _by_rules(self, parts: Sequence[_Part], firm: Iterator[_Part], improve: float | None) -> Iterator[Conflict]:
        """Sets of what is printed that contradict by the rules, none of which can go there; then the rules' instances go."""
        found = next((part for part in firm if part.contradicts()), None)
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

    def _smallest(self, first: _Part, reduced: Reduced, parts: Sequence[_Part]) -> Iterator[Conflict]:
        """Ever smaller sets, one part after the other. As long as a part is left, a single member may be enough."""
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
                    best = self._conflict(part, Reduced(found.members, len(found.members)))
                bound = 1 if at < len(rest) else max(1, min(least, found.least))
                yield replace(best, least=min(bound, len(best.members)))
            least = min(least, found.least)
        yield replace(best, least=min(least, len(best.members)))

    def _conflict(self, part: _Part, reduced: Reduced) -> Conflict:
        self._told = part, reduced
        return part.told(reduced)

    def added_up(self, found: Conflict) -> Conflict:
        """The last conflict, with its totals if the search met them, or if they compare clues; more would tell nothing new."""
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


def _compares_clues(members: Sequence[Member], totals: Totals | Parity) -> bool:
    sides = (totals.amounts,) if isinstance(totals, Parity) else (totals.at_least, totals.at_most)
    return all(sides) and any(members[member].clues for side in sides for member in side)


class _Part:
    """A part of which givens and rules can be left out. `literals` select them, those first that had rather go.

    `always` are members that cannot be left out here. `core` is what contradicts, once it is known, and `needed` some of it that
    are needed.
    """

    def __init__(self, search: _Search, problem: Problem, module: Module) -> None:
        self.origins = {literal: origin for origin, literal in problem.selectors.items()}
        self.literals = sorted(self.origins, key=lambda literal: _rank(self.origins[literal]))
        self.places = problem.places.keys()
        self.core: list[int] = []
        self.needed: list[int] = []
        always: dict[Term, Member] = {}
        for each in module.assertions:
            if isinstance(each.term, Term) and each.origin not in problem.selectors:
                member = _member(each.origin, each.term)
                if not member.variables or member.variables[0] in self.places:
                    always[each.term] = member
        self.always = tuple(always.values())
        self._search = search
        session = Session(problem, make_engine(search.engine, search.seed), search.deadline, search.progress)
        self.cores = Cores(session, None if always else Rotation(problem), Counting(problem, module.terms, [*always]))
        self._members: dict[int, Member] = {}

    def contradicts(self, conflicts: int | None = None, *, printed: Collection[Origin] | None = None) -> bool:
        """Whether there is no solution; with only these `printed`, if any are named, which are known to be needed then.

        `OutOfConflicts` where that takes more of them.
        """
        known = [literal for literal in self.literals if printed is not None and self.origins[literal] in printed]
        tried = [each for each in self.literals if printed is None or each in known or not _is_printed(self.origins[each])]
        self.cores.session.deadline = self._search.deadline
        found = self.cores.core(tried, conflicts)
        if found is not None and len(found) > MANY:  # what adds up is told sooner, and is easier to understand
            added = self.cores.counting.core(tried, self._search.deadline.sooner(ADDING))
            found = added if added is not None and len(added) < len(found) else found
        self.core, self.needed = found or [], known
        return found is not None

    def irreducible(self) -> Iterator[Reduced]:
        """Ever smaller sets that contradict, from the core on; the last one is irreducible."""
        self.cores.session.deadline = self._search.deadline
        return self.cores.irreducible(self.core, self.needed)

    def told(self, reduced: Reduced) -> Conflict:
        """A set as it is told, in its order, with what cannot be left out here."""
        members = (*map(self._member, sorted(reduced.members)), *self.always)
        settled = not any(_is_printed(self.origins[literal]) for literal in reduced.members[reduced.needed :])
        return Conflict(members, reduced.needed, 1, settled=settled)

    def _member(self, literal: int) -> Member:
        if literal not in self._members:
            meaning = self.cores.session.problem.meanings[literal - 1]
            self._members[literal] = _member(self.origins[literal], meaning)
        return self._members[literal]


def _member(origin: Origin, term: Term | bool) -> Member:
    below = below_first([term]) if isinstance(term, Term) else []
    if any(each.op == "evaluated" for each in below):
        return Member(origin, ())
    return Member(origin, tuple(each.detail for each in below if each.op == "unknown"))


def _rank(origin: Origin) -> int:
    return 0 if origin.kind == "given" else 1 if Member(origin, ()).clues else 2


def _is_printed(origin: Origin) -> bool:
    return Member(origin, ()).is_printed
