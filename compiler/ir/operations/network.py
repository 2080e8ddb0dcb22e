"""`network`: vertices and what joins them, read as a whole by `same_component` and `size`."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain import Domain
from ..network import Network, NetworkValue, graph_of
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible
from .and_or import make_or


def make_network(
    terms: TermStore,
    vertices: Sequence[Operand],
    edges: Sequence[tuple[int, int, Operand]],
    values: Sequence[Operand] | None = None,
) -> Term:
    """Return vertices, joined by the true edges between true ones (of equal value, if there are `values`)."""
    graph, conditions = graph_of(len(vertices), _one_for_each_pair(terms, edges))
    return terms.make("network", [*vertices, *conditions, *(values or ())], Network(graph, values is not None), Domain(()))


def _one_for_each_pair(terms: TermStore, edges: Sequence[tuple[int, int, Operand]]) -> Sequence[tuple[int, int, Operand]]:
    """Return edges that join each pair of vertices once, also where two borders lie between two cells of a narrow torus."""
    ways: dict[tuple[int, int], list[Operand]] = {}
    for first, second, condition in edges:
        ways.setdefault((min(first, second), max(first, second)), []).append(condition)
    if len(ways) == len(edges):
        return edges
    return [(first, second, make_or(terms, conditions)) for (first, second), conditions in ways.items()]


def _check(term: Term) -> bool:
    return isinstance(term.detail, Network) and term.detail.graph.vertices <= len(term.args)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(("network",))  # it is no value; what is made of it looks at it itself


NETWORK = Operation(
    name="network",
    words="vertices and what joins them",
    takes_values=False,
    check=_check,
    evaluate=lambda term, values: NetworkValue(term.detail, values),
    show=str,
    bounds=_bounds,
)
