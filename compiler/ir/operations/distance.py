"""`distance`: how many steps one vertex of a network is from another, blank if they are not in one group.

It is compared with a known number by "joined within so many steps" alone: nothing further away is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...values import BLANK, Value
from ..domain import Domain
from ..network import Distance
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible
from .and_or import make_and
from .negation import make_not
from .same_component import make_same_component


def make_distance(terms: TermStore, network: Term, source: int, target: int, least: int, most: int) -> Term:
    """Return how many steps one vertex is from another: `least` at least, and `most` if it is further than that."""
    return terms.make("distance", [network], Distance(source, target, most), Domain(range(least, most + 1), blank=True))


def is_so_far(terms: TermStore, distance: Term, value: Value) -> Operand:
    """Return whether a distance is a known value, which may be blank."""
    if value is BLANK:
        return make_not(terms, _within(terms, distance, distance.detail.most))
    return is_between(terms, distance, int(value), int(value))


def is_between(terms: TermStore, distance: Term, low: int, high: int) -> Operand:
    """Return whether a distance is a number between two known ones, which it can be."""
    nearer = _within(terms, distance, low - 1) if low > distance.domain.low else False
    return make_and(terms, [_within(terms, distance, high), make_not(terms, nearer)])


def _within(terms: TermStore, distance: Term, steps: int) -> Term:
    detail: Distance = distance.detail
    return make_same_component(terms, distance.args[0], detail.source, detail.target, steps if steps < detail.most else None)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset((*range(term.detail.most + 1), BLANK))


DISTANCE = Operation(
    name="distance",
    words="the steps from one vertex to another",
    takes_values=False,
    check=lambda term: isinstance(term.detail, Distance) and len(term.args) == 1 and term.args[0].op == "network",
    evaluate=lambda term, values: values[0].distance(term.detail),
    show=str,
    bounds=_bounds,
)
