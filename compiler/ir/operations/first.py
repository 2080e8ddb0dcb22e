"""`first`: the first vertex in the group of one at which a truth holds. So it is the same throughout a group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...values import BLANK, Value
from ..domain import Domain
from ..network import First, SameComponent
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import Possible


def make_first(terms: TermStore, network: Term, truths: Mapping[int, Operand], source: int) -> Operand:
    """Return the first vertex in the group of the source of those with a true truth, as its number; blank if there is none."""
    places = tuple(sorted(at for at, truth in truths.items() if truth is not False))
    if not places:
        return BLANK
    return terms.make("first", [network, *(truths[at] for at in places)], First(source, places), Domain(places, True))


def _check(term: Term) -> bool:
    detail = term.detail
    if not isinstance(detail, First) or not term.args or term.args[0].op != "network":
        return False
    return len(term.args) == 1 + len(detail.places) and all(arg.domain.is_truth for arg in term.args[1:])


def _evaluate(term: Term, values: Sequence[Any]) -> Value:
    network, *truths = values
    detail: First = term.detail
    for at, truth in zip(detail.places, truths, strict=True):
        if truth is True and network.holds(SameComponent(detail.source, at, None)):
            return at
    return BLANK


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset((*term.detail.places, BLANK))


FIRST = Operation(
    name="first",
    words="the first of a group",
    takes_values=False,
    check=_check,
    evaluate=_evaluate,
    show=str,
    bounds=_bounds,
)
