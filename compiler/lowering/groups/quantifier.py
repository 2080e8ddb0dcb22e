"""Aggregates over all groups: a term about each group, in which members are placeholders, becomes terms without them.

A condition on all groups is a conjunction of parts, each of which is written out in the way that suits it:

- A part that is true of a group without any of the places it mentions is stated for the groups of these places only. If it
  mentions a few, it is stated for each set of them that a group may hold; neighbours in the set need no term for being
  joined.
- A part that is an `or` of members that are false of a group without the places they mention, "each group holds one of these",
  is connectivity: one further vertex has an edge to everything that makes a member true, and each place must be connected with
  that vertex.
- The rest is stated for the group of each place.

Of other aggregates, a sum over the places of each group, or of each that a condition chooses, is one over all places; `min` and
`max`, which do not mind what is there twice, take each group at each of its places; the rest takes it at its first place.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence

from ...ir.domain import domain_of
from ...ir.evaluation import key_of, topological_order
from ...ir.network import GroupMember
from ...ir.operands import operand
from ...ir.rebuild import Replacement, replace_terms
from ...ir.term import Operand, Table, Term
from ...ir.term_factory import TermFactory
from ...ir.term_store import WIDE
from ...ir.walk import junction_members
from ...values import BLANK, Value, typed_key
from ..algebra import Algebra
from ..not_lowered import is_single, not_lowered_inside
from ..reasons import GROUPS_TOO_LARGE, NotTabulated
from .extremes_of_each import with_held_values
from .network import AnyGroup, EachGroup
from .quantified_group_constraints import QuantifiedConstraint, quantified_constraints

FEW = 4
MOST_TERMS = 400_000
MOST_SIZES = 20_000  # tried out on a value, times its terms


def all_groups(algebra: Algebra, groups: Sequence[EachGroup], *, wanted: bool) -> Operand:
    """Return the term "the value of no group is the opposite of `wanted`"; raise `NotTabulated` if it is too large."""
    terms = algebra.terms
    truth = terms.conjunction([terms.negation(terms.equals(value, not wanted)) for value in _values(algebra, groups)])
    quantifier = _GroupQuantifier(terms, groups[0].of)
    parts = quantifier.merge(junction_members(terms, truth, "and"))
    body, held = terms.conjunction(parts), terms.conjunction(map(quantifier.all_are, parts))
    if isinstance(held, Term):
        quantified_constraints(terms, quantifier.group_network.network).add(QuantifiedConstraint(quantifier.token, body, held))
    return held


def at_places(algebra: Algebra, groups: Sequence[EachGroup], *, once: bool, adding: bool = False) -> list[Value]:
    """Return the value of each group at each of its places, `once` at its first one only; blank at all others.

    `adding`: they are added up or counted, so false and 0 may stand at other places too.
    Raise `TableTooLarge` if that is too large.
    """
    values = _values(algebra, groups)
    group_network = groups[0].of.group_network
    quantifier = _GroupQuantifier(algebra.terms, groups[0].of)
    held: list[Term] = []
    mentioned = quantifier.mentioned_placeholders(values)
    values = [with_held_values(algebra.terms, groups[0].of, value, mentioned, held) for value in values]
    mentioned = quantifier.mentioned_placeholders(values)
    _check_size(values, len(group_network.places))
    steps = [quantifier.steps_that_matter(value) if adding else None for value in values] if once else []
    values_at: list[Value] = []
    for at in range(len(group_network.places)):
        instance = quantifier.instance(mentioned, at, (), held)
        has_value = [group_network.leads(at, step_count) for step_count in steps] or [group_network.vertex(at)] * len(values)
        values_at += [
            algebra.terms.cases([(has, replace_terms(algebra.terms, value, instance))], BLANK)
            for has, value in zip(has_value, values, strict=True)
        ]
    return values_at


def sum_over_groups(algebra: Algebra, groups: Sequence[EachGroup]) -> Operand | None:
    """Return the sum of a value of each group, if that is a sum over its places: then it is one over all places.

    Where a condition chooses the groups, each place adds what it does if its group is chosen. Return None if it is no such sum.
    """
    terms = algebra.terms
    quantifier = _GroupQuantifier(terms, groups[0].of)
    added: list[tuple[int, Operand]] = []
    for value in _values(algebra, groups):
        for condition, branch in _branches(terms, value):
            summands = quantifier.summands(branch)
            if summands is None:
                return None
            mentioned = quantifier.mentioned_placeholders([condition])
            if mentioned:
                _check_size([condition], len(summands))
            for factor, at, summand in summands:
                chosen = quantifier.seen_from(condition, mentioned, at)
                is_truth = summand.domain.is_truth if isinstance(summand, Term) else isinstance(summand, bool)
                held = terms.conjunction([chosen, summand]) if is_truth else terms.cases([(chosen, summand)], BLANK)
                added.append((factor, held))
    return terms.linear(added)


def _branches(terms: TermFactory, value: Operand, held: Operand = True) -> Iterator[tuple[Operand, Operand]]:
    """Yield the values that a term by cases may have, each with the condition for it; none that add nothing."""
    if isinstance(value, Term) and value.op == "cases":
        for condition, branch in zip(value.args[:-1:2], value.args[1:-1:2], strict=True):
            yield from _branches(terms, operand(branch), terms.conjunction([held, condition]))
            held = terms.conjunction([held, terms.negation(condition)])
        yield from _branches(terms, operand(value.args[-1]), held)
    elif isinstance(value, Term) or value not in (0, BLANK):
        yield held, value


def _values(algebra: Algebra, groups: Sequence[EachGroup]) -> list[Value]:
    values = [algebra.automata.to_term(one.member) for one in groups]
    if any(not_lowered_inside(value) or not is_single(value) for value in values) or len({id(one.of) for one in groups}) != 1:
        raise NotTabulated(GROUPS_TOO_LARGE)
    return values


def _compared_number(part: Term) -> Term:
    """Return the number that a comparison with known numbers, or the opposite of one, is about."""
    inner = part.args[0] if part.op == "not" else part
    return inner.args[0] if inner.op in ("is", "within") else inner


def _check_size(values: Sequence[Operand], times: int) -> None:
    if times * len(topological_order([value for value in values if isinstance(value, Term)])) > MOST_TERMS:
        raise NotTabulated(GROUPS_TOO_LARGE)


Mentioned = dict[Term, int]  # placeholders, each with its vertex, or -1 for the size of the group


class _GroupQuantifier:
    """Turns a term about one group with placeholders into terms about all groups."""

    def __init__(self, terms: TermFactory, group: AnyGroup) -> None:
        self.terms = terms
        self.group_network = group.group_network
        self.group = group
        self.token = group.group.token
        self._wrong: dict[Hashable, list[tuple[tuple[int, ...], Operand]]] = {}

    def mentioned_placeholders(self, values: Sequence[Operand]) -> Mentioned:
        """Return the placeholders in some terms."""
        below = topological_order([value for value in values if isinstance(value, Term)])
        return {
            term: term.detail.target for term in below if isinstance(term.detail, GroupMember) and term.detail.token == self.token
        }

    def scope(self, mentioned: Mentioned) -> list[int]:
        """Return the vertices that placeholders stand for."""
        vertices = set(mentioned.values())
        return list(range(len(self.group_network.places))) if -1 in vertices else sorted(vertices)

    def instance(
        self, mentioned: Mentioned, source: int, sources: Collection[int], held: Sequence[Term] = ()
    ) -> dict[Term, Operand]:
        """Return the terms of the placeholders for the group of a place. A pair with one end in `sources` starts there.

        `held` are networks with a further vertex, which placeholders beyond all places ask for.
        """
        placeholders: dict[Term, Operand] = {}
        beyond = len(self.group_network.places)
        for term, target in mentioned.items():
            if target >= beyond:
                placeholders[term] = self.terms.same_component(held[target - beyond], beyond, source)
                continue
            if target < 0:
                placeholders[term] = self.group_network.size(source, term.detail.steps)
                continue
            ends = (target, source) if target in sources and source not in sources else (source, target)
            placeholders[term] = self.group_network.same_component(*ends, term.detail.steps)
        return placeholders

    def summands(self, value: Operand) -> list[tuple[int, int, Operand]] | None:
        """Return the summands of a value of a group by place: a factor, the place, and a number or truth.

        None if the value is no sum over the places of the group.
        """
        if not isinstance(value, Term) or not value.domain.is_numeric:
            return None
        constant, *factors = value.detail if value.op == "linear" else (0, 1)
        if constant:
            return None
        summands: list[tuple[int, int, Operand]] = []
        for factor, part in zip(factors, value.args if value.op == "linear" else (value,), strict=True):
            mentioned = self.mentioned_placeholders([part])
            if part.op == "members" and part in mentioned and part.detail.steps is None:
                summands += [(factor, at, self.group_network.vertex(at)) for at in range(len(self.group_network.places))]
                continue
            if len(mentioned) != 1 or (member := next(iter(mentioned))).detail.steps is not None:
                return None
            if mentioned[member] < 0:
                shares = self._shares(part, member)
                if shares is None:
                    return None
                summands += [(factor * each, at, summand) for each, at, summand in shares]
                continue
            if replace_terms(self.terms, part, {member: False}) not in (0, BLANK):
                return None
            at = mentioned[member]
            summands.append((factor, at, replace_terms(self.terms, part, {member: self.group_network.vertex(at)})))
        return summands

    def _shares(self, part: Term, size: Term) -> list[tuple[int, int, Operand]] | None:
        """Split a function of the group size into summands, one for each place of the group; None if that fails.

        The square of the size is the size, at each of its places. A share that is no multiple of the size is a table of it.
        """
        vertices = len(self.group_network.places)
        if vertices * len(topological_order([part])) > MOST_SIZES:
            return None
        values = [replace_terms(self.terms, part, {size: number}) for number in range(1, vertices + 1)]
        if any(type(value) is not int or value % number for number, value in enumerate(values, 1)):
            return None
        shares = [value // number for number, value in enumerate(values, 1)]
        slope = shares[-1] - shares[-2] if vertices > 1 else 0
        base = shares[0] - slope
        summands: list[tuple[int, int, Operand]] = []
        if all(share == base + slope * number for number, share in enumerate(shares, 1)):
            for at in range(vertices):
                summands += [(base, at, self.group_network.vertex(at))] * (base != 0)
                summands += [(slope, at, self.group_network.size(at))] * (slope != 0)
            return summands
        table = Table("share of the size", functools.partial(_share, tuple(shares)), tuple(shares))
        return [(1, at, self.terms.map(table, [self.group_network.size(at)])) for at in range(vertices)]

    def seen_from(self, term: Operand, mentioned: Mentioned, at: int) -> Operand:
        """Return a term about a group as one about the group of a place."""
        scope = set(mentioned.values())
        return replace_terms(
            self.terms, term, self.instance(mentioned, at, scope if len(scope) < len(self.group_network.places) else ())
        )

    def steps_that_matter(self, value: Operand) -> int | None:
        """Return how far apart two places of a group are at most if its value adds anything to a sum; None if not known.

        A value that is false, blank or 0 adds nothing. One that compares a size with a number adds nothing for larger groups.
        """
        sizes = [
            term for term, target in self.mentioned_placeholders([value]).items() if target < 0 and term.detail.steps is not None
        ]
        for size in sizes:
            if size.domain.high * len(topological_order([value])) > MOST_SIZES:
                continue
            adding = [number for number in size.domain if replace_terms(self.terms, value, {size: number}) not in (False, BLANK)]
            if max(adding, default=0) <= size.detail.steps:
                return max(0, max(adding, default=0) - 1)
        return None

    def merge(self, parts: Iterable[Operand]) -> list[Operand]:
        """Return parts that hold together, in which a claim about a few places is made once, not once for each that is there.

        A rule about all corners of each cell makes a claim about a corner for each of its cells.
        """
        terms = self.terms
        absences: dict[Operand, list[Operand]] = {}  # for each claim, which holds unless all of these do
        for part in parts:
            disjuncts = list(junction_members(terms, part, "or"))
            ways = [tuple(disjuncts), tuple(disjuncts[::-1])] if len(disjuncts) == 2 else []
            absence, claim = next((way for way in ways if self._is_absence_in(*way)), (False, part))
            absences.setdefault(claim, []).append(absence)
        return [terms.disjunction([terms.conjunction(absent), claim]) for claim, absent in absences.items()]

    def _is_absence_in(self, absence: Operand, claim: Operand) -> bool:
        """Check whether a truth is that a place is not in the group, and a claim is about a few places of which this is one."""
        is_not = isinstance(absence, Term) and absence.op == "not"
        return is_not and self._is_local(claim) and absence.args[0] in self.mentioned_placeholders([claim])

    def all_are(self, part: Operand) -> Operand:
        """Return the term "a part is true of each group"."""
        mentioned = self.mentioned_placeholders([part])
        scope = self.scope(mentioned)
        without = replace_terms(self.terms, part, {term: 0 if target < 0 else False for term, target in mentioned.items()})
        if without is True and self._is_local(part):
            return self.terms.conjunction(
                [
                    self.terms.negation(self.terms.conjunction([known, *self._exactly(scope, [scope[at] for at in some])]))
                    for some, known in self._wrong_sets(part, mentioned, scope)
                ]
            )
        if without is True and isinstance(part, Term) and self._is_at_most_one(part):
            holders = self._holders(_compared_number(part).args)
            return self.terms.conjunction([self._is_first(at, holders) for at in holders])
        if without is True and isinstance(part, Term) and (values_at := self._distinct_values(part)):
            return self._differ(values_at)
        excused = self._excusing_place(part)
        if without is True and excused < 0:
            return self._of_places(part, mentioned, scope)
        disjuncts = list(junction_members(self.terms, part, "or")) if without is False else []
        if len(disjuncts) > 1 and all(self._is_local(disjunct) for disjunct in disjuncts):
            return self._hold_one_of(disjuncts)
        needed = self._needed_truths(part) if without is False and isinstance(part, Term) else []
        holder_truth = self._of_holders(part, needed) if needed else None
        if holder_truth is not None:
            return self.terms.conjunction([self._hold_one_of(needed), holder_truth])
        return self._of_places(part, mentioned, [excused] if excused >= 0 else range(len(self.group_network.places)))

    def _wrong_sets(self, part: Operand, mentioned: Mentioned, scope: Sequence[int]) -> list[tuple[tuple[int, ...], Operand]]:
        """Return sets of places that break a part if a group has these places of a scope and no others, each with when it does.

        Places are numbered within the scope. Parts that differ only in which places they mention, such as those about each
        corner, have the same sets.
        """
        number = {at: position for position, at in enumerate(scope)}
        kind = key_of(part, {term: number[at] for term, at in mentioned.items()}) if isinstance(part, Term) else part
        if kind not in self._wrong:
            wrong = self.terms.negation(part)
            sets = [
                (some, replace_terms(self.terms, wrong, {term: number[at] in some for term, at in mentioned.items()}))
                for some in _subsets(range(len(scope)))
            ]
            self._wrong[kind] = [(some, known) for some, known in sets if known is not False]
        return self._wrong[kind]

    def _excusing_place(self, part: Operand) -> int:
        """Return a place without which a group makes a part true, "it is not in it, or ..."; -1 if none stands there so."""
        absent = (
            arg.args[0].detail for arg in junction_members(self.terms, part, "or") if isinstance(arg, Term) and arg.op == "not"
        )
        members = (detail for detail in absent if isinstance(detail, GroupMember) and detail.token == self.token)
        return next((member.target for member in members if member.target >= 0 and member.steps is None), -1)

    def _needed_truths(self, part: Term) -> list[Term]:
        """Return truths about a few places each, such that every group that satisfies `part` satisfies one of them.

        Each is false of a group without the places that it mentions.
        """
        mentioned = self.mentioned_placeholders([part])
        mentioning = set(mentioned)
        nothing = Replacement(self.terms, {term: 0 if target < 0 else False for term, target in mentioned.items()})
        below = topological_order([part])
        for term in below:
            if any(arg in mentioning for arg in term.args):
                mentioning.add(term)
        needed: dict[Term, None] = {}
        seen = {part}
        for term in (waiting := [part]):
            for arg in term.args:
                if arg in mentioning and arg not in seen:
                    seen.add(arg)
                    if arg.domain.is_truth and nothing.of(arg) is False:
                        needed[arg] = None
                    else:
                        waiting.append(arg)
        if not all(map(self._is_local, needed)) or replace_terms(self.terms, part, dict.fromkeys(needed, False)) is not False:
            return []
        return list(needed)

    def _of_holders(self, part: Term, needed: Sequence[Term]) -> Operand | None:
        """Return the term "a part is true of each group that makes one of some truths true", as no other group makes it true.

        None if that is no fewer terms than one for each place: then those propagate better.
        """
        if all(replace_terms(self.terms, part, {truth: True}) is True for truth in needed):
            return True
        holders = self._holders(needed)
        if self._is_exactly_one(part, needed):
            return self.terms.conjunction([self._is_first(at, holders) for at in holders])
        if len(holders) == len(self.group_network.places):
            return None
        return self._of_places(part, self.mentioned_placeholders([part]), holders)

    def _holders(self, truths: Sequence[Term]) -> dict[int, Operand]:
        """Return the places that truths are about, each with what holds there if one of its truths is true."""
        places: dict[int, list[Operand]] = {}
        for truth in truths:
            mentioned = self.mentioned_placeholders([truth])
            alone = replace_terms(self.terms, truth, dict.fromkeys(mentioned, True)) if len(mentioned) == 1 else True
            for at in mentioned.values():
                places.setdefault(at, []).append(alone)
        return {at: self.terms.disjunction(some) for at, some in sorted(places.items())}

    def _is_exactly_one(self, part: Term, needed: Sequence[Term]) -> bool:
        """Check whether a part says that exactly one of some truths holds, where each truth is about another place."""
        of = _compared_number(part) if part.op == "is" and part.detail == 1 else part
        return of.args == tuple(needed) and self._is_count_of_places(of)

    def _is_at_most_one(self, part: Term) -> bool:
        """Check whether a part says that at most one of many truths holds, where each truth needs another place.

        For each of them, its group written out is three times as many clauses as what the first of a group comes to.
        """
        of = _compared_number(part)
        if part.op == "within":
            says_so = part.detail == (0, 1)
        else:  # not 2 or more
            says_so = part.op == "not" and part.args[0].op == "within" and part.args[0].detail == (2, of.domain.high)
        if not says_so or len(of.args) <= FEW or not self._is_count_of_places(of):
            return False
        return all(
            replace_terms(self.terms, truth, dict.fromkeys(self.mentioned_placeholders([truth]), False)) is False
            for truth in of.args
        )

    def _is_count_of_places(self, of: Term) -> bool:
        """Check whether a term counts truths, where each truth is about another place."""
        if of.op != "linear" or of.detail != (0, *(1 for _ in of.args)) or len(of.args) > WIDE:
            return False
        mentioned = [self.mentioned_placeholders([truth]) for truth in of.args]
        if not all(
            arg.domain.is_truth and len(mentioned_by_arg) == 1 for arg, mentioned_by_arg in zip(of.args, mentioned, strict=True)
        ):
            return False
        places = {(target, term.detail.steps) for mentioned_by_arg in mentioned for term, target in mentioned_by_arg.items()}
        return len(places) == len(of.args) and all(target >= 0 and steps is None for target, steps in places)

    def _distinct_values(self, part: Term) -> dict[int, Operand]:
        """Return the value at each place, if a part says that the values in each group differ; nothing for other parts."""
        if part.op != "distinct" or len(part.args) <= FEW:
            return {}
        values_at: dict[int, Operand] = {}
        for arg in part.args:
            mentioned = self.mentioned_placeholders([arg])
            at = next(iter(mentioned.values()), -1)
            is_single_place = (
                len(mentioned) == 1 and at >= 0 and at not in values_at and next(iter(mentioned)).detail.steps is None
            )
            if not is_single_place or replace_terms(self.terms, arg, dict.fromkeys(mentioned, False)) is not BLANK:
                return {}
            values_at[at] = replace_terms(self.terms, arg, dict.fromkeys(mentioned, True))
        return values_at

    def _differ(self, values_at: Mapping[int, Operand]) -> Operand:
        """Return the term "of each two places of a group the values differ"; so no group is larger than there are values.

        Following the values of all places from each place would take a literal for each value of each two places.
        """
        terms = self.terms
        pairs = [
            terms.disjunction(
                [terms.negation(self.group_network.same_component(here, at)), terms.distinct([values_at[here], values_at[at]])]
            )
            for here, at in itertools.combinations(sorted(values_at), 2)
        ]
        places = len(self.group_network.places)
        domains = [value.domain if isinstance(value, Term) else domain_of([value]) for value in values_at.values()]
        values = {typed_key(value) for domain in domains for value in domain}
        is_everywhere = all(at in values_at or self.group_network.vertex(at) is False for at in range(places))
        if not is_everywhere or any(domain.blank for domain in domains) or len(values) >= places:
            return terms.conjunction(pairs)
        size = terms.members(self.token, places, len(values))
        return terms.conjunction([self.all_are(terms.less(size, len(values), gap=0)), *pairs])

    def _is_first(self, at: int, holders: Mapping[int, Operand]) -> Operand:
        """Return the term "a place is the first of its group that a truth holds for, if it does": so it is the only one."""
        terms = self.terms
        first = terms.first(self.group_network.network, holders, at)
        is_first = terms.equals(first, at) if isinstance(first, Term) else True
        return terms.disjunction([terms.negation(self.group_network.vertex(at)), terms.negation(holders[at]), is_first])

    def _of_places(self, part: Operand, mentioned: Mentioned, places: Collection[int] | Mapping[int, Operand]) -> Operand:
        """Return the term "a part is true of the groups of these places"; each place of a mapping has a condition."""
        held: list[Term] = []
        if len(places) > 1:
            part = with_held_values(self.terms, self.group, part, mentioned, held)
            mentioned = self.mentioned_placeholders([part])
        _check_size([part], len(places))
        scope = set(mentioned.values())
        sources = scope if len(scope) < len(places) else ()
        return self.terms.conjunction(
            [
                self.terms.disjunction(
                    [
                        self.terms.negation(self.group_network.vertex(at)),
                        self.terms.negation(places[at]) if isinstance(places, Mapping) else False,
                        replace_terms(self.terms, part, self.instance(mentioned, at, sources, held)),
                    ]
                )
                for at in places
            ]
        )

    def _is_local(self, part: Operand) -> bool:
        """Check whether a part mentions a few places only."""
        mentioned = self.mentioned_placeholders([part])
        return len(mentioned) <= FEW and all(target >= 0 and term.detail.steps is None for term, target in mentioned.items())

    def _exactly(self, scope: Sequence[int], some: Sequence[int]) -> Iterator[Operand]:
        """Yield terms that say: these places, and no others of a scope, are in one group.

        It is said of neighbours where it can be: those that are always joined only have to be true, and of others a pass may see
        that they are one edge apart (`multicut`).
        """
        held = [some[0]]
        yield self.group_network.vertex(some[0])
        while left := [at for at in some if at not in held]:
            here, at = next(self._next_to(held, left), (held[0], left[0]))
            held.append(at)
            yield self._together(here, at)
        for at in scope:
            if at not in some:
                here, _ = next(self._next_to(held, [at]), (some[0], at))
                yield self.terms.negation(self._together(here, at))

    def _next_to(self, held: Sequence[int], others: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield pairs of neighbours, one of each of two lists; those that are always joined come first."""
        pairs = [(here, at, self.group_network.growth.adjacent[here].get(at)) for at in others for here in held]
        yield from ((here, at) for here, at, edge in pairs if edge is True)
        yield from ((here, at) for here, at, edge in pairs if isinstance(edge, Term))

    def _together(self, here: int, at: int) -> Operand:
        """Return whether a place is in the group of another, which is true."""
        growth = self.group_network.growth
        if growth.adjacent[here].get(at) is True:
            return growth.vertex(at, here)
        return self.group_network.same_component(min(here, at), max(here, at))

    def _hold_one_of(self, disjuncts: Sequence[Operand]) -> Operand:
        """Return "each group makes one of several parts true that need some of its places".

        If a part is true of a group, an edge leads from its first place to one further vertex. With that vertex, everything
        is connected exactly if each group has such an edge.
        """
        ways: dict[int, list[Operand]] = {}
        for disjunct in disjuncts:
            mentioned = self.mentioned_placeholders([disjunct])
            scope = self.scope(mentioned)
            for numbers, known in self._wrong_sets(self.terms.negation(disjunct), mentioned, scope):
                some = [scope[at] for at in numbers]
                ways.setdefault(some[0], []).append(self.terms.conjunction([known, *self._exactly(scope, some)]))
        size = len(self.group_network.places)
        vertices = [self.group_network.vertex(at) for at in range(size)]
        edges = [(at, size, self.terms.disjunction(truths)) for at, truths in sorted(ways.items())]
        return self.terms.connected([*vertices, True], [*self.group_network.growth.edges, *edges])


def _share(shares: Sequence[int], size: int) -> int:
    """Return the share of a place whose group has this size; 0 if the place is in no group."""
    return shares[size - 1] if size else 0


def _subsets(scope: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all subsets of the scope but the empty one."""
    for number in range(1, len(scope) + 1):
        yield from itertools.combinations(scope, number)
