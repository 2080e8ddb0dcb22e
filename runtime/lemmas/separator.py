"""Smallest separators: which false vertices and edges would have to become true before one group could be joined with another.

Found by augmenting paths (Menger; Ford and Fulkerson), where true vertices cost nothing to pass.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from .lemma import Candidate


class Passage:
    """A graph with what it costs to pass: nothing for what is true, 1 for a vertex or an edge that is false.

    `edges` are pairs of vertices, each with its literal, or 0 where it is always there.
    """

    def __init__(self, vertices: Sequence[int], edges: Iterable[tuple[int, int, int]], candidate: Candidate) -> None:
        self.true = [candidate.holds(literal) for literal in vertices]
        self.literals = list(vertices)
        self.joined: list[list[int]] = [[] for _ in vertices]
        for first, second, edge in edges:
            middle = -1
            if edge and not candidate.holds(edge):  # an edge that is false is a vertex between its ends
                middle = len(self.joined)
                self.joined.append([])
                self.true.append(False)
                self.literals.append(edge)
            for here, there in ((first, second), (second, first)):
                if middle < 0:
                    self.joined[here].append(there)
                else:
                    self.joined[here].append(middle)
                    self.joined[middle].append(there)

    def groups(self) -> list[list[int]]:
        """The groups of true vertices, ordered by their first ones."""
        left = {vertex for vertex, is_true in enumerate(self.true) if is_true}
        found = []
        for start in sorted(left):
            if start not in left:
                continue
            group = [start]
            left.discard(start)
            for vertex in group:
                reached = [other for other in self.joined[vertex] if other in left]
                left.difference_update(reached)
                group += dict.fromkeys(reached)
            found.append(group)
        return found

    def separator(self, source: list[int], sink: list[int]) -> list[int]:
        """Literals of a smallest set of false vertices that separates two groups."""
        flow = _Flow(self.joined, self.true, source, sink)
        while flow.augment():
            pass
        return [self.literals[vertex] for vertex in flow.cut()]


class _Flow:
    """Unit flow through vertices, each false one split into an entrance and an exit."""

    def __init__(self, joined: list[list[int]], true: list[bool], source: list[int], sink: list[int]) -> None:
        self.joined = joined
        self.true = true
        self.source = source
        self.sink = set(sink)
        self.used: dict[int, tuple[int, int]] = {}  # false vertex on a path -> the vertices before and after it
        self.through: dict[tuple[int, int], int] = {}  # flow on an edge between vertices

    def _reach(self) -> dict[tuple[int, bool], tuple[int, bool] | None]:
        """Every state (vertex, whether at its exit) reached in the residual graph, with the state before it."""
        before: dict[tuple[int, bool], tuple[int, bool] | None] = {(vertex, True): None for vertex in self.source}
        queue = deque(before)
        while queue:
            state = queue.popleft()
            for following in self._residual(*state):
                if following not in before:
                    before[following] = state
                    queue.append(following)
        return before

    def _residual(self, vertex: int, at_exit: bool) -> Iterator[tuple[int, bool]]:
        if at_exit or self.true[vertex]:
            for other in self.joined[vertex]:
                yield other, self.true[other]
        if not self.true[vertex]:
            if at_exit and vertex in self.used:  # give the flow through the vertex back
                yield vertex, False
            if not at_exit and vertex not in self.used:
                yield vertex, True
        if not at_exit or self.true[vertex]:
            for other in self.joined[vertex]:
                if self.through.get((other, vertex), 0) > 0:  # give flow that came in from there back
                    yield other, True

    def augment(self) -> bool:
        """Send one more unit of flow from source to sink, if one can go."""
        before = self._reach()
        end = next(((vertex, True) for vertex in self.sink if (vertex, True) in before), None)
        if end is None:
            return False
        state: tuple[int, bool] | None = end
        while state is not None:
            previous = before[state]
            if previous is not None:
                self._push(previous, state)
            state = previous
        return True

    def _push(self, here: tuple[int, bool], there: tuple[int, bool]) -> None:
        if here[0] == there[0]:
            if there[1]:
                self.used[here[0]] = here
            else:
                self.used.pop(here[0], None)
            return
        back = (there[0], here[0])
        if self.through.get(back, 0) > 0:
            self.through[back] -= 1
        else:
            self.through[here[0], there[0]] = self.through.get((here[0], there[0]), 0) + 1

    def cut(self) -> list[int]:
        """The false vertices whose entrance is reached and whose exit is not."""
        reached = self._reach()
        return sorted(vertex for vertex, at_exit in reached if not at_exit and (vertex, True) not in reached)
