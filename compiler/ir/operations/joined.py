"""`joined`: two vertices of a network are in one group."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ..domain import TRUTH
from ..network import Joined
from ..network_bounds import NetworkBounds
from ..operation import Detail, DetailReader, DetailWriter, KnownFacts, Operation
from ..plain_data import index, number_or_none
from ..term import Term
from ..term_store import TermStore
from ..value_sets import BOTH, FALSE, TRUE, Possible


def make_joined(terms: TermStore, network: Term, source: int, target: int, steps: int | None = None) -> Term:
    """Return whether two vertices of a network are in one group; with `steps`, at most so many steps apart."""
    return terms.make("joined", [network], Joined(source, target, steps), TRUTH)


def _write(writer: DetailWriter, term: Term) -> Any:
    return [term.detail.source, term.detail.target, term.detail.steps]


def _read(reader: DetailReader, args: tuple[Term, ...], detail: Any) -> Detail | None:
    source, target, steps = detail
    (network,) = args
    vertices = network.detail.graph.vertices
    joined = Joined(index(source, vertices), index(target, vertices), number_or_none(steps))
    return (joined, TRUTH) if network.op == "network" else None


def _up(facts: KnownFacts, term: Term, args: Sequence[Possible]) -> Possible:
    detail: Joined = term.detail
    network = NetworkBounds(facts, term, detail.source)
    if detail.target not in network.may:
        return FALSE
    return TRUE if detail.target in network.sure and detail.steps is None else BOTH


def _key(term: Term) -> Hashable:
    return term.args[0], term.detail.source


JOINED = Operation(
    name="joined",
    words="in one group",
    is_truth=True,
    takes_values=False,
    check=lambda term: isinstance(term.detail, Joined) and len(term.args) == 1 and term.args[0].op == "network",
    evaluate=lambda term, values: values[0].holds(term.detail),
    show=str,
    write=_write,
    read=_read,
    up=_up,
    peer_key=_key,
)
