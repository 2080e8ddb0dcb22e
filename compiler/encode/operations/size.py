"""`size`: the places of a group counted, by the literals of being joined."""

from __future__ import annotations

from ...ir.network import Size
from ...ir.term import Term
from ...values import Value
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _members(encoder: Encoder, term: Term) -> Term | int:
    """Return the size as a sum of truth values."""
    size: Size = term.detail
    growth = encoder.growth(term.args[0])
    targets = growth.reachable(size.source) if size.steps is None else growth.within(size.source, size.steps)
    total: Term | int = encoder.terms.count(
        [encoder.terms.same_component(term.args[0], size.source, at, size.steps) for at in targets]
    )
    return total


def _linear(encoder: Encoder, term: Term) -> tuple[int, list[tuple[int, int]]]:
    members = _members(encoder, term)
    return encoder.linear(members) if isinstance(members, Term) else (members, [])


def _choice(encoder: Encoder, term: Term) -> dict[Value, int]:
    members = _members(encoder, term)
    reached = encoder.choice(members) if isinstance(members, Term) else {members: encoder.truth(True)}
    if reached.keys() == {False, True}:
        reached = {0: reached[False], 1: reached[True]}
    return {value: reached.get(value) or encoder.truth(False) for value in term.domain}


def _no_truth(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    raise AssertionError("a size is no truth value")


SIZE = Encoding(("size",), _no_truth, choice=_choice, linear=_linear)
