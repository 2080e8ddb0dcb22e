"""Whether two sets have the same shape, by the few sets that each of them can be: nothing is turned or moved while solving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...geometry.tiling import Position
from ...ir.fit import Fit
from ...ir.term import Operand
from ...ir.term_factory import TermFactory
from ...records import dataclass, field

Look = tuple[Position, ...]
_Numbered = tuple[int, Operand]  # the number of a set, and the term "it is this set"


@dataclass(frozen=True, slots=True, eq=False)
class PossibleSets:
    """The sets that one set may be: for each the term "it is this set", and its places. Exactly one of the terms is true.

    Places are numbers among those that may be in the set.
    """

    sets: Sequence[tuple[Operand, Sequence[int]]]


@dataclass(slots=True, eq=False)
class _Alike:
    """Sets of one shape, and the term "it is one of these" once it was asked for."""

    sets: list[_Numbered] = field(default_factory=list)
    is_one: Operand | None = None


class Shapes:
    """Compares sets by their shapes. What is known of a set is kept for its other comparisons."""

    def __init__(self, terms: TermFactory) -> None:
        self._terms = terms
        self._from_corner: dict[Look, Look] = {}
        self._alike: dict[tuple[PossibleSets, tuple[Look, ...]], dict[frozenset[Look], _Alike]] = {}

    def same(self, fit: Fit, inner: PossibleSets, outer: PossibleSets) -> Operand:
        """Return whether one set fills another, turned and moved as `fit` says. An empty set fills nothing."""
        others = self._by_looks(outer, (_moved_to_corner(fit.outer),))
        ways = []
        for looks, alike in self._by_looks(inner, fit.looks).items():
            if () not in looks:
                filled = [others[filling] for look in looks if (filling := frozenset((look,))) in others]
                ways.append(self._terms.conjunction([self._one_of([alike]), self._one_of(filled)]))
        return self._terms.disjunction(ways)

    def _one_of(self, alike: Sequence[_Alike]) -> Operand:
        """Return "it is one of these sets", in their order whatever the looks: one term, which is made once for one look."""
        if len(alike) != 1:
            return self._terms.disjunction([is_set for _, is_set in sorted(pair for shape in alike for pair in shape.sets)])
        (shape,) = alike
        if shape.is_one is None:
            shape.is_one = self._terms.disjunction([is_set for _, is_set in shape.sets])
        return shape.is_one

    def _by_looks(self, among: PossibleSets, positions: tuple[Look, ...]) -> Mapping[frozenset[Look], _Alike]:
        """Return for the looks of sets, one in each orientation, the sets that look like this."""
        key = among, positions
        if key not in self._alike:
            alike = self._alike[key] = {}
            for number, (is_set, places) in enumerate(among.sets):
                looks = frozenset([self._look(look, places) for look in positions])
                alike.setdefault(looks, _Alike()).sets.append((number, is_set))
        return self._alike[key]

    def _look(self, positions: Look, places: Sequence[int]) -> Look:
        look = tuple([positions[at] for at in places])
        if look not in self._from_corner:
            self._from_corner[look] = tuple(sorted(_moved_to_corner(look)))
        return self._from_corner[look]


def _moved_to_corner(positions: Look) -> Look:
    """Return positions, moved so that their first row and their first column are 0."""
    top, left = min([row for row, _ in positions], default=0), min([at for _, at in positions], default=0)
    return tuple([(row - top, at - left) for row, at in positions])
