"""What terms can be while only some values are known, graphs included: upward from the places, by plain graph search.

It may allow too much, and never too little. So if a term that has to be true can only be false, the facts contradict it.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.network import Graph
from gridwright.compiler.ir.operation import possible_result
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.value_sets import BOTH, FALSE, TRUE, Possible, bounds, interval, of_domain
from gridwright.compiler.ir.walk import conjuncts
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK, Value

from .knowledge import bits
from .narrowed_graph import narrow_graph
from .open_graph import MAYBE, NO, YES, GraphLayout, OpenGraph, layout_of

GRAPHS = ("connected", "refined")  # terms that have a graph of their own
OF_NETWORKS = ("first", "same_component", "multicut", "separated", "size")
MOST_AT_A_POINT = 8  # edges at a vertex of which three are tried together

Bounds = Possible | OpenGraph  # what a term can be; a graph for a network

Starts = Mapping[Term, list[tuple[Term, Bounds]]]  # terms whose bounds may be others now, with the arguments that have changed
Touched = Sequence[tuple[Term, Bounds]]  # arguments that have other bounds now, with what they had before
DECISIVE = {"and": FALSE, "or": TRUE}  # what one argument decides


class BoundsState(dict[Term, Bounds]):
    """What each term can be. `graphs`: those of truths that have a graph of their own."""

    __slots__ = ("graphs",)

    def __init__(self, of_terms: Mapping[Term, Bounds], graphs: Mapping[Term, OpenGraph]) -> None:
        super().__init__(of_terms)
        self.graphs = dict(graphs)


@dataclass(frozen=True, slots=True, eq=False)
class ArgumentParts:
    """The vertices and edges of a graph that depend on an argument; `alike`: edges are there between equal values only."""

    vertices: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    alike: bool = False


NO_PARTS = ArgumentParts()


@dataclass(frozen=True, slots=True, eq=False)
class TermsAboveNetwork:
    """The terms above a network by what changes them.

    `about` a vertex are those that ask what it is joined to; `always`, all others.
    """

    always: tuple[Term, ...]
    about: Mapping[int, Sequence[Term]]


class TermBounds:
    """The bounds of all terms below some roots, which have to be true."""

    def __init__(self, roots: Sequence[Term], values: Mapping[Variable, tuple[Value, ...]]) -> None:
        self.roots = tuple(roots)
        self.order = topological_order(self.roots)
        self._values = values
        self._layouts: dict[Term, GraphLayout] = {}
        self._parts_of: dict[Term, dict[Term, ArgumentParts]] = {}
        self.visited = 0  # terms whose bounds were computed again
        self._above_network: dict[Term, TermsAboveNetwork] = {}
        self._factors: dict[Term, dict[Term, int]] = {}  # of the arguments of a sum
        self._of_mask: dict[tuple[Variable, int], Possible] = {}
        self._below: dict[Term, list[Term]] = {}
        self._root_set = set(self.roots)
        self._unknown = {term.detail: term for term in self.order if term.op == "unknown"}
        self._above: dict[Term, list[Term]] = {}  # the terms that each term is an argument of
        for term in self.order:
            for arg in dict.fromkeys(term.args):
                self._above.setdefault(arg, []).append(term)

    def state(self, possible: Mapping[Variable, int]) -> BoundsState:
        """Return the bounds of all terms while places have only some values left."""
        state = BoundsState({}, {})
        for term in self.order:
            state[term] = self._bounds(term, state, possible)
        return state

    def update(
        self, state: BoundsState, before: Mapping[Variable, int], possible: Mapping[Variable, int], *, narrows: bool = False
    ) -> BoundsState:
        """Return the bounds of all terms while places have other values left than `before`, when they had those of a state.

        `narrows`: places have only lost values.
        """
        changed = BoundsState(state, state.graphs)
        different: Starts = {term: [] for variable, term in self._unknown.items() if before[variable] != possible[variable]}
        for term, now in self._spread(changed, different, possible, narrows=narrows):
            changed[term] = now
        return changed

    def false_root(self, state: BoundsState) -> Term | None:
        """Return a root that can only be false; None if there is none."""
        return next((root for root in self.roots if state[root] == FALSE), None)

    def supposing(
        self, state: BoundsState, possible: Mapping[Variable, int], variable: Variable, above: Sequence[Term] | None = None
    ) -> Term | None:
        """Return a root that can only be false if a place has fewer values than in a state; None if there is none.

        `above`: the terms above the place through which that may matter; None for all.
        """
        unknown = self._unknown.get(variable)
        if unknown is None:
            return None
        before = [(unknown, state[unknown])]
        starts = {term: [*before] for term in (self.above(unknown) if above is None else above)}
        graphs = state.graphs
        state.graphs = dict(graphs)
        try:
            state[unknown] = self.of_place(variable, possible[variable])
            for term, now in self._spread(state, starts, possible, narrows=True):
                if now == FALSE and term in self._root_set:
                    return term
                before.append((term, state[term]))
                state[term] = now
        finally:
            state.graphs = graphs
            state.update(before)
        return None

    def above(self, term: Term) -> Sequence[Term]:
        """Return the terms that a term is an argument of."""
        return self._above.get(term, ())

    def of_place(self, variable: Variable, mask: int) -> Possible:
        """Return the bounds of a place if it has only the values of a mask."""
        return self._of_unknown(self._unknown[variable], mask)

    def unknown(self, variable: Variable) -> Term | None:
        """Return the term of a place; None if no term is about it."""
        return self._unknown.get(variable)

    def number_of_values(self, variable: Variable) -> int:
        """Return how many values a place has."""
        return len(self._values[variable])

    def _spread(
        self,
        state: BoundsState,
        starts: Starts,
        possible: Mapping[Variable, int],
        *,
        narrows: bool = False,
        fixed: Collection[Term] = (),
    ) -> Iterator[tuple[Term, Bounds]]:
        """Yield the terms whose bounds change, arguments first, with their new bounds, which the caller writes into the state.

        Those may change that stand above some terms, and these `starts`; of their arguments, those change that each has with it.
        `narrows`: places only lose values. `fixed`: terms that stay as they are.
        """
        waiting = [(term.id, term) for term in starts]
        heapq.heapify(waiting)
        touched = dict(starts)
        while waiting:
            term = heapq.heappop(waiting)[1]
            self.visited += 1
            before = state[term]
            now = self._narrow(term, state, possible, touched[term]) if narrows else self._bounds(term, state, possible)
            if isinstance(now, OpenGraph) or now != before:
                yield term, now
                for above in self._terms_above(term, before, now):
                    if above in touched:
                        touched[above].append((term, before))
                    elif above not in fixed:
                        touched[above] = [(term, before)]
                        heapq.heappush(waiting, (above.id, above))

    def _terms_above(self, term: Term, before: Bounds, now: Bounds) -> Iterable[Term]:
        """Return the terms above one that may change with it. Of a network, most that ask whether two are joined do not."""
        if not isinstance(before, OpenGraph) or not isinstance(now, OpenGraph):
            return self.above(term)
        above = self._above_network.get(term)
        if above is None:
            above = self._above_network[term] = _above_network(self.above(term))
        affected = dict.fromkeys(above.always)
        for vertex in now.changed_vertices(before) if above.about else ():
            affected.update(dict.fromkeys(above.about.get(vertex, ())))
        return affected

    def under(self, root: Term, state: BoundsState, instead: Mapping[Term, Bounds]) -> Bounds:
        """Return the bounds of a root where some terms below it have other bounds than in a state."""
        before = [(term, state[term]) for term in instead]
        graphs = state.graphs
        state.graphs = dict(graphs)
        try:
            state.update(instead)
            above: Starts = {above: [] for term in instead for above in self.above(term) if above not in instead}
            for term, now in self._spread(state, above, {}, fixed=instead):
                before.append((term, state[term]))
                state[term] = now
            return state[root]
        finally:
            state.graphs = graphs
            state.update(reversed(before))

    def below(self, root: Term) -> list[Term]:
        """Return the terms below a root, and itself, in order."""
        terms = self._below.get(root)
        if terms is None:
            terms = self._below[root] = topological_order([root])
        return terms

    def places(self, root: Term) -> set[Variable]:
        """Return the unknowns below a root."""
        return {term.detail for term in self.below(root) if term.op == "unknown"}

    def graph(self, term: Term, state: BoundsState) -> OpenGraph:
        """Return the graph of a network, or of a truth that has one, while its arguments have the bounds of a state."""
        if term.op == "refined":
            joins = term.detail.joins
            edges = [_there(state[arg]) for arg in term.args[1 : 1 + len(joins)]]
            layout = self._layout(term)
            vertices = [MAYBE] * layout.vertices
            for (first, second), edge in zip(joins, edges, strict=True):
                if edge == YES:
                    vertices[first] = vertices[second] = YES
            return OpenGraph(layout, vertices, edges)
        graph = _graph_of(term)
        args = [_there(state[arg]) for arg in term.args]
        edges = [YES if condition < 0 else args[condition] for _, _, condition in graph.edges]
        if _has_values(term):
            values = [state[arg] for arg in term.args[len(args) - graph.vertices :]]
            edges = [
                min(edge, _alike(values[first], values[second]))
                for edge, (first, second, _) in zip(edges, graph.edges, strict=True)
            ]
        return OpenGraph(self._layout(term), args[: graph.vertices], edges)

    def _narrowed_graph(self, term: Term, base: OpenGraph, state: BoundsState, touched: Touched) -> OpenGraph:
        """Return the graph after some of its arguments have lost values; `base` is that before."""
        vertices: dict[int, int] = {}
        edges: dict[int, int] = {}
        for arg, _ in touched:
            parts = self._parts(term).get(arg, NO_PARTS)
            there = _there(state[arg])
            vertices.update(dict.fromkeys(parts.vertices, there))
            for edge in parts.edges:
                edges[edge] = there if not parts.alike else self._edge(term, edge, state)
                if there == YES and term.op == "refined":
                    vertices.update(dict.fromkeys(base.layout.edges[edge], YES))
        return narrow_graph(base, vertices, edges)

    def _edge(self, term: Term, edge: int, state: BoundsState) -> int:
        """Return the state of an edge that is present only between equal values."""
        graph = _graph_of(term)
        first, second, condition = graph.edges[edge]
        there = YES if condition < 0 else _there(state[term.args[condition]])
        values = len(term.args) - graph.vertices
        return min(there, _alike(state[term.args[values + first]], state[term.args[values + second]]))

    def _parts(self, term: Term) -> dict[Term, ArgumentParts]:
        """Return for each argument of a graph the vertices and edges that depend on it."""
        parts = self._parts_of.get(term)
        if parts is None:
            parts = self._parts_of[term] = _parts_of_graph(term, self._layout(term))
        return parts

    def _layout(self, term: Term) -> GraphLayout:
        layout = self._layouts.get(term)
        if layout is None:
            if term.op == "refined":
                joins = term.detail.joins
                points = 1 + max(map(max, joins), default=-1)
                about = _about_edges(term)
                layout = layout_of(points, joins, [self._capacity(term, point, about) for point in range(points)])
            else:
                graph = _graph_of(term)
                layout = layout_of(graph.vertices, [(first, second) for first, second, _ in graph.edges])
            self._layouts[term] = layout
        return layout

    def _capacity(self, term: Term, point: int, about: Mapping[Term, Sequence[Term]]) -> int | None:
        """Return 2 if what is stated at once allows no three edges at a point; None otherwise.

        `about`: what is stated of each edge.
        """
        edges = [term.args[1 + at] for at, joined in enumerate(term.detail.joins) if point in joined]
        if not 2 < len(edges) <= MOST_AT_A_POINT:
            return 2 if len(edges) <= 2 else None
        stated = Counter(conjunct for edge in edges for conjunct in about.get(edge, ()))
        local = [conjunct for conjunct, number in stated.items() if number >= 3]
        order = topological_order(local)
        for three in itertools.combinations(edges, 3):
            state = BoundsState({}, {})
            for term_below in order:
                state[term_below] = (
                    TRUE if term_below in three else BOTH if term_below in edges else self._bounds(term_below, state, {})
                )
            if not any(state[conjunct] == FALSE for conjunct in local):
                return None
        return 2

    def _bounds(self, term: Term, state: BoundsState, possible: Mapping[Variable, int]) -> Bounds:
        """Return the bounds of a term, from those of its arguments."""
        op = term.op
        if op == "unknown":
            mask = possible.get(term.detail)
            return of_domain(term.domain) if mask is None else self._of_unknown(term, mask)
        if op == "network":
            return self.graph(term, state)
        if op in GRAPHS:
            return self._of_own_graph(term, self.graph(term, state), state)
        if op in OF_NETWORKS:
            graph = state[term.args[0]]
            assert isinstance(graph, OpenGraph)
            return _of_network(term, graph, [_there(state[arg]) for arg in term.args[1:]])
        return possible_result(term, [*map(state.__getitem__, term.args)])  # type: ignore[list-item]

    def _narrow(self, term: Term, state: BoundsState, possible: Mapping[Variable, int], touched: Touched) -> Bounds:
        """Return the bounds of a term after some of its arguments have lost values.

        It is the same as `_bounds`, and does not look at all arguments again, of which there may be hundreds.
        """
        op, before = term.op, state[term]
        if op == "network" and touched:
            assert isinstance(before, OpenGraph)
            return self._narrowed_graph(term, before, state, touched)
        if op in GRAPHS and touched:
            return self._of_own_graph(term, self._narrowed_graph(term, state.graphs[term], state, touched), state)
        if op in DECISIVE and touched:
            if before != BOTH:
                return before
            if any(state[arg] == DECISIVE[op] for arg, _ in touched):
                return DECISIVE[op]
            return next((BOTH for arg in term.args if state[arg] not in (TRUE, FALSE)), FALSE if op == "or" else TRUE)
        if op == "linear" and touched:
            return self._narrowed_sum(term, before, state, touched)
        return self._bounds(term, state, possible)

    def _of_own_graph(self, term: Term, graph: OpenGraph, state: BoundsState) -> Bounds:
        state.graphs[term] = graph
        return FALSE if graph.is_cut or (term.op == "refined" and state[term.args[0]] == FALSE) else BOTH

    def _narrowed_sum(self, term: Term, before: Bounds, state: BoundsState, touched: Touched) -> Bounds:
        factors = self._factors.get(term)
        if factors is None:
            factors = self._factors[term] = dict(zip(term.args, term.detail[1:], strict=True))
        low, high = bounds(before)
        for arg, was in touched:
            (old_low, old_high), (new_low, new_high) = bounds(was), bounds(state[arg])
            ends = factors[arg] * (new_low - old_low), factors[arg] * (new_high - old_high)
            low, high = low + max(ends), high + min(ends)
        return interval(low, high)

    def _of_unknown(self, term: Term, mask: int) -> Possible:
        key = (term.detail, mask)
        possible = self._of_mask.get(key)
        if possible is None:
            values = self._values[term.detail]
            is_told_apart = not term.domain.endless and term.domain.size == len(values)
            known = frozenset(values[at] for at in bits(mask))
            possible = known if is_told_apart or mask == 1 else of_domain(term.domain)
            self._of_mask[key] = possible
        return possible


def _about_edges(term: Term) -> dict[Term, list[Term]]:
    """Return the conjuncts that read each edge, for a truth with a graph of its own."""
    edges = set(term.args[1 : 1 + len(term.detail.joins)])
    about: dict[Term, list[Term]] = {}
    for conjunct in conjuncts([term.args[0]]):
        for edge in edges.intersection(topological_order([conjunct])):
            about.setdefault(edge, []).append(conjunct)
    return about


def _graph_of(term: Term) -> Graph:
    """Return the graph of a network, or of a truth that is about connected vertices."""
    graph: Graph = term.detail if term.op == "connected" else term.detail.graph
    return graph


def _has_values(term: Term) -> bool:
    """Check whether only vertices of equal values are joined."""
    return term.op == "network" and bool(term.detail.has_values)


def _parts_of_graph(term: Term, layout: GraphLayout) -> dict[Term, ArgumentParts]:
    """Return for each argument of a graph the vertices and edges that depend on it."""
    vertices: dict[Term, list[int]] = {}
    edges: dict[Term, list[int]] = {}
    if term.op == "refined":
        for edge in range(len(layout.edges)):
            edges.setdefault(term.args[1 + edge], []).append(edge)
    else:
        graph = _graph_of(term)
        for vertex in range(graph.vertices):
            vertices.setdefault(term.args[vertex], []).append(vertex)
        for edge, (_, _, condition) in enumerate(graph.edges):
            if condition >= 0:
                edges.setdefault(term.args[condition], []).append(edge)
        for vertex, value in enumerate(term.args[len(term.args) - graph.vertices :] if _has_values(term) else ()):
            edges.setdefault(value, []).extend(edge for _, edge in layout.neighbors[vertex])
    alike = _has_values(term)
    return {arg: ArgumentParts(tuple(vertices.get(arg, ())), tuple(edges.get(arg, ())), alike) for arg in {*vertices, *edges}}


def _above_network(terms: Iterable[Term]) -> TermsAboveNetwork:
    """Return the terms above a network by what changes them."""
    always: list[Term] = []
    about: dict[int, list[Term]] = {}
    for term in terms:
        if term.op != "same_component" or term.detail.steps is not None:
            always.append(term)
            continue
        for vertex in {term.detail.source, term.detail.target}:
            about.setdefault(vertex, []).append(term)
    return TermsAboveNetwork(tuple(always), about)


def _there(possible: Possible | OpenGraph) -> int:
    """Return whether a truth is there: for sure, perhaps, or not."""
    return YES if possible == TRUE else NO if possible == FALSE else MAYBE


def _alike(first: Possible | OpenGraph, second: Possible | OpenGraph) -> int:
    """Return whether two values are equal: for sure, perhaps, or not."""
    if isinstance(first, frozenset) and isinstance(second, frozenset):
        if first.isdisjoint(second):
            return NO
        return YES if len(first) == len(second) == 1 else MAYBE
    return MAYBE


def _of_network(term: Term, graph: OpenGraph, truths: Sequence[int]) -> Possible:
    """Return the possible values of a term about a network."""
    detail = term.detail
    if term.op == "same_component":
        return _same_component(graph, detail.source, detail.target, detail.steps)
    if term.op == "size":
        if graph.vertices[detail.source] == NO:
            return frozenset((0,))
        most = graph.may_sizes[graph.may_parts[detail.source]]
        sure = graph.sure_parts[detail.source]
        least = graph.sure_sizes[sure] if sure >= 0 else 0
        if detail.steps is not None:  # a larger group has as many vertices within so many steps; who asks no more needs to know
            least = min(least, detail.steps + 1)
        return interval(least, most)
    if term.op == "multicut":
        for edge in detail.edges:
            first, second = graph.layout.edges[edge]
            is_closed = NO in (graph.edges[edge], graph.vertices[first], graph.vertices[second])
            if is_closed and _same_component(graph, first, second, None) == TRUE:
                return FALSE
        return BOTH
    if term.op == "separated":
        parts = graph.sure_parts
        seen: dict[int, int] = {}
        for number, vertices in enumerate(detail.classes):
            for vertex in vertices:
                if parts[vertex] >= 0 and seen.setdefault(parts[vertex], number) != number:
                    return FALSE
        return BOTH
    return _first(graph, detail.source, detail.places, truths)


def _first(graph: OpenGraph, source: int, places: Sequence[int], truths: Sequence[int]) -> Possible:
    values: list[Value] = []
    for at, truth in zip(places, truths, strict=True):
        is_joined = _same_component(graph, source, at, None) if truth != NO else FALSE
        if is_joined != FALSE:
            values.append(at)
        if truth == YES and is_joined == TRUE:
            return frozenset(values)
    return frozenset((*values, BLANK))


def _same_component(graph: OpenGraph, source: int, target: int, steps: int | None) -> Possible:
    parts = graph.may_parts
    if parts[source] < 0 or parts[source] != parts[target]:
        return FALSE
    sure = graph.sure_parts
    is_sure = sure[source] >= 0 and sure[source] == sure[target]
    if steps is None:
        return TRUE if is_sure else BOTH
    if target not in graph.component(source, MAYBE, steps):
        return FALSE
    return TRUE if is_sure and target in graph.component(source, YES, steps) else BOTH
