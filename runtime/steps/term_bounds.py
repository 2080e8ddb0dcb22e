"""What terms can be while only some values are known, graphs included: upward from the places, by plain graph search.

It may allow too much, and never too little. So if a term that has to be true can only be false, the facts contradict it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from gridwright.compiler.ir.evaluation import conjuncts, topological_order
from gridwright.compiler.ir.network import Graph
from gridwright.compiler.ir.operation import possible_result
from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.value_sets import BOTH, FALSE, TRUE, Possible, Range, of_domain
from gridwright.compiler.values import BLANK, Value

from .knowledge import bits
from .open_graph import MAYBE, NO, YES, GraphLayout, OpenGraph, layout_of

State = dict[Term, Possible | OpenGraph]  # what each term can be; a graph for a network
GRAPHS = ("connected", "refined")  # terms that have a graph of their own
OF_NETWORKS = ("first", "joined", "multicut", "separated", "size")
MOST_AT_A_POINT = 8  # edges at a vertex of which three are tried together


class TermBounds:
    """The bounds of all terms below some roots, which have to be true."""

    def __init__(self, roots: Sequence[Term], values: Mapping[Variable, tuple[Value, ...]]) -> None:
        self.roots = tuple(roots)
        self.order = topological_order(self.roots)
        self._values = values
        self._layouts: dict[Term, GraphLayout] = {}
        self._of_mask: dict[tuple[Variable, int], Possible] = {}
        self._above = self._dependents()
        self._root_set = set(self.roots)

    def _dependents(self) -> dict[Variable, list[Term]]:
        """Return for each unknown the terms that depend on it, in order."""
        below: dict[Term, int] = {}
        unknown: list[tuple[Variable, list[Term]]] = []
        for term in self.order:
            mask = 0
            if term.op == "unknown":
                mask = 1 << len(unknown)
                unknown.append((term.detail, []))
            for arg in term.args:
                mask |= below[arg]
            below[term] = mask
            for at in bits(mask):
                unknown[at][1].append(term)
        return dict(unknown)

    def state(self, possible: Mapping[Variable, int]) -> State:
        """Return the bounds of all terms while places have only some values left."""
        state: State = {}
        for term in self.order:
            state[term] = self._bounds(term, state.__getitem__, possible)
        return state

    def updated(self, state: State, before: Mapping[Variable, int], possible: Mapping[Variable, int]) -> State:
        """Return the bounds of all terms while places have other values left than `before`, when they had those of a state."""
        different = {variable for variable, mask in possible.items() if before[variable] != mask}
        changed: State = dict(state)
        touched: set[Term] = set()
        for term in self.order:
            if term.detail in different if term.op == "unknown" else not touched.isdisjoint(term.args):
                bounds = self._bounds(term, changed.__getitem__, possible)
                if isinstance(bounds, OpenGraph) or bounds != state[term]:
                    changed[term] = bounds
                    touched.add(term)
        return changed

    def false_root(self, state: State) -> Term | None:
        """Return a root that can only be false; None if there is none."""
        return next((root for root in self.roots if state[root] == FALSE), None)

    def supposing(self, state: State, possible: Mapping[Variable, int], variable: Variable) -> Term | None:
        """Return a root that can only be false if a place has other values than in a state; None if there is none."""
        changed: State = {}

        def of(term: Term) -> Possible | OpenGraph:
            found = changed.get(term)
            return state[term] if found is None else found

        for term in self._above.get(variable, ()):
            if term.op != "unknown" and not any(arg in changed for arg in term.args):
                continue
            bounds = self._bounds(term, of, possible)
            if isinstance(bounds, OpenGraph) or bounds != state[term]:
                changed[term] = bounds
                if bounds == FALSE and term in self._root_set:
                    return term
        return None

    def under(self, root: Term, state: State, instead: State) -> Possible | OpenGraph:
        """Return what a root can be if some terms below it can be something else than in a state."""
        changed: State = dict(instead)

        def of(term: Term) -> Possible | OpenGraph:
            found = changed.get(term)
            return state[term] if found is None else found

        for term in self.below(root):
            if term not in instead and any(arg in changed for arg in term.args):
                changed[term] = self._bounds(term, of, None)
        return of(root)

    def below(self, root: Term) -> list[Term]:
        """Return the terms below a root, and itself, in order."""
        return topological_order([root])

    def graph(self, term: Term, of: Callable[[Term], Possible | OpenGraph]) -> OpenGraph:
        """Return the graph of a network, or of a truth that has one, while its arguments have these bounds."""
        if term.op == "refined":
            joins = term.detail.joins
            edges = [_there(of(arg)) for arg in term.args[1 : 1 + len(joins)]]
            layout = self._layout(term)
            vertices = [MAYBE] * layout.vertices
            for (first, second), edge in zip(joins, edges, strict=True):
                if edge == YES:
                    vertices[first] = vertices[second] = YES
            return OpenGraph(layout, vertices, edges)
        graph: Graph = term.detail if term.op == "connected" else term.detail.graph
        args = [_there(of(arg)) for arg in term.args]
        edges = [YES if condition < 0 else args[condition] for _, _, condition in graph.edges]
        if term.op == "network" and term.detail.has_values:
            values = [of(arg) for arg in term.args[len(args) - graph.vertices :]]
            edges = [
                min(edge, _alike(values[first], values[second]))
                for edge, (first, second, _) in zip(edges, graph.edges, strict=True)
            ]
        return OpenGraph(self._layout(term), args[: graph.vertices], edges)

    def _layout(self, term: Term) -> GraphLayout:
        found = self._layouts.get(term)
        if found is None:
            if term.op == "refined":
                joins = term.detail.joins
                points = 1 + max(map(max, joins), default=-1)
                found = layout_of(points, joins, [self._capacity(term, point) for point in range(points)])
            else:
                graph: Graph = term.detail if term.op == "connected" else term.detail.graph
                found = layout_of(graph.vertices, [(first, second) for first, second, _ in graph.edges])
            self._layouts[term] = found
        return found

    def _capacity(self, term: Term, point: int) -> int | None:
        """Return 2 if what is stated at once allows no three edges at a point; None otherwise."""
        edges = [term.args[1 + at] for at, joined in enumerate(term.detail.joins) if point in joined]
        if not 2 < len(edges) <= MOST_AT_A_POINT:
            return 2 if len(edges) <= 2 else None
        local = [each for each in conjuncts([term.args[0]]) if sum(edge in topological_order([each]) for edge in edges) >= 3]
        order = topological_order(local)
        for three in itertools.combinations(edges, 3):
            state: State = {}
            for each in order:
                bounds = TRUE if each in three else BOTH if each in edges else self._bounds(each, state.__getitem__, None)
                state[each] = bounds
            if not any(state[each] == FALSE for each in local):
                return None
        return 2

    def _bounds(
        self, term: Term, of: Callable[[Term], Possible | OpenGraph], possible: Mapping[Variable, int] | None
    ) -> Possible | OpenGraph:
        op = term.op
        if op == "unknown":
            mask = None if possible is None else possible.get(term.detail)
            return of_domain(term.domain) if mask is None else self._of_unknown(term, mask)
        if op == "network":
            return self.graph(term, of)
        if op in GRAPHS:
            if op == "refined" and of(term.args[0]) == FALSE:
                return FALSE
            return FALSE if self.graph(term, of).cut_off is not None else BOTH
        if op in OF_NETWORKS:
            graph = of(term.args[0])
            assert isinstance(graph, OpenGraph)
            return _of_network(term, graph, [_there(of(arg)) for arg in term.args[1:]])
        return possible_result(term, [of(arg) for arg in term.args])  # type: ignore[misc]

    def _of_unknown(self, term: Term, mask: int) -> Possible:
        key = (term.detail, mask)
        found = self._of_mask.get(key)
        if found is None:
            values = self._values[term.detail]
            is_told_apart = not term.domain.endless and term.domain.size == len(values)
            known = frozenset(values[at] for at in bits(mask))
            found = known if is_told_apart or mask == 1 else of_domain(term.domain)
            self._of_mask[key] = found
        return found


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
    """Return what a term about a network can be."""
    detail = term.detail
    if term.op == "joined":
        return _joined(graph, detail.source, detail.target, detail.steps)
    if term.op == "size":
        if graph.vertices[detail.source] == NO:
            return frozenset((0,))
        most = graph.may_sizes[graph.may_parts[detail.source]]
        sure = graph.sure_parts[detail.source]
        least = graph.sure_sizes[sure] if sure >= 0 else 0
        if detail.steps is not None and most > detail.steps + 1:  # a smaller group has nothing that is so far away
            most = len(graph.reached(detail.source, MAYBE, detail.steps))
            least = len(graph.reached(detail.source, YES, detail.steps)) if least > detail.steps + 1 else least
        return Range(least, most, False) if most - least > 100 else frozenset(range(least, most + 1))
    if term.op == "multicut":
        for edge in detail.edges:
            first, second = graph.layout.edges[edge]
            is_closed = NO in (graph.edges[edge], graph.vertices[first], graph.vertices[second])
            if is_closed and _joined(graph, first, second, None) == TRUE:
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
    found: list[Value] = []
    for at, truth in zip(places, truths, strict=True):
        is_joined = _joined(graph, source, at, None) if truth != NO else FALSE
        if is_joined != FALSE:
            found.append(at)
        if truth == YES and is_joined == TRUE:
            return frozenset(found)
    return frozenset((*found, BLANK))


def _joined(graph: OpenGraph, source: int, target: int, steps: int | None) -> Possible:
    parts = graph.may_parts
    if parts[source] < 0 or parts[source] != parts[target]:
        return FALSE
    sure = graph.sure_parts
    is_sure = sure[source] >= 0 and sure[source] == sure[target]
    if steps is None:
        return TRUE if is_sure else BOTH
    if target not in graph.reached(source, MAYBE, steps):
        return FALSE
    return TRUE if is_sure and target in graph.reached(source, YES, steps) else BOTH
