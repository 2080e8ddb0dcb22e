"""Find a conflict: givens and rules' instances that contradict each other. Each has a selector, a literal that is assumed.

The search finds a core, then a MUS, then, if time allows, a smallest MUS. It tries to drop givens first, then rules' instances
with a clue, then all others. So the conflict names few printed numbers, one of which may be wrong, and keeps rules that hold
everywhere.

Independent parts are solved apart, and each part without a solution has its own MUSes; the result is the smallest of all.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from gridwright.compiler.compile import FIXED, lower, problems_of
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import Value

from ..engines.engine import Status
from ..engines.engine_choice import engine_for
from ..engines.engine_registry import AUTO, make_engine
from ..solving.effort import EffortDeadline, Improving, OutOfEffort
from ..solving.endings import ENDINGS, reason_of
from ..solving.progress import Progress
from ..solving.session import OutOfConflicts, Session
from .linear_infeasibility import LinearInfeasibility, Parity, Totals
from .members import ConflictMember, is_printed, member_of, rank
from .model_rotation import ModelRotation
from .mus import HittingSets, MusResult, MusSearch

CONFLICTS_FOR_FIRST_CORE = 10_000  # with a selector for every rule; beyond that, givens and clues are searched with fixed rules
MAX_WASTED_CONFLICTS = 5_000  # in tests of givens and clues that decide nothing; beyond that, they are tested with fixed rules
LARGE_CORE = 20  # if the first core has more members, linear arithmetic may show a smaller one
EFFORT_PER_MEMBER = 5_000  # units of work to look for a smaller set: a small one is easy to read, and there is little to gain
EFFORT_FOR_SMALLEST = 60_000  # at most, so that most of the work goes into an irreducible set
SECONDS_FOR_TOTALS = 1.0  # for the totals of a conflict, if the deadline may have passed by then
EFFORT_FOR_CORRECTIONS = 60_000  # units of work for the corrections; some two seconds
EFFORT_FOR_IRREDUCIBLE = (
    60_000  # units of work to shrink the conflict that the judge names, so that its verdict does not wait long
)
CONFLICTS_PER_CORRECTION = (300, 3_000, 30_000)  # in the first, second and third pass over all givens and clues


@dataclass(frozen=True, eq=False)
class Correction:
    """A given or a clue, written at `span`, without which there is a solution. There the place of a given has this `value`.

    `member` is a member of the conflict that uses it. `values`: values of a clue with which there is a solution, as far as they
    were looked for.
    """

    span: Span
    member: ConflictMember
    value: Value = None
    values: tuple[Value, ...] = ()

    @property
    def possible_values(self) -> tuple[Value, ...]:
        """Return the values with which there is a solution, as far as they are known."""
        return self.values if self.value is None else (self.value,)


@dataclass(frozen=True, eq=False)
class Corrections:
    """The givens and clues whose removal alone is `sufficient` for a solution. `undecided`: the number of those not decided."""

    sufficient: tuple[Correction, ...]
    undecided: int

    @property
    def found(self) -> tuple[Correction, ...]:
        """Return `sufficient`, which had this name before (deprecated)."""
        return self.sufficient


LARGE = 6  # members; how fewer contradict each other can be seen


@dataclass(frozen=True, eq=False)
class Conflict:
    """Givens and rules' instances that no grid satisfies together.

    `needed`: the number of members known to be needed: without any one of these the rest is satisfiable. `printed_needed`: all
    givens, and all members with clues, are among these. No conflict has fewer than `lower_bound` members. `reason`: why no more
    is known; empty if this is a smallest conflict, or if the search still goes on. `totals`: the totals that contradict, if
    linear arithmetic shows this; they refer to members by index. `corrections`: None if no member is printed, or if the search
    did not get that far.
    """

    members: tuple[ConflictMember, ...]
    needed: int
    lower_bound: int
    reason: str = ""
    totals: Totals | Parity | None = None
    printed_needed: bool = False
    corrections: Corrections | None = None

    @property
    def is_large(self) -> bool:
        """Check whether steps are needed to see that the members contradict each other: there are many."""
        return len(self.members) >= LARGE

    @property
    def irreducible(self) -> bool:
        """Check whether all members are needed (a MUS)."""
        return self.needed == len(self.members)

    @property
    def least(self) -> int:
        """Return `lower_bound`, which had this name before (deprecated)."""
        return self.lower_bound

    @property
    def settled(self) -> bool:
        """Return `printed_needed`, which had this name before (deprecated)."""
        return self.printed_needed

    @property
    def smallest(self) -> bool:
        """Check whether the set is proved to be a smallest MUS."""
        return self.lower_bound >= len(self.members)


def find_conflict(
    spec: Spec,
    *,
    engine: str = AUTO,
    seed: int = 0,
    lazy: bool = True,
    deadline: Deadline = NO_DEADLINE,
    improve: float | None = None,
    effort: int | None = None,
    progress: Progress | None = None,
) -> Conflict | None:
    """Return a conflict of a spec without solutions; None if it has one, or if the deadline passes first.

    `improve` and `effort`: the seconds and the units of work, after a first core, to look for a MUS and then a smallest MUS;
    None: until the deadline. Then, unless `improve` is 0, the search looks for corrections.
    """
    search = _ConflictSearch(engine, seed, deadline, progress or Progress())
    conflict = None
    try:
        for conflict in search.run(spec, lazy, Improving(improve, effort)):
            search.progress.note = _progress(conflict)
    except ENDINGS as problem:
        reason = reason_of(problem, search.progress)
        conflict = replace(conflict, reason=reason) if conflict else None
        if reason == Status.INTERRUPTED.value or isinstance(problem, MemoryError):  # end at once
            return conflict
    finally:
        search.progress.note = ""
    if conflict is None or improve == 0:
        return conflict and search.with_totals(conflict)
    return search.with_corrections(search.with_totals(conflict))


def irreducible_conflict(
    module: Module,
    limits: Limits,
    *,
    engine: str = AUTO,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    progress: Progress | None = None,
) -> Conflict | None:
    """Return a conflict of the rules of a module, lowered `independently`; None if it has a solution, or if the deadline
    passes before a first core. It is irreducible, unless the deadline passes or that takes too much work; then it has a `reason`.
    """
    search = _ConflictSearch(engine, seed, deadline, progress or Progress())
    smallest = None
    reason = ""
    try:
        for conflict in search.conflicts(module, limits, lazy=True, improving=Improving(effort=EFFORT_FOR_IRREDUCIBLE)):
            members = tuple(member for member in conflict.members if member.origin.kind != FIXED)
            smallest = Conflict(members, min(conflict.needed, len(members)), 1)
            if smallest.irreducible:
                break
    except OutOfEffort:
        reason = "the usual work is done"
    except ENDINGS as problem:
        reason = reason_of(problem)
    return smallest and replace(smallest, reason=reason)


def contradicts(module: Module, limits: Limits, engine: str, seed: int, deadline: Deadline) -> bool:
    """Check whether the rules of a module that was lowered `independently` are soon seen to contradict each other."""
    return _ConflictSearch(engine, seed, deadline, Progress()).contradicts(module, limits)


def _progress(conflict: Conflict) -> str:
    needed = "" if conflict.irreducible else f", {conflict.needed} of them needed"
    smallest = f", the smallest has at least {conflict.lower_bound}" if conflict.lower_bound > 1 else ""
    return f"{len(conflict.members)} members{needed}{smallest}"


class _ConflictSearch:
    """A search for a conflict of a spec, with the parts of the spec."""

    def __init__(self, engine: str, seed: int, deadline: Deadline, progress: Progress) -> None:
        self.engine = engine
        self.seed = seed
        self.deadline = deadline
        self.whole = deadline  # for lemmas, which are encoded also after the time for better sets is over
        self.progress = progress
        # the parts, with selectors only for givens and instances with a clue
        self._fixed_rule_parts: Callable[[], Sequence[_ConflictPart]] = list
        self._last: tuple[_ConflictPart, MusResult] | None = None  # the last conflict of a part in which every rule has selectors

    def run(self, spec: Spec, lazy: bool, improving: Improving) -> Iterator[Conflict]:
        """Yield ever better conflicts."""
        self.progress.enter("lowering")
        yield from self.conflicts(lower(spec, self.whole, independently=True), spec.limits, lazy, improving)

    def conflicts(self, module: Module, limits: Limits, lazy: bool, improving: Improving) -> Iterator[Conflict]:
        """Yield ever better conflicts of a module."""
        self.progress.enter("explaining")

        def parts(has_selector: Callable[[Origin], bool]) -> list[_ConflictPart]:
            problems = problems_of(module, limits, lazy=lazy, has_selector=has_selector, deadline=self.whole)
            return [_ConflictPart(self, problem, module) for problem in problems]

        self._fixed_rule_parts = functools.cache(lambda: parts(is_printed))
        for assertion in module.assertions:
            if assertion.term is False:
                yield Conflict((member_of(assertion.origin, assertion.term),), needed=1, lower_bound=1)
                return
        all_parts = [part for part in parts(lambda origin: origin.kind != FIXED) if part.literals]
        try:
            yield from self._by_deletion(all_parts, improving)
        except OutOfConflicts:
            yield from self._printed_first(all_parts, improving)
        if self._last:
            yield from self._smallest(*self._last, all_parts)

    def contradicts(self, module: Module, limits: Limits) -> bool:
        """Check whether some part of a module has no solution; False if that takes too many conflicts."""
        if any(assertion.term is False for assertion in module.assertions):
            return True
        problems = problems_of(module, limits, has_selector=lambda origin: True, deadline=self.whole)
        with contextlib.suppress(OutOfConflicts):
            return any(
                _ConflictPart(self, problem, module).contradicts(CONFLICTS_FOR_FIRST_CORE)
                for problem in problems
                if problem.selectors
            )
        return False

    def _by_deletion(self, parts: Sequence[_ConflictPart], improving: Improving) -> Iterator[Conflict]:
        """Yield ever smaller conflicts of a part by deletion. Raise `OutOfConflicts` if that takes too long while rules may be
        dropped too.
        """
        first = next((part for part in parts if part.contradicts(CONFLICTS_FOR_FIRST_CORE)), None)
        if first is None:
            return
        self.deadline = improving.begins(self.deadline)
        for result in first.shrink():
            yield (conflict := self._record(first, result))
            if first.mus_search.wasted_conflicts > MAX_WASTED_CONFLICTS and not conflict.printed_needed:
                raise OutOfConflicts

    def _printed_first(self, parts: Sequence[_ConflictPart], improving: Improving) -> Iterator[Conflict]:
        """Yield conflicts with all rules, dropping givens and clues until all are needed; then drop rules' instances."""
        fixed = next((part for part in self._fixed_rule_parts() if part.contradicts()), None)
        if fixed is None:
            return
        if self._last is None:
            self.deadline = improving.begins(self.deadline)
        for result in fixed.shrink():
            if self._last is None or result.irreducible:
                yield fixed.conflict(result)
        printed = {fixed.origins[literal] for literal in result.members}
        ordered = sorted(parts, key=lambda part: fixed.places.isdisjoint(part.places))  # a pass may refute a rule of another
        first = next(part for part in ordered if part.contradicts(printed=printed))
        for result in first.shrink():
            yield self._record(first, result)

    def _smallest(self, first: _ConflictPart, result: MusResult, parts: Sequence[_ConflictPart]) -> Iterator[Conflict]:
        """Yield ever smaller conflicts, one part after the other. The lower bound is 1 until all parts have been searched."""
        best = first.conflict(result)
        lower_bound = len(best.members)
        if isinstance(self.deadline, EffortDeadline):
            self.deadline = EffortDeadline(
                self.deadline, min(self.deadline.effort, EFFORT_PER_MEMBER * len(best.members), EFFORT_FOR_SMALLEST)
            )
        rest = [part for part in parts if part is not first]
        for at, part in enumerate([first, *rest]):
            if part is not first:
                if not part.contradicts():
                    continue
                *_, result = part.shrink()
            part.mus_search.session.deadline = self.deadline
            hitting_sets = HittingSets(make_engine(self.engine, self.seed), self.deadline)
            for bounds in part.mus_search.smallest_mus(part.literals, result.members, hitting_sets):
                if len(bounds.members) < len(best.members):
                    best = self._record(part, MusResult(bounds.members, len(bounds.members)))
                bound = 1 if at < len(rest) else max(1, min(lower_bound, bounds.lower_bound))
                yield replace(best, lower_bound=min(bound, len(best.members)))
            lower_bound = min(lower_bound, bounds.lower_bound)
        yield replace(best, lower_bound=min(lower_bound, len(best.members)))

    def _record(self, part: _ConflictPart, result: MusResult) -> Conflict:
        self._last = part, result
        return part.conflict(result)

    def with_totals(self, conflict: Conflict) -> Conflict:
        """Return the last conflict with its totals, if the search used them or if they compare clues; others add nothing new."""
        if self._last is None or len(self._last[1].members) != len(conflict.members):
            return conflict
        part, result = self._last
        members = sorted(result.members)
        linear = part.mus_search.linear
        was_used = linear.was_used
        deadline = self.whole if self.whole.seconds_left() is None else Deadline(SECONDS_FOR_TOTALS)
        totals = linear.totals(members, deadline) or linear.parity(members)
        if totals is None or not (was_used or _compares_clues(conflict.members, totals)):
            return conflict
        return replace(conflict, totals=totals)

    def with_corrections(self, conflict: Conflict) -> Conflict:
        """Return a conflict with its corrections, found by dropping one given or clue at a time with fixed rules."""
        unknown = {span: member for member in reversed(conflict.members) for span in sorted(member.printed, key=str)}
        if not unknown:
            return conflict
        order = [*reversed(unknown)]
        corrections: list[Correction] = []
        self.deadline = Improving(effort=EFFORT_FOR_CORRECTIONS).begins(self.whole)
        try:
            for conflicts, span in itertools.product(CONFLICTS_PER_CORRECTION, order):
                is_possible = self._satisfiable_without(span, conflicts) if span in unknown else None
                if is_possible is not None:
                    member = unknown.pop(span)
                    corrections += [Correction(span, member, self._value(member))] if is_possible else []
        except ENDINGS as problem:
            if reason_of(problem) == Status.INTERRUPTED.value:
                conflict = replace(conflict, reason=reason_of(problem))
        corrections.sort(key=lambda correction: order.index(correction.span))
        return replace(conflict, corrections=Corrections(tuple(corrections), len(unknown)))

    def _satisfiable_without(self, span: Span, conflicts: int) -> bool | None:
        answers = [part.satisfiable_without(span, conflicts) for part in self._fixed_rule_parts()]
        return False if False in answers else None if None in answers else True

    def _value(self, member: ConflictMember) -> Value:
        """Return the value of a given's place in the last solution."""
        if member.clues:
            return None
        (variable,) = member.variables
        return next(part.mus_search.session.solution()[variable] for part in self._fixed_rule_parts() if variable in part.places)


