"""`size`: how many vertices a group of a network has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain import Domain
from ..network import Size
from ..network_bounds import NetworkBounds
from ..operation import ANY, Detail, DetailReader, DetailWriter, KnownFacts, Operation
from ..plain_data import index, number_or_none
from ..term import Term
from ..term_store import TermStore
from ..value_sets import Possible


def make_size(terms: TermStore, network: Term, source: int, steps: int | None = None) -> Term:
    """Return how many vertices the group of one has; with `steps`, how many at most so many steps away."""
    return terms.make("size", [network], Size(source, steps), Domain(range(network.detail.graph.vertices + 1)))


def _write(writer: DetailWriter, term: Term) -> Any:
    return [term.detail.source, term.detail.steps]


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    source, steps = detail
    (network,) = args
    size = Size(index(source, network.detail.graph.vertices), number_or_none(steps))
    return (size, ANY) if network.op == "network" else None


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(range(term.args[0].detail.graph.vertices + 1))


def _up(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    network = NetworkBounds(facts, term, term.detail.source)
    least = len(network.sure) if term.detail.steps is None else 0
    return frozenset(range(least, len(network.may) + 1))


SIZE = Operation(
    name="size",
    words="the size of a group",
    takes_values=False,
    check=lambda term: isinstance(term.detail, Size) and len(term.args) == 1 and term.args[0].op == "network",
    evaluate=lambda term, values: values[0].size(term.detail),
    show=str,
    write=_write,
    read=_read,
    bounds=_bounds,
    up=_up,
)
