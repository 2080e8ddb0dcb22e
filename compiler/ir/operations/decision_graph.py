"""`way` (a way that comes to no unwanted end) and `passes` (a node on a way)."""

from __future__ import annotations

from collections.abc import Sequence

from ..decision_graph import DecisionGraph
from ..domain import TRUTH
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore


def make_way(terms: TermStore, args: Sequence[Operand], way: DecisionGraph) -> Term:
    """Return whether a way that reads the arguments comes to no unwanted end."""
    return terms.make("way", args, way, TRUTH)


def make_passes(terms: TermStore, term: Term, node: int) -> Term:
    """Return whether the way of a term passes a node."""
    return terms.intern("passes", term.args, (term.detail, node), TRUTH)


WAY = Operation(
    name="way",
    words="a way that comes to no unwanted end",
    is_truth=True,
    check=lambda term: isinstance(term.detail, DecisionGraph) and len(term.args) == len(term.detail.alphabets),
    evaluate=lambda term, values: term.detail.is_open(values),
    show=str,
)
PASSES = Operation(
    name="passes",
    words="a node on a way",
    is_truth=True,
    check=lambda term: isinstance(term.detail[0], DecisionGraph) and len(term.args) == len(term.detail[0].alphabets),
    evaluate=lambda term, values: term.detail[1] in term.detail[0].path(values),
)