def _compares_clues(members: Sequence[ConflictMember], totals: Totals | Parity) -> bool:
    sides = (totals.amounts,) if isinstance(totals, Parity) else (totals.at_least, totals.at_most)
    return all(sides) and any(members[member].clues for side in sides for member in side)


class _ConflictPart:
    """An independent part with its selectors, `literals`, in the order in which to drop members.

    `always`: members without a selector. `core`: a core once one is known. `needed`: members of it that are known to be needed.
    """

    def __init__(self, search: _ConflictSearch, problem: Problem, module: Module) -> None:
        self.origins = {literal: origin for origin, literal in problem.selectors.items()}
        self.literals = sorted(self.origins, key=lambda literal: rank(self.origins[literal]))
        self.places = problem.places.keys()
        self.core: list[int] = []
        self.needed: list[int] = []
        always: dict[Term, ConflictMember] = {}
        for assertion in module.assertions:
            if isinstance(assertion.term, Term) and assertion.origin not in problem.selectors:
                member = member_of(assertion.origin, assertion.term)
                if not member.variables or member.variables[0] in self.places:
                    always[assertion.term] = member
        self.always = tuple(always.values())
        self._search = search
        encoder = LemmaEncoder(problem, search.whole)
        session = Session(
            problem, engine_for(problem, search.engine, search.seed), search.deadline, search.progress, encoder=encoder
        )
        self.mus_search = MusSearch(
            session, None if always else ModelRotation(problem), LinearInfeasibility(problem, module.terms, [*always])
        )
        self._members: dict[int, ConflictMember] = {}
        self._satisfiable: dict[frozenset[int], bool] = {}  # for the members that were left out

    def contradicts(self, conflicts: int | None = None, *, printed: Collection[Origin] | None = None) -> bool:
        """Check whether there is no solution; if `printed` is not None, with only these givens and clues, which are then known
        to be needed.

        Raise `OutOfConflicts` if that takes too many.
        """
        needed = [literal for literal in self.literals if printed is not None and self.origins[literal] in printed]
        literals = [
            literal for literal in self.literals if printed is None or literal in needed or not is_printed(self.origins[literal])
        ]
        self.mus_search.session.deadline = self._search.deadline
        core = self.mus_search.core(literals, conflicts)
        if core is not None and len(core) > LARGE_CORE:  # sums are quicker, and easier to understand
            linear_core = self.mus_search.linear.core(literals, self._search.deadline)
            core = linear_core if linear_core is not None and len(linear_core) < len(core) else core
        self.core, self.needed = core or [], needed
        return core is not None

    def shrink(self) -> Iterator[MusResult]:
        """Yield ever smaller conflicts, from the first core on; the last one is a MUS."""
        self.mus_search.session.deadline = self._search.deadline
        return self.mus_search.shrink(self.core, self.needed)

    @functools.cached_property
    def printed(self) -> Mapping[Span, frozenset[int]]:
        """Return the members that are givens or refer to a clue, grouped by the place in the file."""
        printed: dict[Span, list[int]] = {}
        for literal, origin in self.origins.items():
            for span in ConflictMember(origin, ()).printed:
                printed.setdefault(span, []).append(literal)
        return {span: frozenset(literals) for span, literals in printed.items()}

    def satisfiable_without(self, span: Span, conflicts: int) -> bool | None:
        """Check whether there is a solution without the given or clue at `span`; the session then holds it. Return None if that
        takes too long.
        """
        without = self.printed.get(span, frozenset())
        if without not in self._satisfiable:
            self.mus_search.session.deadline = self._search.deadline
            try:
                is_satisfiable = self.mus_search.session.holds(
                    [literal for literal in self.literals if literal not in without], conflicts
                )
            except OutOfConflicts:
                return None
            self._satisfiable[without] = is_satisfiable
        return self._satisfiable[without]

    def conflict(self, result: MusResult) -> Conflict:
        """Return a conflict in the order of the file, with the members that have no selector."""
        members = (*map(self._member, sorted(result.members)), *self.always)
        printed_needed = not any(is_printed(self.origins[literal]) for literal in result.members[result.needed :])
        return Conflict(members, result.needed, 1, printed_needed=printed_needed)

    def _member(self, literal: int) -> ConflictMember:
        if literal not in self._members:
            meaning = self.mus_search.session.problem.meanings[literal - 1]
            self._members[literal] = member_of(self.origins[literal], meaning)
        return self._members[literal]
