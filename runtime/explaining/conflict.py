"""Why there is no solution: givens and rules' instances that contradict each other, found with a literal that selects each.

First some that contradict, then an irreducible set, then while time allows the smallest one. Which is kept where there is a
choice: givens are tried to be left out first, then rules' instances that speak of a clue, then all others. So few printed
numbers are named, of which one may be wrong, and rules that hold everywhere stay.

Independent parts are solved apart, and each that has no solution has its own sets; the smallest of all is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gridwright.compiler.budget import NO_DEADLINE, Deadline
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.operations import below_first
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.terms import Terms
from gridwright.compiler.span import Span
from gridwright.compiler.spec import Spec

from ..judging.about import clues_of
from ..solving.progress import Progress
from ..solving.session import ENDINGS, Session, reason_of
from ..solving.solve import AUTO, make_engine
from .cores import Cores, HittingSets, Reduced
from .counting import Counting, Parity, Totals
from .rotation import Rotation

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

    Of so many of them it is known that they are `needed`: leaving out any one of these makes the rest satisfiable. No set that
    contradicts has fewer than `least` members. `reason`: why no more is known; empty where this is the smallest, or the search
    still goes on. `totals`: what they add up to, by the numbers of members, where that shows something.
    """

    members: tuple[Member, ...]
    needed: int
    least: int
    reason: str = ""
    totals: Totals | Parity | None = None

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
        self._told: tuple[_Part, Sequence[int]] | None = None  # of what the last conflict consists

    def run(self, spec: Spec, lazy: bool, improve: float | None) -> Iterator[Conflict]:
        """Ever better conflicts."""
        puzzle = compile_spec(spec, lazy=lazy, selecting=lambda origin: True, deadline=self.deadline, enter=self.progress.enter)
        self.progress.enter("explaining")
        for assertion in puzzle.module.assertions:
            if assertion.term is False:
                yield Conflict((_member(assertion.origin, assertion.term),), needed=1, least=1)
                return
        parts = (_Part(self, problem, puzzle.module.terms) for problem in puzzle.parts if problem.selectors)
        first = next((part for part in parts if part.contradicts()), None)
        if first is None:
            return
        if improve is not None:
            self.deadline = first.cores.session.deadline = self.deadline.sooner(improve)
        for reduced in first.irreducible():
            yield (best := self._conflict(first, reduced.members, reduced.needed))
        yield from self._smallest(best, first, reduced.members, list(parts))

    def _smallest(self, best: Conflict, first: _Part, members: Sequence[int], rest: Sequence[_Part]) -> Iterator[Conflict]:
        """Ever smaller sets, one part after the other. As long as a part is left, a single member may be enough."""
        least = len(best.members)
        for at, part in enumerate([first, *rest]):
            part.cores.session.deadline = self.deadline
            if part is not first:
                if not part.contradicts():
                    continue
                *_, reduced = part.irreducible()
                members = reduced.members
            hitting = HittingSets(make_engine(self.engine, self.seed), self.deadline)
            for found in part.cores.smallest(part.literals, members, hitting):
                if len(found.members) < len(best.members):
                    best = self._conflict(part, found.members, len(found.members))
                bound = 1 if at < len(rest) else max(1, min(least, found.least))
                yield replace(best, least=min(bound, len(best.members)))
            least = min(least, found.least)
        yield replace(best, least=min(least, len(best.members)))

    def _conflict(self, part: _Part, members: Sequence[int], needed: int) -> Conflict:
        self._told = part, sorted(members)
        return part.told(sorted(members), needed)

    def added_up(self, found: Conflict) -> Conflict:
        """The last conflict, with its totals if the search met them, or if they compare clues; more would tell nothing new."""
        if self._told is None:
            return found
        part, members = self._told
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
    """A part of which givens and rules can be left out. `literals` select them, those first that had rather go."""

    def __init__(self, search: _Search, problem: Problem, terms: Terms) -> None:
        session = Session(problem, make_engine(search.engine, search.seed), search.deadline, search.progress)
        self.cores = Cores(session, Rotation(problem), Counting(problem, terms))
        self.core: list[int] = []  # some that contradict, once they are known
        self.origins = {literal: origin for origin, literal in problem.selectors.items()}
        self.literals = sorted(self.origins, key=lambda literal: _rank(self.origins[literal]))

    def contradicts(self) -> bool:
        """Whether there is no solution."""
        found = self.cores.core(self.literals)
        self.core = found or []
        return found is not None

    def irreducible(self) -> Iterator[Reduced]:
        """Ever smaller sets that contradict, from the core on; the last one is irreducible."""
        return self.cores.irreducible(self.core)

    def told(self, members: Sequence[int], needed: int) -> Conflict:
        """A set as it is told, in its order."""
        meanings = self.cores.session.problem.meanings
        told = (_member(self.origins[literal], meanings[literal - 1]) for literal in members)
        return Conflict(tuple(told), needed, 1)


def _member(origin: Origin, term: Term | bool) -> Member:
    below = below_first([term]) if isinstance(term, Term) else []
    if any(each.op == "evaluated" for each in below):
        return Member(origin, ())
    return Member(origin, tuple(each.detail for each in below if each.op == "unknown"))


def _rank(origin: Origin) -> int:
    return 0 if origin.kind == "given" else 1 if Member(origin, ()).clues else 2
