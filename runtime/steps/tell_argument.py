"""Tell an argument: from the bounds of a rule's terms to the places that would be cut off, closed in, or joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from gridwright.compiler.geometry.plane import ends
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.value_sets import FALSE, Possible
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import typed_key

from .argument import Argument, ArgumentKind, Spot, spot_of
from .fact import Fact
from .open_graph import MAYBE, NO, YES, OpenGraph
from .term_bounds import BoundsState, TermBounds

TOLD = ("connected", "first", "same_component", "linear", "multicut", "refined", "separated", "size")


@dataclass(frozen=True, slots=True, eq=False)
class Narrowed:
    """A term, what it can still be, and which end of its range matters: that it is at `least` or at `most` so large."""

    term: Term
    possible: Possible
    least: int | None = None
    most: int | None = None


def arguments_of(term_bounds: TermBounds, state: BoundsState, narrowed: Iterable[Narrowed]) -> Iterator[Argument]:
    """Yield the arguments that terms tell in some state."""
    for narrowed_term in narrowed:
        if narrowed_term.term.op == "linear":
            yield from _of_sum(narrowed_term)
            continue
        has_own_graph = narrowed_term.term.op in ("connected", "refined")
        network = narrowed_term.term if has_own_graph else narrowed_term.term.args[0]
        graph = term_bounds.graph(network, state) if has_own_graph else state[network]
        assert isinstance(graph, OpenGraph)
        argument = _Telling(network, graph).of(narrowed_term)
        if argument is not None:
            yield argument


def _of_sum(narrowed: Narrowed) -> Iterator[Argument]:
    constant, *factors = narrowed.term.detail
    places = [variable for variable in map(_variable, narrowed.term.args) if variable is not None]
    if constant or {*factors} != {1} or len(places) < len(narrowed.term.args):
        return
    spots = tuple(spot_of(variable) for variable in sorted(places, key=lambda place: place.position))
    counted = _common_fact(narrowed.term.args)
    if narrowed.most is not None:
        yield Argument(ArgumentKind.TOO_LITTLE, spots, number=narrowed.most, counted=counted)
    if narrowed.least is not None:
        yield Argument(ArgumentKind.TOO_MUCH, spots, number=narrowed.least, counted=counted)


def _common_fact(terms: Sequence[Term]) -> Fact | None:
    """Return the fact about the first place, if these terms state the same fact about places of one layer."""
    facts = [_fact(term) for term in terms]
    alike = {(fact.variable.layer, typed_key(fact.value), fact.holds) if fact else None for fact in facts}
    return facts[0] if len(alike) == 1 else None


def _fact(term: Term) -> Fact | None:
    """Return the fact that a term states; None if it is more than one place with or without a value."""
    if term.op == "not" and (inner := _fact(term.args[0])):
        return inner.denied
    if term.op == "unknown" and term.domain.is_truth:
        return Fact(term.detail, value=True)
    if term.op == "is" and term.args[0].op == "unknown":
        return Fact(term.args[0].detail, term.detail)
    return None


def _variable(term: Term) -> Variable | None:
    """Return the only place that a term is about; None if there are several, or none."""
    unknowns = [term_below.detail for term_below in topological_order([term]) if term_below.op == "unknown"]
    return unknowns[0] if len(unknowns) == 1 else None


class _Telling:
    """A network's graph, with the places of its vertices and edges."""

    def __init__(self, network: Term, graph: OpenGraph) -> None:
        self.network = network
        self.graph = graph

    def of(self, narrowed: Narrowed) -> Argument | None:
        """Return the argument that a narrowed term tells, if it tells one."""
        term, graph, detail = narrowed.term, self.graph, narrowed.term.detail
        if term.op in ("connected", "refined"):
            return None if graph.cut_off is None else self._cut_off(graph.cut_off)
        if term.op == "same_component":
            return self._same_component(detail.source, detail.target, detail.steps, is_joined=narrowed.possible != FALSE)
        if term.op == "size":
            return self._size(detail.source, detail.steps, narrowed)
        if term.op == "multicut":
            for edge in detail.edges:
                way = graph.way(*graph.layout.edges[edge])
                if way and graph.edges[edge] == NO:
                    return self._way(way, [edge])
            return None
        if term.op == "separated":
            classes = {vertex: number for number, vertices in enumerate(detail.classes) for vertex in vertices}
            for vertex, number in classes.items():
                for other in graph.component(vertex, YES):
                    if classes.get(other, number) != number:
                        return self._way(graph.way(vertex, other))
            return None
        return self._first(detail.source, detail.places)

    def _cut_off(self, part: int) -> Argument:
        if self.network.op == "refined":
            loop = next((edges for edges in map(self._sure_edges, self._sure_parts()) if self._is_loop(edges)), None)
            if loop is not None:
                spots = tuple(self._edge_spots(loop))
                return Argument(ArgumentKind.SMALL_LOOP, spots, sure=spots)
            spots = tuple(self._edge_spots(self._sure_edges(part)))
            return Argument(ArgumentKind.CUT_OFF, spots, self._around(self.graph.members(part)), sure=spots)
        inside = self.graph.members(part)
        there = [vertex for vertex in inside if self.graph.vertices[vertex] == YES]
        return Argument(ArgumentKind.CUT_OFF, self._spots(inside), self._around(inside), sure=self._spots(there))

    def _sure_parts(self) -> list[int]:
        """Return the parts with a vertex that is there for sure, the smallest first."""
        parts = self.graph.may_parts
        sure = dict.fromkeys(parts[vertex] for vertex, there in enumerate(self.graph.vertices) if there == YES)
        return sorted(sure, key=self.graph.may_sizes.__getitem__)

    def _sure_edges(self, part: int) -> list[int]:
        """Return the edges in a part that are there for sure."""
        parts = self.graph.may_parts
        return [
            at
            for at, (a, b) in enumerate(self.graph.layout.edges)
            if self.graph.edges[at] == YES and parts[a] == parts[b] == part
        ]

    def _is_loop(self, edges: Sequence[int]) -> bool:
        """Check whether the edges of a part are a closed loop."""
        degrees = Counter(vertex for edge in edges for vertex in self.graph.layout.edges[edge])
        return all(degree == 2 for degree in degrees.values())

    def _same_component(self, source: int, target: int, steps: int | None, *, is_joined: bool) -> Argument:
        if is_joined:
            return self._way(self.graph.way(source, target))
        inside = [*self.graph.component(source, MAYBE, steps)]
        return Argument(
            ArgumentKind.APART, self._spots([source, *inside, target]), self._around(inside), sure=self._spots([source, target])
        )

    def _size(self, source: int, steps: int | None, narrowed: Narrowed) -> Argument:
        if narrowed.most is not None:
            inside = [*self.graph.component(source, MAYBE, steps)] or [source]
            there = [vertex for vertex in inside if self.graph.vertices[vertex] == YES]
            spots = self._spots(inside)
            return Argument(ArgumentKind.TOO_SMALL, spots, self._around(inside), narrowed.most, self._spots(there))
        inside = [*self.graph.component(source, YES, steps)] or [source]
        return Argument(ArgumentKind.TOO_LARGE, self._spots(inside), (), narrowed.least, self._spots(inside))

    def _first(self, source: int, places: Sequence[int]) -> Argument:
        for place in places:
            way = self.graph.way(source, place)
            if place != source and way:
                return self._way(way)
        inside = [*self.graph.component(source, MAYBE)] or [source]
        return Argument(ArgumentKind.APART, self._spots(inside), self._around(inside), sure=self._spots([source]))

    def _way(self, vertices: Sequence[int], closed: Sequence[int] = ()) -> Argument:
        spots = self._spots(vertices)
        return Argument(ArgumentKind.JOINED, spots, tuple(self._edge_spots(closed)), sure=spots)

    def _around(self, inside: Sequence[int]) -> tuple[Spot, ...]:
        vertices, edges = self.graph.beside(inside)
        edges = [edge for edge in edges if self.graph.known[edge] == NO]
        return (*self._spots(vertices), *self._edge_spots(edges))

    def _edge_spots(self, edges: Iterable[int]) -> Iterator[Spot]:
        for edge in edges:
            term = self._condition(edge)
            variable = None if term is None else _variable(term)
            if variable is not None:
                yield spot_of(variable)

    def _condition(self, edge: int) -> Term | None:
        if self.network.op == "refined":
            return self.network.args[1 + edge]
        graph = self.network.detail if self.network.op == "connected" else self.network.detail.graph
        condition = graph.edges[edge][2]
        return None if condition < 0 else self.network.args[condition]

    def _spots(self, vertices: Iterable[int]) -> tuple[Spot, ...]:
        """Return the places of vertices: that of its truth or of its value, or else what all of its edges have in common."""
        spots: dict[Spot, None] = {}
        for vertex in vertices:
            variable = self._place(vertex)
            spot = spot_of(variable) if variable is not None else self._common(vertex)
            if spot is not None:
                spots[spot] = None
        return tuple(spots)

    def _place(self, vertex: int) -> Variable | None:
        """Return the only place that the truth of a vertex, or else its value, is about."""
        if self.network.op == "refined":
            return None
        place = _variable(self.network.args[vertex])
        if place is None and self.network.op == "network" and self.network.detail.has_values:
            return _variable(self.network.args[vertex - self.network.detail.graph.vertices])
        return place

    def _common(self, vertex: int) -> Spot | None:
        common: dict[Spot, None] | None = None
        for _, edge in self.graph.layout.neighbors[vertex]:
            for grid, place in self._edge_spots([edge]):
                both = dict.fromkeys((grid, end) for end in (*(ends(place) or ()), *getattr(place, "cells", ())))
                common = both if common is None else {spot: None for spot in common if spot in both}
        return next(iter(common)) if common and len(common) == 1 else None
