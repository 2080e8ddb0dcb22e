"""`same_shape`: the groups of two vertices have the same shape.

It is one small term, which takes the place of a `fits` with a truth for each place that may be in one of the groups. Where groups
are laid as placements, these tell the shapes. Everywhere else it is written out as that `fits`.
"""

from __future__ import annotations

from ..domain import TRUTH
from ..network import SameShape
from ..operation import Operation
from ..term import Term
from ..term_store import TermStore


def make_same_shape(terms: TermStore, network: Term, shapes: SameShape) -> Term:
    """Return whether the groups of two vertices of a network have the same shape."""
    return terms.make("same_shape", [network], shapes, TRUTH)


SAME_SHAPE = Operation(
    name="same_shape",
    words="two groups of the same shape",
    is_truth=True,
    takes_values=False,
    check=lambda term: isinstance(term.detail, SameShape) and len(term.args) == 1 and term.args[0].op == "network",
    evaluate=lambda term, values: values[0].have_same_shape(term.detail),
    show=str,
)
