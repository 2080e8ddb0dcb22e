"""Multicuts: a closed edge inside a group of a candidate, and a shortest path between its ends, are a cycle with one closed edge.

The lemma says that the edge is open, or something on the path is closed or false. A closed edge that leads from a place of the
path to another is part of a shorter cycle, so its own lemma says more, and the longer one is left out.

The parameters are the number of the closed edge, the vertices of the path, and the numbers of its edges, in their order.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, LazyMulticut, Problem
from gridwright.compiler.language.budget import Deadline

from .lemma_kind import Candidate, LemmaKind, Parameters

Neighbors = Sequence[dict[int, int]]  # for each vertex those that it is joined with, and the numbers of the edges


def parameters(lazy: LazyMulticut, candidate: Candidate) -> Iterator[Parameters]:
    """Yield each closed edge inside a group that no shorter cycle is found for, with a path between its ends."""
    if any(candidate.holds(literal) for literal in lazy.unless):
        return
    shut = [(first, second, at) for at, (first, second, edge) in enumerate(lazy.closed) if not candidate.holds(edge)]
    if not shut:
        return
    true = [candidate.holds(vertex) for vertex in lazy.vertices]
    neighbors: list[dict[int, int]] = [{} for _ in true]
    for at, (first, second, edge) in enumerate(lazy.edges):
        if true[first] and true[second] and (not edge or candidate.holds(edge)):
            neighbors[first][second] = neighbors[second][first] = at
    group = _groups(neighbors)
    wrong = {(first, second): at for first, second, at in shut if group[first] == group[second] and true[first]}
    for (first, second), closed in wrong.items():
        path = _shortest_path(neighbors, first, second)
        place = {vertex: position for position, vertex in enumerate(path)}
        if any(a in place and b in place and abs(place[a] - place[b]) < len(path) - 1 for a, b in wrong):
            continue
        yield closed, path, [neighbors[a][b] for a, b in itertools.pairwise(path)]


def make(lazy: LazyMulticut, parameters: Parameters, encoder: LemmaEncoder) -> Clause:
    """Return the clause of a cycle."""
    closed, path, edges = parameters
    opened = (lazy.edges[edge][2] for edge in edges)
    return (
        *lazy.unless,
        lazy.closed[closed][2],
        *(-lazy.vertices[vertex] for vertex in path),
        *(-literal for literal in opened if literal),
    )


def is_valid(lazy: LazyMulticut, parameters: Parameters, problem: Problem, deadline: Deadline) -> bool:
    """Check whether the edges lead along the path from one end of the closed edge to the other."""
    closed, path, edges = parameters
    steps = zip(itertools.pairwise(path), edges, strict=True)
    return {path[0], path[-1]} == {*lazy.closed[closed][:2]} and all({*lazy.edges[edge][:2]} == {*step} for step, edge in steps)


def _groups(neighbors: Neighbors) -> list[int]:
    """Return for each vertex the first one of its group."""
    first_of_group = [-1] * len(neighbors)
    for start in range(len(neighbors)):
        if first_of_group[start] < 0:
            first_of_group[start] = start
            todo = [start]
            for here in todo:
                for other in neighbors[here]:
                    if first_of_group[other] < 0:
                        first_of_group[other] = start
                        todo.append(other)
    return first_of_group


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


MULTICUT = LemmaKind(LazyMulticut, parameters, make, is_valid)
