"""Cuts: two groups of a candidate can only be joined through a set of vertices that separates them.

For a group C of true vertices, a vertex u of C, a true vertex v outside, and a smallest set S of false vertices (and edges)
without which no way leads from C to v: not u, or not v, or one of S. One cut for each group but the largest, the smallest
group first; where a vertex is known to be true, for each group but its own.

The parameters are u, v, the vertices of S, and the numbers of its edges. Any will do if no way from u to v avoids S.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, LazyConnected, Problem
from gridwright.compiler.language.budget import Deadline

from .lemma_kind import Candidate, LemmaKind, Parameters
from .separator import Passage, reachable


def parameters(lazy: LazyConnected, candidate: Candidate) -> Iterator[Parameters]:
    """Yield a cut for each group of true vertices but the one that they must be connected with."""
    if any(candidate.holds(literal) for literal in lazy.unless):
        return
    edges = ((first, second, edge) for (first, second, _), edge in zip(lazy.graph.edges, lazy.edges, strict=True))
    passage = Passage(lazy.vertices, edges, candidate)
    groups = passage.groups
    order = sorted(range(len(groups)), key=lambda at: (lazy.root in groups[at], len(groups[at])))
    for at in order[:-1]:
        towards = lazy.root if lazy.root >= 0 else groups[order[-1]][0]
        yield groups[at][0], towards, *passage.separator(at, order[-1])


def make(lazy: LazyConnected, parameters: Parameters, encoder: LemmaEncoder) -> Clause:
    """Return the clause of a cut."""
    first, last, vertices, edges = parameters
    cut = (*(lazy.vertices[vertex] for vertex in vertices), *(lazy.edges[edge] for edge in edges))
    return (*lazy.unless, -lazy.vertices[first], -lazy.vertices[last], *cut)


def is_valid(lazy: LazyConnected, parameters: Parameters, problem: Problem, deadline: Deadline) -> bool:
    """Check whether every way between the two vertices passes the cut, whose edges can be closed."""
    first, last, vertices, edges = parameters
    closed = set(edges)
    left = ((here, other) for at, (here, other, _) in enumerate(lazy.graph.edges) if at not in closed)
    are_vertices = 0 <= first < len(lazy.vertices) and 0 <= last < len(lazy.vertices)
    can_be_closed = all(lazy.edges[edge] for edge in edges)
    return are_vertices and can_be_closed and last not in reachable(first, left, set(vertices))


CUT = LemmaKind(LazyConnected, parameters, make, is_valid)
