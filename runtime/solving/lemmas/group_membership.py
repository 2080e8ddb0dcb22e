"""Groups: what a candidate takes to be joined with a vertex, and is not, is answered by a cut between the two.

For a source s, true vertices that are claimed to be in its group, one of them u, and a smallest set S of false vertices (and
edges) without which no way leads from the group of s to that of u: u is not joined with s, or one of S. One cut for each group of
claimed vertices.
"""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.encode.problem import Clause, LazyJoined

from .lemma_kind import Candidate, LemmaKind
from .separator import Passage


def lemmas(lazy: LazyJoined, candidate: Candidate) -> Iterator[Clause]:
    """Yield a clause for each group that the candidate wrongly takes for that of the source."""
    claimed = {at for at, literal in lazy.reached.items() if candidate.holds(literal)}
    if not claimed:
        return
    index = {at: position for position, at in enumerate(lazy.vertices)}
    edges = [(index[here], index[other], literal) for (here, other), literal in lazy.edges.items() if here < other]
    passage = Passage(list(lazy.vertices.values()), edges, candidate)
    places = list(lazy.vertices)
    own = next(at for at, group in enumerate(passage.groups) if index[lazy.source] in group)
    for at, group in enumerate(passage.groups):
        wrong = [places[vertex] for vertex in group if places[vertex] in claimed]
        if at != own and wrong:
            yield (-lazy.reached[wrong[0]], *passage.separator(own, at))


GROUP = LemmaKind(LazyJoined, lemmas)
