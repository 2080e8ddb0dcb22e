"""Groups as what is reached: nothing about them is written out step by step.

Before:  size of the group of r1c1 within 3 steps == 3
         r1c1 and r2c2 in one group  or  ...
After:   size of the group of r1c1, in the network of what lies within 2 steps of it == 3
         what is beside one of its places and lies further away is false
         r1c1 and r2c2 in one group, in that network  or  ...

This is for an engine that has rules for what is reached. To such an engine, a group that lies within k steps costs a rule for
each edge there; written out, it costs clauses for each edge and step. Lowering counts what is within k steps where a size is
compared with k, since more than k places are then more than k within k steps; the size itself says the same there.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from ..ir.group_sizes import Known, Sources, givens_of, least_bounds, near, size_bounds
from ..ir.module import Assertion, Module, Origin
from ..ir.network import SameComponent, Size
from ..ir.operands import operand
from ..ir.operation import all_operations
from ..ir.reachability_layers import reachability_layers_of
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import TableTooLarge
from ..language.budget import Enter, enter_nothing
from ..values import BLANK
from . import only_with


@only_with("same_component", "size")
def lower_to_reachability(module: Module, on_progress: Enter = enter_nothing) -> Module:
    """Return the module, in which groups are not followed step by step. `on_progress` is called with each rule."""
    used = module.reachable_terms()
    given = givens_of(module.assertions)
    bounds = [[*size_bounds(assertion.term, given)] for assertion in module.assertions]
    regions = _Regions(module.terms, least_bounds(itertools.chain.from_iterable(bounds)), given, used)
    made: dict[Term, Operand] = {}
    for term in used:
        made[term] = _rebuilt(regions, term, made)
    assertions: list[Assertion] = []
    for assertion, own_bounds in zip(module.assertions, bounds, strict=True):
        on_progress("encoding", assertion.origin.span)
        parts = [made[assertion.term] if isinstance(assertion.term, Term) else assertion.term]
        for network, source in dict.fromkeys(group for group, _ in own_bounds):
            parts.append(module.terms.conjunction(regions.nothing_beyond(network, source)))
        if any(part is False for part in parts):  # there is no solution; what is refuted is what was said
            parts = [assertion.term]
        assertions += [Assertion(part, assertion.origin) for part in parts]
    assertions += regions.symmetric(_first_about(assertions))
    target = module.target and module.target.with_term(made.__getitem__)
    return Module(module.terms, module.variables, tuple(assertions), target)


class _Regions:
    """For each source the part of its network in which its group lies."""

    def __init__(self, terms: TermFactory, limits: Sources, given: Known, used: Sequence[Term]) -> None:
        self.terms = terms
        self.limits = limits
        self.given = given
        self._asked = Counter((term.args[0], term.detail.source) for term in used if term.op in ("size", "same_component"))
        self._made: dict[tuple[Term, int], tuple[Term, dict[int, int]]] = {}
        self._joined: dict[Term, tuple[int, Collection[tuple[Term, int]]]] = {}

    def of(self, network: Term, source: int) -> tuple[Term, dict[int, int]]:
        """Return the network without what lies beyond the bound of a group, and the vertices that are left."""
        region = self._made.get((network, source))
        if region is None:
            growth = reachability_layers_of(self.terms, network)
            inside = near(growth, source, self.limits, self.given)
            if len(inside) < growth.size:
                nothing, others = self.terms.constant(False), network.args[growth.size :]
                vertices = [arg if at in inside else nothing for at, arg in enumerate(network.args[: growth.size])]
                made = self.terms.intern("network", (*vertices, *others), network.detail, network.domain)
            else:
                made = network
            region = self._made[network, source] = made, inside
        return region

    def same_component(self, term: Term) -> Operand:
        """Return "in one group", seen from the vertex whose group is known to be smaller, or that is asked for more."""
        joined: SameComponent = term.detail
        network = term.args[0]
        here, there = joined.source, joined.target

        def rank(at: int) -> tuple[int, int, int]:
            return self.limits.get((network, at), network.detail.graph.vertices), -self._asked[network, at], at

        if rank(there) < rank(here):
            here, there = there, here
        most = self.limits.get((network, here))
        if joined.steps is not None and (most is None or joined.steps < most - 1):
            return term
        made, inside = self.of(network, here)
        if made is network and here == joined.source and joined.steps is None:
            return term
        return self.terms.same_component(made, here, there) if there in inside else False

    def size(self, term: Term) -> Term:
        """Return the size of a group, without a bound."""
        return self.terms.size(self.of(term.args[0], term.detail.source)[0], term.detail.source)

    def without_too_small(self, term: Term, args: Sequence[Operand]) -> list[Operand]:
        """Return the members of a junction; where two vertices are joined, one that leaves no size to their group is false.

        They are joined where a disjunction has "not joined", or a conjunction has "joined". Their group has at least as many
        vertices as a shortest way between them, which an engine sees only when it has tried the ways. So Araf of 10 x 10 took up
        to twice as many conflicts.
        """
        members = [*args]
        bases = term.args if term.op == "and" else [member.args[0] for member in term.args if member.op == "not"]
        joined = [base for base in bases if base.op == "same_component"]
        if joined:
            bounding = [(at, arg) for at, arg in enumerate(args) if isinstance(arg, Term) and arg.op in ("and", "is", "within")]
            for least, groups in map(self._group_of, joined) if bounding else ():
                for at, other in bounding:
                    low, high = _sizes_in(other, groups)
                    if max(low, least) > high:
                        members[at] = False
        return members

    def _group_of(self, joined: Term) -> tuple[int, Collection[tuple[Term, int]]]:
        """Return how many vertices the group of two joined vertices has at least, and both its sources."""
        if joined not in self._joined:
            network, ends = joined.args[0], (joined.detail.source, joined.detail.target)
            least = 1 + self.of(network, ends[0])[1].get(ends[1], network.detail.graph.vertices)
            self._joined[joined] = least, {(self.of(network, end)[0], end) for end in ends}
        return self._joined[joined]

    def first(self, term: Term) -> Operand:
        """Return the first of some vertices in a group of bounded size, by which of them are in it."""
        network, source = term.args[0], term.detail.source
        made, inside = self.of(network, source)
        growth = reachability_layers_of(self.terms, network)
        cases = []
        for at, truth in zip(term.detail.places, term.args[1:], strict=True):
            if at in inside:
                joined = growth.vertex(source, source) if at == source else self.terms.same_component(made, source, at)
                cases.append((self.terms.conjunction([joined, operand(truth)]), at))
        return self.terms.cases(cases, BLANK)

    def nothing_beyond(self, network: Term, source: int) -> Iterator[Operand]:
        """Yield that what is beside a vertex of the group and outside its part of the network is in another group."""
        made, inside = self.of(network, source)
        growth = reachability_layers_of(self.terms, network)
        for here in inside:
            for other, edge in growth.neighbors[here]:
                if other not in inside:
                    reached = growth.vertex(here, source) if here == source else self.terms.same_component(made, source, here)
                    yield self.terms.negation(self.terms.conjunction([reached, growth.vertex(other, source), edge]))

    def symmetric(self, origins: Mapping[tuple[Term, int], Origin]) -> Iterator[Assertion]:
        """Yield that two vertices whose groups are asked for are each in the group of the other, or neither is.

        Each group is followed by rules of its own, so what is known of one says nothing of the other. Fillomino of 15 x 15 took
        10 s (of processor time), and without this it was not solved in 16 to 28 s; Araf of 10 x 10 took 7 to 18 s instead of 21.
        That two vertices of one group have the same members was tried too: Araf took 15 to 18 s.
        """
        sources = {key: (made, inside) for key, (made, inside) in self._made.items() if (made, key[1]) in origins}
        for (network, first), (one, near_first) in sources.items():
            for second in near_first:
                if second <= first or (network, second) not in sources:
                    continue
                other, near_second = sources[network, second]
                back = self.terms.same_component(other, second, first) if first in near_second else False
                yield Assertion(self.terms.same(self.terms.same_component(one, first, second), back), origins[one, first])


def _first_about(assertions: Sequence[Assertion]) -> dict[tuple[Term, int], Origin]:
    """Return the networks and sources that assertions speak of, each with the origin of the first that does."""
    first_about: dict[tuple[Term, int], Origin] = {}
    seen: set[Term] = set()
    for assertion in assertions:
        todo = [assertion.term] if isinstance(assertion.term, Term) else []
        while todo:
            term = todo.pop()
            if term in seen:
                continue
            seen.add(term)
            todo += term.args
            if term.op in ("size", "same_component") and term.detail.steps is None:
                first_about.setdefault((term.args[0], term.detail.source), assertion.origin)
    return first_about


def _rebuilt(regions: _Regions, term: Term, made: dict[Term, Operand]) -> Operand:
    """Return a term with its arguments replaced, and the sizes that it compares without bounds."""
    if term.op == "constant":
        return operand(term)
    if term.op == "same_component":
        return regions.same_component(term)
    if term.op == "size":
        size: Size = term.detail
        most = regions.limits.get((term.args[0], size.source))
        return regions.size(term) if size.steps is None or (most is not None and size.steps >= most) else term
    if term.op == "first" and (term.args[0], term.detail.source) in regions.limits:
        return regions.first(term)
    args = [made[arg] for arg in term.args]
    if term.op in ("and", "or"):
        args = regions.without_too_small(term, args)
    if term.op in ("is", "within"):
        (number,) = term.args
        ends = (term.detail, term.detail) if term.op == "is" else term.detail
        if number.op == "size" and _says_the_same(number, number, 1, ends):
            args = [regions.size(number)]
        elif number.op == "linear":
            members = [
                regions.size(arg) if arg.op == "size" and _says_the_same(number, arg, factor, ends) else made[arg]
                for factor, arg in zip(number.detail[1:], number.args, strict=True)
            ]
            args = [_remade(regions.terms, number, members)]
    return _remade(regions.terms, term, args)


def _sizes_in(term: Operand, groups: Collection[tuple[Term, int]]) -> tuple[int, float]:
    """Return the least and the largest size that a term leaves to all of some groups, which are one, if it is true."""
    low, high = 0, math.inf
    if isinstance(term, Term):
        if term.op == "and":
            for arg in term.args:
                least, most = _sizes_in(arg, groups)
                low, high = max(low, least), min(high, most)
        elif term.op in ("is", "within") and (size := term.args[0]).op == "size" and size.detail.steps is None:
            asked = (size.args[0], size.detail.source) in groups
            low, high = (low, high) if not asked else (term.detail, term.detail) if term.op == "is" else term.detail
    return low, high


def _says_the_same(number: Term, size: Term, factor: int, ends: tuple[int, int]) -> bool:
    """Check whether a number lies between two ends just as well if a size in it, multiplied, counts what is further away too.

    Both sizes are the same up to the number of steps; beyond that, the number has to be outside anyway, or inside.
    """
    if size.detail.steps is None:
        return True
    low, high = number.domain.low, number.domain.high
    least, most = size.domain.multiples(factor)
    beyond = factor * (size.detail.steps + 1)
    if factor > 0:
        from_here = low - least + beyond
        return from_here > ends[1] or (from_here >= ends[0] and ends[1] >= high)
    up_to_here = high - most + beyond
    return up_to_here < ends[0] or (up_to_here <= ends[1] and ends[0] <= low)


def _remade(terms: TermFactory, term: Term, args: Sequence[Operand]) -> Operand:
    """Return a term on other arguments; one that is not rebuilt says the same as it is."""
    rebuild = all_operations()[term.op].rebuild
    if rebuild is None or all(map(operator.is_, args, map(operand, term.args))):
        return term
    try:
        return rebuild(terms, term, args)
    except TableTooLarge:
        return term
