"""Whether two sets have the same shape, by the few sets that each of them can be: nothing is turned or moved while solving."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...geometry.tiling import Position
from ...ir.fit import Fit
from ...ir.term import Operand
from ...ir.term_factory import TermFactory
from ...records import dataclass

Look = tuple[Position, ...]
_Numbered = tuple[int, Operand]  # the number of a set, and the term "it is this set"


@dataclass(frozen=True, slots=True, eq=False)
class PossibleSets:
    """The sets that one set may be: for each the term "it is this set", and its places. Exactly one of the terms is true.

    Places are numbers among those that may be in the set.
    """

    sets: Sequence[tuple[Operand, Sequence[int]]]


class Shapes:
    """Compares sets by their shapes. What is known of a set is kept for its other comparisons."""

    def __init__(self, terms: TermFactory) -> None:
        self._terms = terms
        self._from_corner: dict[Look, Look] = {}
        self._alike: dict[tuple[PossibleSets, tuple[Look, ...]], dict[frozenset[Look], list[_Numbered]]] = {}

    def same(self, fit: Fit, inner: PossibleSets, outer: PossibleSets) -> Operand:
        """Return whether one set fills another, turned and moved as `fit` says. An empty set fills nothing."""
        others = self._by_looks(outer, (fit.outer,)).items()
        return self._terms.disjunction(
            [
                self._terms.conjunction(
                    [self._one_of(alike), self._one_of([s for look, of in others if look <= looks for s in of])]
                )
                for looks, alike in self._by_looks(inner, fit.looks).items()
                if () not in looks
            ]
        )

    def _one_of(self, numbered: Iterable[_Numbered]) -> Operand:
        return self._terms.disjunction([is_set for _, is_set in sorted(numbered)])  # in this order whatever the looks: one term

    def _by_looks(self, among: PossibleSets, positions: tuple[Look, ...]) -> Mapping[frozenset[Look], Sequence[_Numbered]]:
        """Return for the looks of sets, one in each orientation, the sets that look like this."""
        key = among, positions
        if key not in self._alike:
            alike = self._alike[key] = {}
            for number, (is_set, places) in enumerate(among.sets):
                looks = frozenset([self._look(look, places) for look in positions])
                alike.setdefault(looks, []).append((number, is_set))
        return self._alike[key]

    def _look(self, positions: Look, places: Sequence[int]) -> Look:
        look = tuple([positions[at] for at in places])
        if look not in self._from_corner:
            self._from_corner[look] = _from_corner(look)
        return self._from_corner[look]


def _from_corner(positions: Iterable[Position]) -> Look:
    """Return positions in order, moved so that their first row and their first column are 0."""
    places = sorted(positions)
    top, left = min((row for row, _ in places), default=0), min((at for _, at in places), default=0)
    return tuple([(row - top, at - left) for row, at in places])
