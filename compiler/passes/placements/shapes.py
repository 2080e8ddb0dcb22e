"""Whether two sets have the same shape, by the few sets that each of them can be: nothing is turned or moved while solving."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...geometry.tiling import Position
from ...ir.fit import Fit
from ...ir.term import Operand
from ...ir.term_factory import TermFactory

PossibleSet = tuple[
    Operand, Sequence[int]
]  # the term "it is this set", and the numbers of its places among those that may be in it
Look = tuple[Position, ...]


def same_shape(
    terms: TermFactory, fit: Fit, inner: Sequence[PossibleSet], outer: Sequence[PossibleSet], known: dict[Look, Look]
) -> Operand:
    """Return whether one set fills another, turned and moved as `fit` says, if each is exactly one of some sets.

    An empty set fills nothing. `known`: sets of positions that were moved to the corner before.
    """

    def from_corner(look: Look, places: Sequence[int]) -> Look:
        positions = tuple([look[at] for at in places])
        if positions not in known:
            known[positions] = _from_corner(positions)
        return known[positions]

    by_looks: dict[frozenset[Look], list[Operand]] = {}
    for is_set, places in inner:
        looks = frozenset([from_corner(look, places) for look in fit.looks])
        by_looks.setdefault(looks, []).append(is_set)
    others = [(is_set, from_corner(fit.outer, places)) for is_set, places in outer]
    return terms.disjunction(
        [
            terms.conjunction([terms.disjunction(alike), terms.disjunction([is_set for is_set, look in others if look in looks])])
            for looks, alike in by_looks.items()
            if () not in looks
        ]
    )


def _from_corner(positions: Iterable[Position]) -> Look:
    """Return positions in order, moved so that their first row and their first column are 0."""
    places = sorted(positions)
    top, left = min((row for row, _ in places), default=0), min((at for _, at in places), default=0)
    return tuple([(row - top, at - left) for row, at in places])
