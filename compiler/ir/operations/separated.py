"""`separated`: no two vertices of different classes are in one group of a network."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from ..domain import TRUTH
from ..network import NetworkValue, SameComponent, Separated
from ..operation import Operation
from ..term import Term
from ..term_store import TermStore


def make_separated(terms: TermStore, network: Term, classes: Sequence[tuple[int, ...]]) -> Term:
    """Return whether no group of a network holds vertices of two of these classes."""
    return terms.make("separated", [network], Separated(tuple(classes)), TRUTH)


def _check(term: Term) -> bool:
    if not isinstance(term.detail, Separated) or len(term.args) != 1 or term.args[0].op != "network":
        return False
    vertices = [at for members in term.detail.classes for at in members]
    return len(set(vertices)) == len(vertices) and all(0 <= at < term.args[0].detail.graph.vertices for at in vertices)


def _evaluate(term: Term, values: Sequence[Any]) -> bool:
    network: NetworkValue = values[0]
    pairs = itertools.combinations(term.detail.classes, 2)
    return not any(network.holds(SameComponent(a, b, None)) for one, other in pairs for a in one for b in other)


SEPARATED = Operation(
    name="separated",
    words="in groups of their own",
    is_truth=True,
    takes_values=False,
    check=_check,
    evaluate=_evaluate,
    show=str,
)
