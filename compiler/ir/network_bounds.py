"""What is known of a network of which only some is known: which vertices are joined with a source surely, and which may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .network import Graph
from .operation import KnownFacts, possible_result
from .term import Term
from .value_sets import BOTH, FALSE, TRUE, EmptyMeet, Possible, meet, single

JUNCTIONS = ("not", "and", "or")
DEPTH = 3  # of junctions that are looked into: an edge is open where there is no wall


def reached_from(start: int, joined: Mapping[int, Sequence[int]]) -> set[int]:
    """Return the vertices that are reached from one, which is among them."""
    seen = {start}
    todo = [start]
    while todo:
        for other in joined[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


class NetworkBounds:
    """For a term of a network the vertices that are surely joined with a source, and those that may be."""

    def __init__(self, facts: KnownFacts, term: Term, source: int) -> None:
        network = term.args[0]
        graph: Graph = network.detail.graph
        self._facts = facts
        of = self._of
        self._values = network.args[-graph.vertices :] if network.detail.has_values else ()
        joined = facts.peers("joined", (network, source))
        said = {each.detail.target: of(each) for each in joined if each is not term and each.detail.steps is None}
        self.can = {at for at in range(graph.vertices) if of(network.args[at]) != FALSE and said.get(at) != FALSE}
        self.must = {at for at in range(graph.vertices) if of(network.args[at]) == TRUE}
        may: dict[int, list[int]] = {at: [] for at in self.can}
        sure: dict[int, list[int]] = {at: [] for at in self.must}
        for first, second, condition in graph.edges:
            is_open = TRUE if condition < 0 else of(network.args[condition])
            for here, there in ((first, second), (second, first)):
                if is_open != FALSE and here in may and there in may and self._equal(here, there) != FALSE:
                    may[here].append(there)
                if is_open == TRUE and here in sure and there in sure and self._equal(here, there) == TRUE:
                    sure[here].append(there)
        # of equal value with the source: a term of its own tells that
        self.may = (
            reached_from(source, {here: [t for t in to if self._equal(t, source) != FALSE] for here, to in may.items()})
            if source in may
            else set()
        )
        self.sure = set()
        if source in sure or any(possible == TRUE for possible in said.values()):
            todo = [source, *(at for at, possible in said.items() if possible == TRUE)]
            self.sure = set(todo)
            for here in todo:
                for first, second, condition in graph.edges:
                    if condition >= 0 and of(network.args[condition]) != TRUE:
                        continue
                    for one, other in ((first, second), (second, first)):
                        is_true = one == here and other not in self.sure and of(network.args[other]) == TRUE
                        if is_true and (self._equal(other, source) == TRUE or self._equal(one, other) == TRUE):
                            self.sure.add(other)
                            todo.append(other)

    def _of(self, term: Term, depth: int = DEPTH) -> Possible:
        """Return what a truth can be: by the facts about it, or about what it is made of a few steps down."""
        known = self._facts.of(term)
        if known != BOTH or not depth or term.op not in JUNCTIONS:
            return known
        return possible_result(term, [self._of(arg, depth - 1) for arg in term.args])

    def _equal(self, first: int, second: int) -> Possible:
        """Return whether two vertices have the same value, as far as it is known."""
        if not self._values or first == second:
            return TRUE
        one, other = self._values[first], self._values[second]
        if one is other:
            return TRUE
        of = self._facts.of
        said = self._facts.peers("same", frozenset((one, other)))
        if said and of(said[-1]) != BOTH:
            return of(said[-1])
        try:
            left = meet(of(one), of(other))
        except EmptyMeet:
            return FALSE
        return TRUE if single(left) and of(one) == of(other) else BOTH
