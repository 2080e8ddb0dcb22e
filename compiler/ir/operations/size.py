"""`size`: how many vertices a group of a network has."""

from __future__ import annotations

from collections.abc import Sequence

from ..domain import numbers
from ..network import Size
from ..operation import Operation
from ..term import Term
from ..term_store import TermStore
from ..value_sets import Possible


def make_size(terms: TermStore, network: Term, source: int, steps: int | None = None) -> Term:
    """Return how many vertices the group of one has; with `steps`, how many at most so many steps away."""
    return terms.make("size", [network], Size(source, steps), numbers(0, network.detail.graph.vertices))


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(range(term.args[0].detail.graph.vertices + 1))


SIZE = Operation(
    name="size",
    words="the size of a group",
    takes_values=False,
    check=lambda term: isinstance(term.detail, Size) and len(term.args) == 1 and term.args[0].op == "network",
    evaluate=lambda term, values: values[0].size(term.detail),
    show=str,
    bounds=_bounds,
)
