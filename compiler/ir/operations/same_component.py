"""`same_component`: two vertices of a network are in one group."""

from __future__ import annotations

from ..domain import TRUTH
from ..network import SameComponent
from ..operation import Operation
from ..term import Term
from ..term_store import TermStore


def make_same_component(terms: TermStore, network: Term, source: int, target: int, steps: int | None = None) -> Term:
    """Return whether two vertices of a network are in one group; with `steps`, at most so many steps apart."""
    return terms.make("same_component", [network], SameComponent(source, target, steps), TRUTH)


SAME_COMPONENT = Operation(
    name="same_component",
    words="in one group",
    is_truth=True,
    takes_values=False,
    check=lambda term: isinstance(term.detail, SameComponent) and len(term.args) == 1 and term.args[0].op == "network",
    evaluate=lambda term, values: values[0].holds(term.detail),
    show=str,
)
