"""A graph of which only some vertices and edges are known to be there: what is joined, what may be, and what lies between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import compress

from gridwright.compiler.records import dataclass

NO, MAYBE, YES = 0, 1, 2  # whether a vertex or an edge is there


@dataclass(frozen=True, slots=True, eq=False)
class GraphLayout:
    """How many vertices there are, and what joins them: for each edge its ends, and the neighbours of each vertex with the edge.

    `capacity`: how many edges can be there at a vertex, None if any number.
    """

    vertices: int
    edges: tuple[tuple[int, int], ...]
    neighbors: tuple[tuple[tuple[int, int], ...], ...]
    capacity: tuple[int | None, ...] | None = None


def layout_of(vertices: int, edges: Sequence[tuple[int, int]], capacity: Sequence[int | None] | None = None) -> GraphLayout:
    """Return the layout of a graph.

    >>> layout_of(3, [(0, 1), (1, 2)]).neighbors
    (((1, 0),), ((0, 0), (2, 1)), ((1, 1),))
    """
    neighbors: list[list[tuple[int, int]]] = [[] for _ in range(vertices)]
    for at, (first, second) in enumerate(edges):
        neighbors[first].append((second, at))
        neighbors[second].append((first, at))
    return GraphLayout(vertices, tuple(edges), tuple(map(tuple, neighbors)), None if capacity is None else tuple(capacity))


class OpenGraph:
    """A graph with what is known of each vertex and each edge: that it is there, that it is not, or neither.

    >>> graph = OpenGraph(layout_of(4, [(0, 1), (1, 2), (2, 3)]), [YES, MAYBE, YES, NO], [YES, MAYBE, YES])
    >>> sorted(graph.component(0, MAYBE)), sorted(graph.component(0, YES)), graph.beside(graph.component(0, MAYBE))
    ([0, 1, 2], [0], ([3], []))
    """

    def __init__(self, layout: GraphLayout, vertices: Sequence[int], edges: Sequence[int]) -> None:
        self.layout = layout
        self.vertices = vertices
        self.known = edges
        self.edges = self._within_capacity(edges) if layout.capacity is not None else edges
        self._reached: dict[tuple[int, int, int | None], Mapping[int, int]] = {}

    def _within_capacity(self, edges: Sequence[int]) -> Sequence[int]:
        """Return the state of the edges, where edges without room at one of their ends are absent."""
        layout = self.layout
        assert layout.capacity is not None
        there = [0] * layout.vertices
        for (first, second), edge in zip(layout.edges, edges, strict=True):
            if edge == YES:
                there[first] += 1
                there[second] += 1
        full = [most is not None and number >= most for number, most in zip(there, layout.capacity, strict=True)]
        return [
            NO if edge == MAYBE and (full[first] or full[second]) else edge
            for (first, second), edge in zip(layout.edges, edges, strict=True)
        ]

    def component(self, source: int, least: int, steps: int | None = None) -> Mapping[int, int]:
        """Return the vertices that are joined to one by what is at least so certain, each with the vertex before it.

        With `steps`, at most so many steps away.
        """
        vertex_before = self._reached.get((source, least, steps))
        if vertex_before is None:
            vertex_before = self._reached[source, least, steps] = self._reach(source, least, steps)
        return vertex_before

    def _reach(self, source: int, least: int, steps: int | None) -> Mapping[int, int]:
        if self.vertices[source] < least:
            return {}
        vertices, edges, neighbors = self.vertices, self.edges, self.layout.neighbors
        came_from = {source: source}
        last = [source]
        while last and steps != 0:
            steps = None if steps is None else steps - 1
            new: list[int] = []
            for here in last:
                for other, edge in neighbors[here]:
                    if other not in came_from and edges[edge] >= least and vertices[other] >= least:
                        came_from[other] = here
                        new.append(other)
            last = new
        return came_from

    @cached_property
    def may_parts(self) -> list[int]:
        """Return for each vertex a number of the part that it may be in, -1 if it is not there."""
        return self._parts(MAYBE)

    @cached_property
    def sure_parts(self) -> list[int]:
        """Return for each vertex a number of the part that it is in for sure, -1 if it is not there for sure."""
        return self._parts(YES)

    @cached_property
    def may_sizes(self) -> Mapping[int, int]:
        """Return how many vertices each part may have."""
        return Counter(self.may_parts)

    @cached_property
    def sure_sizes(self) -> Mapping[int, int]:
        """Return how many vertices each part has for sure."""
        return Counter(self.sure_parts)

    def _parts(self, least: int) -> list[int]:
        parts = [-1] * self.layout.vertices
        vertices, edges, neighbors = self.vertices, self.edges, self.layout.neighbors
        for source in range(self.layout.vertices):
            if parts[source] >= 0 or vertices[source] < least:
                continue
            parts[source] = source
            waiting = [source]
            while waiting:
                for other, edge in neighbors[waiting.pop()]:
                    if parts[other] < 0 and edges[edge] >= least and vertices[other] >= least:
                        parts[other] = source
                        waiting.append(other)
        return parts

    @cached_property
    def needed_parts(self) -> frozenset[int]:
        """Return the numbers of the parts with a vertex that is there for sure."""
        return frozenset(compress(self.may_parts, map(YES.__eq__, self.vertices)))

    @property
    def is_cut(self) -> bool:
        """Check whether some vertices cannot be joined, though all are there for sure."""
        return len(self.needed_parts) > 1

    @property
    def cut_off(self) -> int | None:
        """Return the number of a part that cannot be joined to another, though both are there for sure; None if there is none.

        Of two such parts, the smaller one.
        """
        return min(sorted(self.needed_parts), key=self.may_parts.count) if self.is_cut else None

    @cached_property
    def cuts(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the vertices, and the edges, without which some part would fall apart (Tarjan 1972)."""
        vertices, edges, neighbors = self.vertices, self.edges, self.layout.neighbors
        when = [0] * self.layout.vertices  # the order in which vertices are reached, 0 for not yet
        low = [0] * self.layout.vertices
        cut_vertices: set[int] = set()
        cut_edges: set[int] = set()
        clock = 0
        for root in range(self.layout.vertices):
            if when[root] or vertices[root] == NO:
                continue
            clock += 1
            when[root] = low[root] = clock
            branches = 0
            stack = [(root, -1, iter(neighbors[root]))]
            while stack:
                here, by, others = stack[-1]
                for other, edge in others:
                    if edge == by or edges[edge] == NO or vertices[other] == NO:
                        continue
                    if when[other]:
                        low[here] = min(low[here], when[other])
                        continue
                    clock += 1
                    when[other] = low[other] = clock
                    stack.append((other, edge, iter(neighbors[other])))
                    break
                else:
                    stack.pop()
                    if not stack:
                        continue
                    before = stack[-1][0]
                    low[before] = min(low[before], low[here])
                    if low[here] > when[before]:
                        cut_edges.add(by)
                    if before == root:
                        branches += 1
                    elif low[here] >= when[before]:
                        cut_vertices.add(before)
            if branches > 1:
                cut_vertices.add(root)
        return frozenset(cut_vertices), frozenset(cut_edges)

    def changed_vertices(self, before: OpenGraph) -> list[int]:
        """Return the vertices whose part has another number than `before`; any two others are joined as they were."""
        parts = (self.may_parts, before.may_parts), (self.sure_parts, before.sure_parts)
        return [vertex for now, old in parts if now is not old for vertex, part in enumerate(now) if part != old[vertex]]

    def members(self, part: int) -> list[int]:
        """Return the vertices of a part that may be joined."""
        return [vertex for vertex, part_of_vertex in enumerate(self.may_parts) if part_of_vertex == part]

    def beside(self, inside: Iterable[int]) -> tuple[list[int], list[int]]:
        """Return the vertices around some that are not there, and the edges to others that are not."""
        within = set(inside)
        vertices: dict[int, None] = {}
        edges: dict[int, None] = {}
        for vertex in sorted(within):
            for other, edge in self.layout.neighbors[vertex]:
                if other in within:
                    continue
                if self.vertices[other] == NO:
                    vertices[other] = None
                elif self.edges[edge] == NO:
                    edges[edge] = None
        return list(vertices), list(edges)

    def way(self, source: int, target: int, least: int = YES) -> list[int]:
        """Return a shortest way from one vertex to another by what is at least so certain; empty if there is none."""
        before = self.component(source, least)
        if target not in before:
            return []
        way = [target]
        while way[-1] != source:
            way.append(before[way[-1]])
        return way[::-1]
