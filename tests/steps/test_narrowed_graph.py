"""A narrowed graph tells the same as a graph that is made anew."""

from __future__ import annotations

import random

import pytest
from gridwright.runtime.steps.narrowed_graph import narrow_graph
from gridwright.runtime.steps.open_graph import MAYBE, NO, YES, GraphLayout, OpenGraph, layout_of

GRID = layout_of(12, [(at, at + 1) for at in range(11) if at % 4 < 3] + [(at, at + 4) for at in range(8)])
LOOP = GraphLayout(GRID.vertices, GRID.edges, GRID.neighbors, (2,) * 12)  # at most two edges at each vertex


def in_order(parts: list[int]) -> list[int]:
    """Return the numbers of parts, numbered anew as they come; that of vertices that are in none stays."""
    numbers: dict[int, int] = {}
    return [-1 if part < 0 else numbers.setdefault(part, len(numbers)) for part in parts]


@pytest.mark.parametrize("layout", [GRID, LOOP], ids=["any", "at most two"])
@pytest.mark.parametrize("seed", range(100))
def test_narrowed(layout: GraphLayout, seed: int) -> None:
    """Parts, their sizes, what is reached and what is cut off do not depend on how a graph was made."""
    at_random = random.Random(seed)
    vertices = at_random.choices([NO, MAYBE, YES], [1, 6, 2], k=layout.vertices)
    edges = at_random.choices([NO, MAYBE, YES], [1, 4, 3], k=len(layout.edges))
    base = OpenGraph(layout, vertices, edges)
    here = at_random.choice([vertex for vertex, there in enumerate(vertices) if there == MAYBE] or [0])
    around = [edge for _, edge in layout.neighbors[here] if edges[edge] == MAYBE]
    choices = at_random.choice([(True, 0), (True, 9), (False, 1), (False, 9)])
    new_vertices = {here: at_random.choice([NO, YES])} if choices[0] and vertices[here] == MAYBE else {}
    new_edges = {edge: at_random.choice([NO, YES]) for edge in around[: choices[1]]}
    graph = narrow_graph(base, new_vertices, new_edges)
    anew = OpenGraph(
        layout,
        [new_vertices.get(vertex, there) for vertex, there in enumerate(vertices)],
        [new_edges.get(edge, there) for edge, there in enumerate(edges)],
    )
    assert (graph.vertices, graph.known, graph.edges) == (anew.vertices, anew.known, anew.edges)
    assert in_order(graph.may_parts) == in_order(anew.may_parts)
    assert in_order(graph.sure_parts) == in_order(anew.sure_parts)
    assert graph.is_cut == anew.is_cut
    for vertex in range(layout.vertices):
        assert graph.may_parts[vertex] < 0 or graph.may_sizes[graph.may_parts[vertex]] == anew.may_sizes[anew.may_parts[vertex]]
        assert (
            graph.sure_parts[vertex] < 0 or graph.sure_sizes[graph.sure_parts[vertex]] == anew.sure_sizes[anew.sure_parts[vertex]]
        )
        for least in (MAYBE, YES):
            for steps in (1, 3, None):
                assert graph.component(vertex, least, steps).keys() == anew.component(vertex, least, steps).keys()
