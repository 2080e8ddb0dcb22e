"""Rooms between walls: where no closed edge lies inside a group, neighbours are in one group exactly if their edge is open.

Before:  wall[r1c1-r1c2]  is the opposite of  r1c1 and r1c2 in one group
         ... and so on, for each edge
         r1c1 and r1c2 in one group  or  ...
After:   no group holds both ends of a closed edge
         not wall[r1c1-r1c2]  or  ...

What rules say edge by edge becomes one term over the whole network: the closed edges are a multicut. The network of all other
terms then tells that its edges are induced: whatever is written out about its groups gets smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..ir.module import Assertion, Module, Origin
from ..ir.network import Network, SameComponent
from ..ir.operands import operand
from ..ir.reachability_layers import reachability_layers_of
from ..ir.rebuild import Replacement
from ..ir.term import Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.term_store import TableTooLarge, TermStore
from ..ir.walk import conjuncts
from ..language.budget import Enter, enter_nothing
from ..records import dataclass, field, replace
from . import only_with

JUNCTIONS = ("and", "or", "not", "same")  # what is looked into for a statement about one edge
MOST_LEAVES = 40  # of a part of an assertion that is looked into


@only_with("same_component")
def multicut_apart(module: Module, has_selector: Callable[[Origin], bool]) -> Module:
    """Do the same if some assertions have selectors: no assertion uses what such a one says, and each of these only its own."""
    always = tuple(assertion for assertion in module.assertions if not has_selector(assertion.origin))
    alone: dict[Origin, list[Assertion]] = {}
    for assertion in module.assertions:
        if has_selector(assertion.origin):
            alone.setdefault(assertion.origin, []).append(assertion)
    rewritten = [multicut(replace(module, assertions=tuple(assertions), target=None)) for assertions in (always, *alone.values())]
    return replace(module, assertions=tuple(assertion for module_part in rewritten for assertion in module_part.assertions))


@only_with("same_component")
def multicut(module: Module, on_progress: Enter = enter_nothing) -> Module:
    """Return the module with one term for all edges whose ends are said to be in one group only if they are open."""
    stated = faithful_edges(module)
    if not stated:
        return module
    terms = module.terms
    replacement = Replacement(terms, dict(_simpler(terms, module.reachable_terms(), stated)))
    assertions: list[Assertion] = []
    for assertion in module.assertions:
        term = _replace(replacement, assertion.term)
        assertions.append(assertion if term is False else replace(assertion, term=term))  # what is refuted is what was said
    for network, faithful in stated.items():
        on_progress("encoding", faithful.origin.span)
        assertions.append(Assertion(terms.multicut(network, tuple(sorted(faithful.edges))), faithful.origin))
    target = module.target and module.target.with_term(lambda term: _replace(replacement, term))
    return Module(terms, module.variables, tuple(assertions), target)


@dataclass(frozen=True, slots=True)
class Faithful:
    """The edges of a network, by their numbers, that are open if their ends are in one group; and who says so first.

    Each edge has the part of an assertion that says so, and the term "its ends are in one group" in it.
    """

    origin: Origin
    edges: dict[int, tuple[Term, Term]] = field(default_factory=dict)


def faithful_edges(module: Module) -> dict[Term, Faithful]:
    """Return for each network the edges that rules require to be open if both ends are in one group."""
    faithful: dict[Term, Faithful] = {}
    for assertion in module.assertions:
        for part in conjuncts([assertion.term]):
            for joined, edge in module.terms.once(_faithful_in, part):
                faithful.setdefault(joined.args[0], Faithful(assertion.origin)).edges[edge] = part, joined
    return faithful


def _faithful_in(terms: TermStore, part: Term) -> list[tuple[Term, int]]:
    """Return the edges that a part of an assertion requires to be open, each with the term "its ends are in one group"."""
    edges = []
    for joined in _leaves(part):
        edge = terms.once(_single_edges, joined.args[0]).get(_ends(joined.detail.source, joined.detail.target))
        if edge is not None and truth_of_edge(part, joined, edge, is_joined=True, is_open=False) is False:
            edges.append((joined, edge))
    return edges


def _leaves(part: Term) -> list[Term]:
    """Return the terms "in one group" that a few junctions lead to; none if there are many."""
    seen = {part: None}
    for term in (waiting := [part]):
        for arg in term.args if term.op in JUNCTIONS else ():
            if arg not in seen:
                seen[arg] = None
                waiting.append(arg)
        if len(seen) > MOST_LEAVES:
            return []
    return [
        term for term in seen if term.op == "same_component" and term.detail.steps is None
    ]  # within some steps says too little


def _ends(first: int, second: int) -> tuple[int, int]:
    return min(first, second), max(first, second)


def _single_edges(terms: TermStore, network: Term) -> dict[tuple[int, int], int]:
    """Return the edges that have a condition and are the only ones between their ends."""
    graph = network.detail.graph
    edges_between: dict[tuple[int, int], list[int]] = {}
    for at, (first, second, _) in enumerate(graph.edges):
        edges_between.setdefault(_ends(first, second), []).append(at)
    return {
        ends: edges[0]
        for ends, edges in edges_between.items()
        if len(edges) == 1 and ends[0] != ends[1] and graph.edges[edges[0]][2] >= 0
    }


def truth_of_edge(part: Term, joined: Term, edge: int, *, is_joined: bool, is_open: bool) -> bool | None:
    """Return the truth of a part if both ends of an edge are in groups, in one or not, and the edge is open or closed."""
    network = joined.args[0]
    graph = network.detail.graph
    first, second, at = graph.edges[edge]
    known: dict[Term, bool | None] = {joined: is_joined}
    for vertex in (network.args[first], network.args[second]):
        known |= dict.fromkeys((vertex, *(vertex.args if vertex.op == "and" else ())), True)
    condition = network.args[at]
    known[condition] = is_open
    if condition.op == "not":
        known[condition.args[0]] = not is_open
    return _truth(part, known)


def _truth(term: Term, known: dict[Term, bool | None]) -> bool | None:
    """Return the truth of a term made of junctions, or None if it is open. What is found is added to `known`."""
    if term not in known:
        args = [_truth(arg, known) for arg in term.args] if term.op in JUNCTIONS else []
        if term.op == "constant":
            known[term] = bool(term.detail)
        elif not args:
            known[term] = None
        elif term.op in ("and", "or"):
            decisive = term.op == "or"
            known[term] = decisive if decisive in args else None if None in args else not decisive
        elif None in args:
            known[term] = None
        else:
            known[term] = not args[0] if term.op == "not" else args[0] is args[1]
    return known[term]


def _simpler(terms: TermFactory, used: Sequence[Term], stated: Mapping[Term, Faithful]) -> Iterator[tuple[Term, Operand]]:
    """Yield each term about a network whose edges are induced, with what it is then."""
    for network, faithful in stated.items():
        edges = tuple(sorted(faithful.edges))
        detail: Network = network.detail
        induced = terms.intern("network", network.args, Network(detail.graph, detail.has_values, edges), network.domain)
        single = {_ends(*detail.graph.edges[at][:2]): at for at in edges}
        growth = reachability_layers_of(terms, network)
        for term in used:
            if term.op == "size" and term.args[0] is network:
                yield term, terms.size(induced, term.detail.source, term.detail.steps)
            elif term.op == "first" and term.args[0] is network:
                yield term, terms.intern("first", (induced, *term.args[1:]), term.detail, term.domain)
            elif term.op == "same_component" and term.args[0] is network:
                joined: SameComponent = term.detail
                at = single.get(_ends(joined.source, joined.target))
                if at is None or joined.steps == 0:
                    yield term, terms.same_component(induced, joined.source, joined.target, joined.steps)
                    continue
                first, second, condition = detail.graph.edges[at]
                ends = [growth.vertex(first, first), growth.vertex(second, first)]
                yield term, terms.conjunction([operand(network.args[condition]), *ends])


def _replace(replacement: Replacement, term: Operand) -> Operand:
    try:
        return replacement.of(term)
    except TableTooLarge:  # a term that is not rebuilt says the same as it is
        return term
