"""Reachability in layers: the vertices of a network that are reached within 0, 1, 2, ... steps, as terms.

A group that is known to be small lies within few steps, and "reached within d steps" for d = 0, 1, 2, ... says exactly what is in
it. So whatever is asked of a group of bounded size is written out at once, and propagates; only what is not bounded is refined.
"""

from __future__ import annotations

from functools import cached_property

from .domain import Domain
from .network import Network, SameComponent
from .operands import operand
from .operations.and_or import make_and, make_or
from .operations.equality import make_same
from .term import Operand, Term
from .term_store import TermStore

MOST_VALUES = 8  # of a source, up to which each vertex is compared with it


def reachability_layers_of(terms: TermStore, network: Term) -> ReachabilityLayers:
    """Return the layers of a network, made once: lowering, passes and the encoder ask for the same ones."""
    return terms.once(ReachabilityLayers, network)


class ReachabilityLayers:
    """A network's vertices and edges as operands, and what is reached within so many steps."""

    def __init__(self, terms: TermStore, network: Term) -> None:
        self.terms = terms
        self.network = network
        detail: Network = network.detail
        self.size = detail.graph.vertices
        self._has_values = detail.has_values
        self._reached: dict[int, list[dict[int, Operand]]] = {}
        self._reachable: dict[int, list[int]] = {}
        self._same: dict[tuple[int, int], Operand] = {}

    @cached_property
    def direct(self) -> dict[tuple[int, int], Operand]:
        """Return the ends of each induced edge, in both orders, with its condition: in one group they are one step apart."""
        conditions: dict[tuple[int, int], Operand] = {}
        for first, second, at in (self.network.detail.graph.edges[edge] for edge in self.network.detail.induced):
            conditions[first, second] = conditions[second, first] = operand(self.network.args[at])
        return conditions

    @cached_property
    def neighbors(self) -> list[list[tuple[int, Operand]]]:
        """Return for each vertex those that it may be joined with, and on which condition."""
        neighbors: list[list[tuple[int, Operand]]] = [[] for _ in range(self.size)]
        for first, second, at in self.network.detail.graph.edges:
            condition = True if at < 0 else operand(self.network.args[at])
            if first != second:
                neighbors[first].append((second, condition))
                neighbors[second].append((first, condition))
        return neighbors

    @cached_property
    def adjacent(self) -> list[dict[int, Operand]]:
        """Return for each vertex those that an edge leads to, with its condition."""
        return [dict(others) for others in self.neighbors]

    @cached_property
    def edges(self) -> list[tuple[int, int, Operand]]:
        """Return all edges, each with the condition under which it joins two true vertices."""
        values = self._values
        edges = []
        for first, second, at in self.network.detail.graph.edges:
            same = make_same(self.terms, values[first], values[second]) if values else True
            edges.append((first, second, make_and(self.terms, [True if at < 0 else operand(self.network.args[at]), same])))
        return edges

    def vertex(self, at: int, source: int) -> Operand:
        """Return whether a vertex may be in the group of another: it is true, and has the same value if values are compared."""
        truth = operand(self.network.args[at])
        if not self._has_values or at == source:
            return truth
        ends = (at, source) if at < source else (source, at)
        same = self._same.get(ends)
        if same is None:
            same = self._same[ends] = make_same(self.terms, self._values[at], self._values[source])
        return make_and(self.terms, [truth, same])

    @cached_property
    def _values(self) -> list[Operand]:
        """Return the values of the vertices, if they are compared."""
        return [operand(value) for value in self.network.args[-self.size :]] if self._has_values else []

    @cached_property
    def _domains(self) -> list[Domain | None]:
        """Return the domain of the value of each vertex if it is an unknown: two unknowns with one domain may be equal."""
        return [value.domain if isinstance(value, Term) and value.op == "unknown" else None for value in self._values]

    def reachable(self, source: int) -> list[int]:
        """Return every vertex that may be in the group of one, from near to far."""
        if source not in self._reachable:
            reached = self._reachable[source] = [source]
            known = {source}
            for here in reached:
                for other, _ in self.neighbors[here]:
                    if other not in known and self.may_join(other, source):
                        known.add(other)
                        reached.append(other)
        return self._reachable[source]

    def may_join(self, at: int, source: int) -> bool:
        """Check whether `vertex` is not known to be false, without a term for each pair of vertices with the same values."""
        domain = self._domains[at] if self._has_values else None
        if self._has_values and (domain is None or domain is not self._domains[source]):
            return self.vertex(at, source) is not False
        return operand(self.network.args[at]) is not False

    def follow(self, source: int) -> tuple[dict[int, Operand], dict[tuple[int, int], Operand]]:
        """Return the vertices that may be in the group of a source, and the edges between them, each with its condition.

        Where values are compared, either a vertex has the value of the source, or both ends of an edge have the same value. The
        first propagates more, but each pair of source and vertex takes clauses for all values. What is said of an edge is shared
        by all sources: Fillomino of 9 x 9 with numbers up to 81 takes 113,000 clauses instead of 503,000.
        """
        own = self._values[source] if self._has_values else None
        is_followed = isinstance(own, Term) and own.domain.size > MOST_VALUES  # by what the ends of edges have
        vertices = {
            at: operand(self.network.args[at]) if is_followed and isinstance(self._values[at], Term) else self.vertex(at, source)
            for at in self.reachable(source)
        }
        edges = {(here, other): edge for here in vertices for other, edge in self.neighbors[here] if other in vertices}
        if not is_followed:
            return vertices, edges
        alike: dict[tuple[int, int], Operand] = {}
        for (here, other), edge in edges.items():  # of these only: each source may have a network of its own
            if (other, here) in alike:
                alike[here, other] = alike[other, here]
            else:
                alike[here, other] = make_and(self.terms, [edge, make_same(self.terms, self._values[here], self._values[other])])
        return vertices, {ends: edge for ends, edge in alike.items() if edge is not False}

    def levels(self, source: int, steps: int) -> list[dict[int, Operand]]:
        """Return the vertices that may be reached within 0, 1, 2, ... steps, up to so many or until there are no more.

        Each comes with the condition under which it is.
        """
        levels = self._reached.setdefault(source, [{source: self.vertex(source, source)}])
        while len(levels) <= steps:
            following = self._following(source, levels[-1])
            if following == levels[-1]:  # equal terms are one object
                break
            levels.append(following)
        return levels[: steps + 1]

    def _following(self, source: int, before: dict[int, Operand]) -> dict[int, Operand]:
        terms = self.terms
        fringe = dict.fromkeys(other for here in before for other, _ in self.neighbors[here])
        following = {source: before[source]}
        for at in dict.fromkeys((*before, *fringe)):
            if at == source:
                continue
            if (source, at) in self.direct and at in before:
                following[at] = before[at]
                continue
            ways = [make_and(terms, [before[other], edge]) for other, edge in self.neighbors[at] if other in before]
            reached = make_and(terms, [self.vertex(at, source), make_or(terms, [before.get(at, False), *ways])])
            if reached is not False:
                following[at] = reached
        return following

    def within(self, source: int, steps: int) -> dict[int, Operand]:
        """Return the vertices that may be reached within so many steps, each with its condition."""
        return self.levels(source, steps)[-1]

    def same_component(self, joined: SameComponent) -> Operand:
        """Return "in one group", written out."""
        steps = self.size - 1 if joined.steps is None else joined.steps
        return self.within(joined.source, steps).get(joined.target, False)
