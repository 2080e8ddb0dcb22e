"""Multicuts: a closed edge inside a group of a candidate, and a shortest path that joins its ends, make a cycle with one closed edge.

The lemma says that the edge is open, or something on the path is closed or false. A closed edge that leads from a place of the
path to another is part of a shorter cycle, so its own lemma says more, and the longer one is left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from gridwright.compiler.encode.problem import Clause, LazyMulticut

from .lemma_kind import Candidate, LemmaKind

Neighbors = Sequence[dict[int, int]]  # for each vertex those that it is joined with, and the literals of the edges


def lemmas(lazy: LazyMulticut, candidate: Candidate) -> Iterator[Clause]:
    """Yield a clause for each closed edge inside a group that no shorter cycle is found for."""
    if any(candidate.holds(literal) for literal in lazy.unless):
        return
    true = [candidate.holds(vertex) for vertex in lazy.vertices]
    neighbors: list[dict[int, int]] = [{} for _ in true]
    for first, second, edge in lazy.edges:
        if true[first] and true[second] and (not edge or candidate.holds(edge)):
            neighbors[first][second] = neighbors[second][first] = edge
    group = _groups(neighbors)
    wrong = {
        (first, second): edge
        for first, second, edge in lazy.closed
        if group[first] == group[second] and true[first] and not candidate.holds(edge)
    }
    for (first, second), edge in wrong.items():
        path = _shortest_path(neighbors, first, second)
        at = {vertex: position for position, vertex in enumerate(path)}
        if any(a in at and b in at and abs(at[a] - at[b]) < len(path) - 1 for a, b in wrong):
            continue
        opened = [neighbors[a][b] for a, b in zip(path, path[1:], strict=False)]
        yield (*lazy.unless, edge, *(-lazy.vertices[vertex] for vertex in path), *(-literal for literal in opened if literal))


def _groups(neighbors: Neighbors) -> list[int]:
    """Return for each vertex the first one of its group."""
    found = [-1] * len(neighbors)
    for start in range(len(neighbors)):
        if found[start] < 0:
            found[start] = start
            todo = [start]
            for here in todo:
                for other in neighbors[here]:
                    if found[other] < 0:
                        found[other] = start
                        todo.append(other)
    return found


def _shortest_path(neighbors: Neighbors, first: int, last: int) -> list[int]:
    """Return the vertices of a shortest path between two of a group."""
    before = {last: last}
    queue = deque([last])
    while first not in before:
        here = queue.popleft()
        for other in neighbors[here]:
            if other not in before:
                before[other] = here
                queue.append(other)
    path = [first]
    while path[-1] != last:
        path.append(before[path[-1]])
    return path


MULTICUT = LemmaKind(LazyMulticut, lemmas)
