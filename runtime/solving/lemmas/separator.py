"""Smallest separators: which false vertices and edges would have to become true before one group could be joined with another.

Found by augmenting paths (Menger; Ford and Fulkerson). True vertices cost nothing to pass, so each group of them is one node; a
false one is a node that one path may pass.
"""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from .lemma_kind import Candidate


class Passage:
    """A graph with the costs of a passage: 0 for a true vertex or edge, 1 for a false one.

    `edges` are pairs of vertices, each with its literal, or 0 where it is always there. `groups` are the groups of true vertices,
    ordered by their first ones.
    """

    def __init__(self, vertices: Sequence[int], edges: Iterable[tuple[int, int, int]], candidate: Candidate) -> None:
        true = [candidate.holds(literal) for literal in vertices]
        self._vertices = len(true)
        self._edges: list[int] = []  # the number of each edge that is a vertex, which come after the others
        joined: list[list[int]] = [[] for _ in vertices]
        for number, (first, second, edge) in enumerate(edges):
            if edge and not candidate.holds(edge):  # an edge that is false is a vertex between its ends
                middle = len(joined)
                joined.append([first, second])
                true.append(False)
                self._edges.append(number)
                joined[first].append(middle)
                joined[second].append(middle)
            else:
                joined[first].append(second)
                joined[second].append(first)
        self.groups = _groups(true, joined)
        self._joined = joined
        self._false = [vertex for vertex, is_true in enumerate(true) if not is_true]  # their nodes follow those of the groups

    @functools.cached_property
    def _beside(self) -> list[list[int]]:
        """Return the nodes beside each node; most candidates have one group, and need none."""
        node_of = [0] * len(self._joined)
        for node, members in enumerate([*self.groups, *([vertex] for vertex in self._false)]):
            for vertex in members:
                node_of[vertex] = node
        beside: list[dict[int, None]] = [{} for _ in range(len(self.groups) + len(self._false))]
        for vertex, others in enumerate(self._joined):
            beside[node_of[vertex]].update(dict.fromkeys([node_of[other] for other in others]))
        return [[other for other in others if other != node] for node, others in enumerate(beside)]

    def separator(self, first: int, last: int) -> tuple[list[int], list[int]]:
        """Return a smallest set that separates two of the groups: false vertices, and the numbers of false edges."""
        flow = _Flow(self._beside, len(self.groups), first, last)
        cut = [self._false[node - len(self.groups)] for node in flow.cut()]
        vertices = [vertex for vertex in cut if vertex < self._vertices]
        return vertices, [self._edges[vertex - self._vertices] for vertex in cut[len(vertices) :]]


def reachable(start: int, edges: Iterable[tuple[int, int]], without: AbstractSet[int]) -> set[int]:
    """Return the vertices that ways from a vertex lead to which pass none of some vertices.

    >>> sorted(reachable(0, [(0, 1), (2, 1), (2, 3)], {2}))
    [0, 1]
    """
    beside: dict[int, list[int]] = {}
    for here, other in edges:
        beside.setdefault(here, []).append(other)
        beside.setdefault(other, []).append(here)
    reached, waiting = {start}, [start]
    for here in waiting:
        further = [other for other in beside.get(here, ()) if other not in without and other not in reached]
        reached.update(further)
        waiting += dict.fromkeys(further)
    return reached


def _groups(true: Sequence[bool], joined: Sequence[Sequence[int]]) -> list[list[int]]:
    groups: list[list[int]] = []
    seen: set[int] = set()
    for start, is_true in enumerate(true):
        if is_true and start not in seen:
            group = [start]
            seen.add(start)
            for vertex in group:
                reached = dict.fromkeys(other for other in joined[vertex] if true[other] and other not in seen)
                seen.update(reached)
                group += reached
            groups.append(group)
    return groups


class _Flow:
    """Unit flow through nodes: free through the first ones, which are groups, and once through each of the others.

    A node that may be passed once is split into an entrance, the state 2 * node, and an exit, 2 * node + 1; a group has its exit
    only.
    """

    def __init__(self, beside: Sequence[Sequence[int]], groups: int, source: int, sink: int) -> None:
        self._beside = beside
        self._groups = groups
        self._source = 2 * source + 1
        self._sink = 2 * sink + 1
        self._used: set[int] = set()
        self._inflow: dict[int, dict[int, None]] = {}  # node -> nodes from which flow comes: one unit, as groups are not joined

    def cut(self) -> list[int]:
        """Return the nodes of a smallest cut: with maximal flow, their entrance is reached and their exit is not."""
        while True:
            before = self._search()
            if self._sink not in before:
                return sorted(state >> 1 for state in before if not state & 1 and state + 1 not in before)
            state = self._sink
            while before[state] >= 0:
                self._push(before[state], state)
                state = before[state]

    def _search(self) -> dict[int, int]:
        """Return every state reached in the residual graph, with the one before it, until the sink is reached."""
        before = {self._source: -1}
        queue = deque(before)
        while queue and self._sink not in before:
            state = queue.popleft()
            node, at_exit = state >> 1, state & 1
            following: list[int] = []
            if at_exit:
                following = [2 * other + (other < self._groups) for other in self._beside[node]]
                if node in self._used:  # give the flow through it back
                    following.append(2 * node)
            elif node not in self._used:
                following.append(state + 1)
            if node < self._groups or not at_exit:  # give flow that came in back to where it came from
                following += [2 * other + 1 for other in self._inflow.get(node, ())]
            for other in following:
                if other not in before:
                    before[other] = state
                    queue.append(other)
        return before

    def _push(self, here: int, there: int) -> None:
        """Send one unit from a state to the next."""
        node, other = here >> 1, there >> 1
        if node == other:
            if there & 1:
                self._used.add(node)
            else:
                self._used.discard(node)
        elif other in self._inflow.get(node, ()):
            del self._inflow[node][other]
        else:
            self._inflow.setdefault(other, {})[node] = None
