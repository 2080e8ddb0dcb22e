"""Cuts: two groups of a candidate can only be joined through a set of vertices that separates them.

For a group C of true vertices, a vertex u of C, a true vertex v outside, and a smallest set S of false vertices (and edges)
without which no way leads from C to v: not u, or not v, or one of S. One cut for each group but the largest, the smallest
group first; where a vertex is known to be true, for each group but its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.encode.problem import Clause, LazyConnected

from .lemma_kind import Candidate, LemmaKind
from .separator import Passage


def lemmas(lazy: LazyConnected, candidate: Candidate) -> Iterator[Clause]:
    """Yield a clause for each group of true vertices but the one that they must be connected with."""
    if any(candidate.holds(literal) for literal in lazy.unless):
        return
    edges = ((first, second, edge) for (first, second, _), edge in zip(lazy.graph.edges, lazy.edges, strict=True))
    passage = Passage(lazy.vertices, edges, candidate)
    groups = passage.groups
    order = sorted(range(len(groups)), key=lambda at: (lazy.root in groups[at], len(groups[at])))
    for at in order[:-1]:
        towards = lazy.root if lazy.root >= 0 else groups[order[-1]][0]
        separator = passage.separator(at, order[-1])
        yield (*lazy.unless, -lazy.vertices[groups[at][0]], -lazy.vertices[towards], *separator)


CUT = LemmaKind(LazyConnected, lemmas)
