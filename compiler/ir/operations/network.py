"""`network`: vertices and what joins them, read as a whole by `joined` and `size`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain import Domain
from ..network import Network, NetworkValue, graph_from_json, graph_of, graph_to_json
from ..operation import ANY, Detail, DetailReader, DetailWriter, Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible


def make_network(
    terms: TermStore,
    vertices: Sequence[Operand],
    edges: Sequence[tuple[int, int, Operand]],
    values: Sequence[Operand] | None = None,
) -> Term:
    """Return vertices, joined by the true edges between true ones (of equal value, if there are `values`)."""
    graph, conditions = graph_of(len(vertices), edges)
    return terms.make("network", [*vertices, *conditions, *(values or ())], Network(graph, values is not None), Domain(()))


def _check(term: Term) -> bool:
    return isinstance(term.detail, Network) and term.detail.graph.vertices <= len(term.args)


def _write(writer: DetailWriter, term: Term) -> Any:
    return [*graph_to_json(term.detail.graph), term.detail.has_values]


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    has_values = bool(detail[2])
    graph = graph_from_json(detail[:2], len(args))
    truths = args[: len(args) - graph.vertices] if has_values else args
    if len(args) < (1 + has_values) * graph.vertices or not all(arg.domain.is_truth for arg in truths):
        return None
    if len({arg.domain.is_truth for arg in args[len(truths) :]}) > 1:  # true is not 1 there
        return None
    return Network(graph, has_values), ANY


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(("network",))  # it is no value; what is made of it looks at it itself


NETWORK = Operation(
    name="network",
    words="vertices and what joins them",
    takes_values=False,
    check=_check,
    evaluate=lambda term, values: NetworkValue(term.detail, values),
    show=str,
    write=_write,
    read=_read,
    bounds=_bounds,
)
