"""Groups: what a candidate takes to be joined with a vertex, and is not, is answered by a cut between the two.

For a source s, true vertices that are claimed to be in its group, one of them u, and a smallest set S of false vertices (and
edges) without which no way leads from the group of s to that of u: u is not joined with s, or one of S. One cut for each group of
claimed vertices.

The parameters are u, the vertices of S, and its edges as pairs of vertices. Any will do if no way from s to u avoids S.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, LazyJoined, Problem
from gridwright.compiler.language.budget import Deadline

from .lemma_kind import Candidate, LemmaKind, Parameters
from .separator import Passage, reachable


def parameters(lazy: LazyJoined, candidate: Candidate) -> Iterator[Parameters]:
    """Yield a cut for each group that the candidate wrongly takes for that of the source."""
    claimed = {at for at, literal in lazy.reached.items() if candidate.holds(literal)}
    if not claimed or _is_joined(lazy, claimed, candidate):
        return
    index = {at: position for position, at in enumerate(lazy.vertices)}
    edges = [(here, other, literal) for (here, other), literal in lazy.edges.items() if here < other]
    among = ((index[here], index[other], literal) for here, other, literal in edges)
    passage = Passage(list(lazy.vertices.values()), among, candidate)
    places = list(lazy.vertices)
    own = next(at for at, group in enumerate(passage.groups) if index[lazy.source] in group)
    for at, group in enumerate(passage.groups):
        wrong = [places[vertex] for vertex in group if places[vertex] in claimed]
        if at != own and wrong:
            vertices, shut = passage.separator(own, at)
            yield wrong[0], [places[vertex] for vertex in vertices], [edges[edge][:2] for edge in shut]


def _is_joined(lazy: LazyJoined, claimed: AbstractSet[int], candidate: Candidate) -> bool:
    """Check whether true ways through claimed vertices lead from the source to all of them: most claims are right."""
    true = {at for at in claimed if candidate.holds(lazy.vertices[at])}
    inside = ((edge, literal) for edge, literal in lazy.edges.items() if edge[0] in true and edge[1] in true)
    ways = (edge for edge, literal in inside if not literal or candidate.holds(literal))
    return lazy.source in true and claimed <= reachable(lazy.source, ways, frozenset())


def make(lazy: LazyJoined, parameters: Parameters, encoder: LemmaEncoder) -> Clause:
    """Return the clause of a cut."""
    last, vertices, edges = parameters
    cut = (*(lazy.vertices[vertex] for vertex in vertices), *(lazy.edges[here, other] for here, other in edges))
    return (-lazy.reached[last], *cut)


def is_valid(lazy: LazyJoined, parameters: Parameters, problem: Problem, deadline: Deadline) -> bool:
    """Check whether every way from the source to the vertex passes the cut, whose edges can be closed."""
    last, vertices, edges = parameters
    closed = {frozenset(edge) for edge in edges}
    left = (edge for edge in lazy.edges if frozenset(edge) not in closed)
    can_be_closed = all(lazy.edges[here, other] for here, other in edges)
    return last in lazy.reached and can_be_closed and last not in reachable(lazy.source, left, set(vertices))


GROUP = LemmaKind(LazyJoined, parameters, make, is_valid)
