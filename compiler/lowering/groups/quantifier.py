"""Aggregates over all groups: a term about each group, in which members are placeholders, becomes terms without them.

A condition on all groups is a conjunction of parts, each of which is written out in the way that suits it:

- A part that is true of a group without any of the places it mentions is stated for the groups of these places only. If it
  mentions a few, it is stated for each set of them that a group may hold; neighbours in the set need no term for being
  joined.
- A part that is an `or` of members that are false of a group without the places they mention, "each group holds one of these",
  is connectivity: one further vertex has an edge to everything that makes a member true, and each place must be connected with
  that vertex.
- The rest is stated for the group of each place.

Other aggregates take each group at its first place.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

from ...ir.evaluation import topological_order
from ...ir.network import GroupMember
from ...ir.rebuild import replaced
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...values import BLANK, Value
from ..algebra import Algebra
from ..not_lowered import is_single, not_lowered_inside
from ..reasons import GROUPS_TOO_LARGE, NotTabulated
from .network import AnyGroup, EachGroup

FEW = 4
MOST_TERMS = 400_000


def all_groups(algebra: Algebra, each: Sequence[EachGroup], *, wanted: bool) -> Operand:
    """Return the term "the value of no group is the opposite of `wanted`"; raise `NotTabulated` if it is too large."""
    terms = algebra.terms
    body = terms.conjunction([terms.negation(terms.equals(value, not wanted)) for value in _values(algebra, each)])
    quantifier = _GroupQuantifier(terms, each[0].of)
    return terms.conjunction([quantifier.all_are(part) for part in _parts(terms, body, "and")])


def at_first_places(algebra: Algebra, each: Sequence[EachGroup]) -> list[Value]:
    """Return the value of each group at its first place, blank at all others; raise `NotTabulated` if that is too large."""
    values = _values(algebra, each)
    group_network = each[0].of.group_network
    quantifier = _GroupQuantifier(algebra.terms, each[0].of)
    mentioned = quantifier.mentioned(values)
    _check_size(values, len(group_network.places))
    found: list[Value] = []
    for at in range(len(group_network.places)):
        instance = quantifier.instance(mentioned, at, ())
        leads = group_network.leads(at)
        found += [algebra.terms.cases([(leads, replaced(algebra.terms, value, instance))], BLANK) for value in values]
    return found


def _values(algebra: Algebra, each: Sequence[EachGroup]) -> list[Value]:
    values = [algebra.automata.to_term(one.member) for one in each]
    if any(not_lowered_inside(value) or not is_single(value) for value in values) or len({id(one.of) for one in each}) != 1:
        raise NotTabulated(GROUPS_TOO_LARGE)
    return values


def _parts(terms: TermFactory, term: Operand, op: str) -> Iterator[Operand]:
    """Yield the members of a conjunction (or disjunction), through nested ones and negated ones of the other sort."""
    if isinstance(term, Term) and term.op == op:
        for arg in term.args:
            yield from _parts(terms, arg, op)
    elif isinstance(term, Term) and term.op == "not" and term.args[0].op == ("or" if op == "and" else "and"):
        for arg in term.args[0].args:
            yield from _parts(terms, terms.negation(arg), op)
    else:
        yield term


def _check_size(values: Sequence[Operand], times: int) -> None:
    if times * len(topological_order([value for value in values if isinstance(value, Term)])) > MOST_TERMS:
        raise NotTabulated(GROUPS_TOO_LARGE)


Mentioned = dict[Term, int]  # placeholders, each with its vertex, or -1 for the size of the group


class _GroupQuantifier:
    """Turns a term about one group with placeholders into terms about all groups."""

    def __init__(self, terms: TermFactory, group: AnyGroup) -> None:
        self.terms = terms
        self.group_network = group.group_network
        self.token = group.group.token

    def mentioned(self, values: Sequence[Operand]) -> Mentioned:
        """Return the placeholders in some terms."""
        below = topological_order([value for value in values if isinstance(value, Term)])
        return {
            term: term.detail.target for term in below if isinstance(term.detail, GroupMember) and term.detail.token == self.token
        }

    def scope(self, mentioned: Mentioned) -> list[int]:
        """Return the vertices that placeholders stand for."""
        found = set(mentioned.values())
        return list(range(len(self.group_network.places))) if -1 in found else sorted(found)

    def instance(self, mentioned: Mentioned, source: int, sources: Collection[int]) -> dict[Term, Operand]:
        """Return the terms of the placeholders for the group of a place. A pair with one end in `sources` starts there."""
        found: dict[Term, Operand] = {}
        for term, target in mentioned.items():
            if target < 0:
                found[term] = self.group_network.size(source, term.detail.steps)
                continue
            ends = (target, source) if target in sources and source not in sources else (source, target)
            found[term] = self.group_network.joined(*ends, term.detail.steps)
        return found

    def all_are(self, part: Operand) -> Operand:
        """Return the term "a part is true of each group"."""
        mentioned = self.mentioned([part])
        scope = self.scope(mentioned)
        without = replaced(self.terms, part, {term: 0 if target < 0 else False for term, target in mentioned.items()})
        if without is True and self._is_local(part):
            wrong = [self._held(self.terms.negation(part), mentioned, scope, some) for some in _subsets(scope)]
            return self.terms.conjunction([self.terms.negation(each) for each in wrong])
        if without is True:
            return self._of_places(part, mentioned, scope)
        disjuncts = list(_parts(self.terms, part, "or")) if without is False else []
        if len(disjuncts) > 1 and all(self._is_local(disjunct) for disjunct in disjuncts):
            return self._hold_one_of(disjuncts)
        return self._of_places(part, mentioned, range(len(self.group_network.places)))

    def _of_places(self, part: Operand, mentioned: Mentioned, places: Collection[int]) -> Operand:
        """Return the term "a part is true of the groups of these places"."""
        _check_size([part], len(places))
        scope = set(mentioned.values())
        sources = scope if len(scope) < len(places) else ()
        return self.terms.conjunction(
            [
                self.terms.disjunction(
                    [
                        self.terms.negation(self.group_network.vertex(at)),
                        replaced(self.terms, part, self.instance(mentioned, at, sources)),
                    ]
                )
                for at in places
            ]
        )

    def _is_local(self, part: Operand) -> bool:
        """Check whether a part mentions a few places only."""
        mentioned = self.mentioned([part])
        return len(mentioned) <= FEW and all(target >= 0 and term.detail.steps is None for term, target in mentioned.items())

    def _held(self, truth: Operand, mentioned: Mentioned, scope: Sequence[int], some: Sequence[int]) -> Operand:
        """Return "these places, and no others of a scope, are in one group, and a part is true of it"."""
        known = replaced(self.terms, truth, {term: target in some for term, target in mentioned.items()})
        return False if known is False else self.terms.conjunction([known, *self._exactly(scope, some)])

    def _exactly(self, scope: Sequence[int], some: Sequence[int]) -> Iterator[Operand]:
        """Yield terms that say: these places, and no others of a scope, are in one group. Neighbours only have to be true."""
        first, growth = some[0], self.group_network.growth
        beside = [first]
        for here in beside:
            beside += [at for at in some if at not in beside and (at, True) in growth.neighbors[here]]
        for at in some:
            yield growth.vertex(at, first) if at in beside else self.group_network.joined(first, at)
        for at in scope:
            if at not in some:
                touches = any((at, True) in growth.neighbors[here] for here in beside)
                joined = growth.vertex(at, first) if touches else self.group_network.joined(first, at)
                yield self.terms.negation(joined)

    def _hold_one_of(self, disjuncts: Sequence[Operand]) -> Operand:
        """Return "each group makes one of several parts true that need some of its places".

        If a part is true of a group, an edge leads from its first place to one further vertex. With that vertex, everything
        is connected exactly if each group has such an edge.
        """
        ways: dict[int, list[Operand]] = {}
        for disjunct in disjuncts:
            mentioned = self.mentioned([disjunct])
            scope = self.scope(mentioned)
            for some in _subsets(scope):
                ways.setdefault(some[0], []).append(self._held(disjunct, mentioned, scope, some))
        size = len(self.group_network.places)
        vertices = [self.group_network.vertex(at) for at in range(size)]
        edges = [(at, size, self.terms.disjunction(found)) for at, found in sorted(ways.items())]
        return self.terms.connected([*vertices, True], [*self.group_network.growth.edges(), *edges])


def _subsets(scope: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all subsets of the scope but the empty one."""
    for number in range(1, len(scope) + 1):
        yield from itertools.combinations(scope, number)
