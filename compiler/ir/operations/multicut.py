"""`multicut`: no group of a network holds both ends of a closed edge.

The closed edges of a graph are a multicut exactly if no cycle has one of them alone (Chopra and Rao 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..domain import TRUTH
from ..network import Multicut, NetworkValue, SameComponent
from ..operation import Operation
from ..term import Term
from ..term_store import TermStore


def make_multicut(terms: TermStore, network: Term, edges: tuple[int, ...]) -> Term:
    """Return whether none of these edges of a network is closed and has both ends in one group."""
    return terms.make("multicut", [network], Multicut(edges), TRUTH)


def _check(term: Term) -> bool:
    if not isinstance(term.detail, Multicut) or len(term.args) != 1 or term.args[0].op != "network":
        return False
    edges = term.args[0].detail.graph.edges
    return all(0 <= at < len(edges) for at in term.detail.edges)


def _evaluate(term: Term, values: Sequence[Any]) -> bool:
    network: NetworkValue = values[0]
    edges = term.args[0].detail.graph.edges
    return all(
        network.joins(at) or not network.holds(SameComponent(edges[at][0], edges[at][1], None)) for at in term.detail.edges
    )


MULTICUT = Operation(
    name="multicut",
    words="no closed edge inside a group",
    is_truth=True,
    takes_values=False,
    check=_check,
    evaluate=_evaluate,
    show=str,
)
