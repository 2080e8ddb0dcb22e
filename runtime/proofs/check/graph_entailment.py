"""What can be said of connectivity, groups and ways of which only some is known: what hangs together surely, and what may."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.ir.decision_graph import DecisionGraph
from gridwright.compiler.ir.network import Graph, Joined
from gridwright.compiler.ir.term import Term

from .abstract_values import BOTH, FALSE, TRUE, EmptyMeet, Possible, Range, meet, single

Of = Callable[[Term], Possible]


def reachable(graph: Graph, args: Sequence[Possible]) -> set[int] | None:
    """The vertices that may hang together with the first one that is surely true; none where there is no such vertex."""
    sure = next((at for at in range(graph.vertices) if args[at] == TRUE), None)
    if sure is None:
        return None
    may: dict[int, list[int]] = {at: [] for at in range(graph.vertices) if args[at] != FALSE}
    for first, second, condition in graph.edges:
        if first in may and second in may and (condition < 0 or args[condition] != FALSE):
            may[first].append(second)
            may[second].append(first)
    return _reached(sure, may)


def _reached(start: int, joined: Mapping[int, Sequence[int]]) -> set[int]:
    seen = {start}
    todo = [start]
    while todo:
        for other in joined[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


class _Network:
    """The vertices that are joined with a source surely, and those that may be."""

    def __init__(
        self, network: Term, source: int, of: Of, joined: Sequence[Term], same: Mapping[frozenset[Term], Term], without: Term
    ) -> None:
        graph: Graph = network.detail.graph
        self.args = network.args
        self.values = network.args[-graph.vertices :] if network.detail.has_values else ()
        self.of, self.same = of, same
        said = {each.detail.target: of(each) for each in joined if each is not without and each.detail.steps is None}
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
        # of equal value with the source: said by a term of its own
        self.may = (
            _reached(source, {here: [t for t in to if self._equal(t, source) != FALSE] for here, to in may.items()})
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

    def _equal(self, first: int, second: int) -> Possible:
        """Whether two vertices have the same value."""
        if not self.values or first == second:
            return TRUE
        one, other = self.values[first], self.values[second]
        if one is other:
            return TRUE
        said = self.same.get(frozenset((one, other)))
        if said is not None and self.of(said) != BOTH:
            return self.of(said)
        try:
            left = meet(self.of(one), self.of(other))
        except EmptyMeet:
            return FALSE
        return TRUE if single(left) and self.of(one) == self.of(other) else BOTH


def joined(
    term: Term, of: Of, all_joined: Mapping[tuple[Term, int], Sequence[Term]], same: Mapping[frozenset[Term], Term]
) -> Possible:
    """Whether two vertices are in one group."""
    detail: Joined = term.detail
    network = _Network(term.args[0], detail.source, of, all_joined.get((term.args[0], detail.source), ()), same, term)
    if detail.target not in network.may:
        return FALSE
    return TRUE if detail.target in network.sure and detail.steps is None else BOTH


def size(
    term: Term, of: Of, all_joined: Mapping[tuple[Term, int], Sequence[Term]], same: Mapping[frozenset[Term], Term]
) -> Possible:
    """How many vertices a group has."""
    source = term.detail.source
    network = _Network(term.args[0], source, of, all_joined.get((term.args[0], source), ()), same, term)
    least = len(network.sure) if term.detail.steps is None else 0
    return frozenset(range(least, len(network.may) + 1))


def onward(way: DecisionGraph, node: int, args: Sequence[Term], of: Of) -> set[int]:
    """Where a way goes from a node, if every value that is left leads to the same; otherwise nowhere that is known."""
    arg, targets = way.nodes[node]
    possible = of(args[arg])
    if isinstance(possible, Range):
        return set()
    found = {to for value, to in zip(way.alphabets[arg], targets, strict=True) if value in possible}
    return found if len(found) == 1 and possible <= set(way.alphabets[arg]) else set()
