"""Separators against trying all sets: what is found separates, and nothing smaller does."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Collection, Sequence
from typing import cast

import pytest
from gridwright.runtime.solving.lemmas.lemma_kind import Candidate
from gridwright.runtime.solving.lemmas.separator import Passage, reachable

Edge = tuple[int, int, int]


class Truths:
    """A candidate in which these literals are true."""

    def __init__(self, true: Collection[int]) -> None:
        self.true = true

    def holds(self, literal: int) -> bool:
        """Whether a literal is true."""
        return literal in self.true


def joined(vertices: Sequence[int], edges: Sequence[Edge], without: Collection[int], start: int) -> set[int]:
    """What is reached from a vertex where some literals, of vertices or of edges, can no longer be true."""
    reached = [start]
    for here in reached:
        for first, second, edge in edges:
            if here in (first, second) and edge not in without:
                there = second if here == first else first
                if vertices[there] not in without and there not in reached:
                    reached.append(there)
    return set(reached)


@pytest.mark.cases(ci=60)
@pytest.mark.parametrize("seed", range(150))
def test_smallest(seed: int) -> None:
    """Between any two groups, and as many from either side; of sets with one less not all are tried where there are very many."""
    chance = random.Random(seed)
    columns, rows = chance.randint(3, 6), chance.randint(2, 4)
    vertices = list(range(1, columns * rows + 1))
    places = [divmod(at, rows) for at in range(len(vertices))]
    pairs = [(a, b) for a, b in itertools.combinations(range(len(vertices)), 2) if math.dist(places[a], places[b]) < 1.5]
    literals = itertools.count(len(vertices) + 1)
    edges = [(a, b, next(literals) if chance.random() < 0.2 else 0) for a, b in pairs if chance.random() < 0.6]
    true = {vertices[0], vertices[-1]} | {vertex for vertex in vertices if chance.random() < 0.15}
    true |= {edge for _, _, edge in edges if edge and chance.random() < 0.5}
    passage = Passage(vertices, edges, cast(Candidate, Truths(true)))
    untrue = [*(set(vertices) - true), *(edge for _, _, edge in edges if edge and edge not in true)]
    alone = [frozenset(joined(vertices, edges, untrue, at)) for at, vertex in enumerate(vertices) if vertex in true]
    assert list(map(frozenset, passage.groups)) == list(dict.fromkeys(alone))
    false = [literal for literal in (*vertices, *(edge for _, _, edge in edges if edge)) if literal not in true]
    for first, last in itertools.permutations(range(len(passage.groups)), 2):
        start, end = passage.groups[first][0], passage.groups[last][0]
        cut, closed = passage.separator(first, last)
        separator = [vertices[at] for at in cut] + [edges[at][2] for at in closed]
        assert end not in joined(vertices, edges, separator, start)
        assert len(separator) == sum(map(len, passage.separator(last, first)))
        fewer = itertools.combinations(false, len(separator) - 1) if separator else ()
        assert all(end in joined(vertices, edges, some, start) for some in itertools.islice(fewer, 200))


@pytest.mark.parametrize("seed", range(20))
def test_what_is_reached(seed: int) -> None:
    """What ways lead to that pass none of some vertices, whichever way round an edge is written. Certificates rest on it."""
    chance = random.Random(seed)
    number = chance.randint(1, 8)
    edges = [(chance.randrange(number), chance.randrange(number)) for _ in range(chance.randint(0, 10))]
    without = {at for at in range(1, number) if chance.random() < 0.3}
    vertices = range(number)
    assert reachable(0, iter(edges), without) == joined(vertices, [(a, b, -1) for a, b in edges], without, 0)


def _between(ways: Sequence[str], true: str = "s t") -> tuple[set[str], set[tuple[str, str]]]:
    """The separator of s and t in a graph, by names: each way joins the names in it; * stands before a false edge."""
    names = list(dict.fromkeys(word.lstrip("*") for way in ways for word in way.split()))
    pairs = [pair for way in ways for pair in itertools.pairwise(way.split())]
    numbers = itertools.count(len(names) + 1)
    edges = [(names.index(a.lstrip("*")), names.index(b.lstrip("*")), next(numbers) if b[0] == "*" else 0) for a, b in pairs]
    passage = Passage(range(1, len(names) + 1), edges, cast(Candidate, Truths({names.index(name) + 1 for name in true.split()})))
    first, last = (next(at for at, group in enumerate(passage.groups) if names.index(name) in group) for name in "st")
    vertices, closed = passage.separator(first, last)
    return {names[at] for at in vertices}, {(names[edges[at][0]], names[edges[at][1]]) for at in closed}


def test_one_vertex_or_more_edges_than_vertices() -> None:
    """The least there can be between two groups, and edges alone, of which there are more than vertices."""
    assert _between(["s a t"]) == ({"a"}, set())
    vertices, edges = _between(["a *b *t", "a *t", "s *a", "s *b", "s *t"], "s a b t")
    assert not vertices
    assert edges == {("s", "a"), ("s", "b"), ("s", "t")}


def test_flow_that_is_given_back() -> None:
    """The first way passes p, a and b; the second takes it back through a, which nothing passes any more then."""
    ways = ["s p a b t", "s r1 r2 r3 b", "p q1 q2 q3 t", "s u1 u2 u3 u4 u5 u6 u7 u8 a"]
    assert _between(["a", *ways]) == ({"p", "b"}, set())
    assert _between(ways) == ({"p", "b"}, set())
