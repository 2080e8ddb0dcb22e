"""A graph of which a little more is known than of another one: most of what that one tells is true of it, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from .open_graph import MAYBE, NO, YES, OpenGraph


def narrow_graph(base: OpenGraph, vertices: Mapping[int, int], edges: Mapping[int, int]) -> OpenGraph:
    """Return a graph with new knowledge of some vertices and edges; the others are as in `base`.

    >>> from .open_graph import layout_of
    >>> base = OpenGraph(layout_of(3, [(0, 1), (1, 2)]), [MAYBE, MAYBE, MAYBE], [YES, YES])
    >>> graph = narrow_graph(base, {1: NO}, {})
    >>> graph.may_parts, narrow_graph(base, {0: NO}, {}).may_parts, narrow_graph(base, {0: YES, 1: YES}, {}).sure_parts
    ([0, -1, 2], [-1, 0, 0], [0, 0, -1])
    """
    new_vertices = {vertex: there for vertex, there in vertices.items() if there != base.vertices[vertex]}
    known = _change(base.known, edges)
    changed = {edge: there for edge, there in edges.items() if there != base.known[edge]}
    capacity = base.layout.capacity or ()  # of no vertex, if there can be any number of edges
    for end in (end for edge, there in [*changed.items()] if there == YES and capacity for end in base.layout.edges[edge]):
        most = capacity[end]
        around = [other for _, other in base.layout.neighbors[end]]
        if most is not None and sum(known[other] == YES for other in around) >= most:
            changed.update((other, NO) for other in around if known[other] == MAYBE)
    new_edges = {edge: there for edge, there in changed.items() if there != base.edges[edge]}
    was = {*(base.vertices[vertex] for vertex in new_vertices), *(base.edges[edge] for edge in new_edges)}
    if was <= {MAYBE}:
        return NarrowedGraph(base, new_vertices, new_edges, known)
    return OpenGraph(base.layout, _change(base.vertices, new_vertices), known)


def _change(there: Sequence[int], changes: Mapping[int, int]) -> Sequence[int]:
    if not changes:
        return there
    values = [*there]
    for at, value in changes.items():
        values[at] = value
    return values


class NarrowedGraph(OpenGraph):
    """A graph that differs from another one in vertices and edges that are decided here and were open there."""

    def __init__(self, base: OpenGraph, vertices: Mapping[int, int], edges: Mapping[int, int], known: Sequence[int]) -> None:
        self.layout = base.layout
        self.vertices = _change(base.vertices, vertices)
        self.known = known
        self.edges = _change(base.edges, edges)
        self._reached = {}
        self._base = base
        self._gone = [vertex for vertex, there in vertices.items() if there == NO]
        self._gone_edges = [edge for edge, there in edges.items() if there == NO]
        self._new = [vertex for vertex, there in vertices.items() if there == YES]
        self._new_edges = [edge for edge, there in edges.items() if there == YES]

    @cached_property
    def _isolated(self) -> int | None:
        """Return the only vertex that leaves its part if the rest stays joined; -1 for none, None if more changes."""
        gone = [edge for edge in self._gone_edges if min(self._base.vertices[end] for end in self.layout.edges[edge]) != NO]
        if not self._gone and not gone:
            return -1
        ends = [{vertex} for vertex in self._gone] + [{*self.layout.edges[edge]} for edge in gone]
        common = set.intersection(*ends)
        if not self._gone and len(gone) == 1 and gone[0] not in self._base.cuts[1]:
            return -1
        for vertex in sorted(common):
            if vertex not in self._base.cuts[0]:
                is_joined = vertex not in self._gone and any(
                    self.edges[edge] != NO and self.vertices[other] != NO for other, edge in self.layout.neighbors[vertex]
                )
                return -1 if is_joined else vertex
        return None

    @cached_property
    def may_parts(self) -> list[int]:
        """Return for each vertex a number of the part that it may be in, -1 if it is not there."""
        isolated = self._isolated
        if isolated is None:
            return self._parts(MAYBE)
        if isolated < 0:
            return self._base.may_parts
        parts = [*self._base.may_parts]
        parts[isolated] = -1 if isolated in self._gone else self.layout.vertices + isolated  # a number that no other part has
        return parts

    @cached_property
    def may_sizes(self) -> Mapping[int, int]:
        """Return how many vertices each part may have."""
        isolated = self._isolated
        if isolated is None:
            return Counter(self.may_parts)
        if isolated < 0:
            return self._base.may_sizes
        before, after = self._base.may_parts[isolated], self.may_parts[isolated]
        return {**self._base.may_sizes, before: self._base.may_sizes[before] - 1, after: self._base.may_sizes.get(after, 0) + 1}

    @cached_property
    def sure_parts(self) -> list[int]:
        """Return for each vertex a number of the part that it is in for sure, -1 if it is not there for sure."""
        parts = self._base.sure_parts
        if not self._new and not self._new_edges:
            return parts
        parts = [*parts]
        for vertex in self._new:
            parts[vertex] = vertex
        joining = [edge for vertex in self._new for _, edge in self.layout.neighbors[vertex]]
        for edge in (*joining, *self._new_edges):
            first, second = (parts[end] for end in self.layout.edges[edge])
            if self.edges[edge] == YES and first != second and min(first, second) >= 0:
                parts = [first if part == second else part for part in parts]
        return parts

    @cached_property
    def sure_sizes(self) -> Mapping[int, int]:
        """Return how many vertices each part has for sure."""
        return Counter(self.sure_parts) if self._new or self._new_edges else self._base.sure_sizes

    @cached_property
    def needed_parts(self) -> frozenset[int]:
        """Return the numbers of the parts with a vertex that is there for sure."""
        if self._isolated != -1:
            return super().needed_parts
        return self._base.needed_parts.union([self.may_parts[vertex] for vertex in self._new])

    def _reach(self, source: int, least: int, steps: int | None) -> Mapping[int, int]:
        before = self._base.component(source, least, steps)
        if least == MAYBE:
            gone = [*self._gone, *(end for edge in self._gone_edges for end in self.layout.edges[edge])]
            return before if before.keys().isdisjoint(gone) else super()._reach(source, least, steps)
        return before if not self._new and not self._new_edges else super()._reach(source, least, steps)
