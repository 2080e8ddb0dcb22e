"""Whether two sets have the same shape, by the few sets that each of them can be: nothing is turned or moved while solving."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ...geometry.tiling import Position
from ...ir.fit import Fit, Looks, from_corner
from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...records import dataclass, field

Look = tuple[Position, ...]
_Numbered = tuple[int, Operand]  # the number of a set, and the term "it is this set"


@dataclass(frozen=True, slots=True, eq=False)
class PossibleSets:
    """The sets that one set may be: for each the term "it is this set", and its places. Exactly one of the terms is true.

    Places are numbers among those that may be in the set.
    """

    sets: Sequence[tuple[Operand, tuple[int, ...]]]


@dataclass(slots=True, eq=False)
class _Alike:
    """Sets of one shape, the places that all of them hold, and the term "it is one of these" once it was asked for."""

    common: set[int]
    sets: list[_Numbered] = field(default_factory=list)
    is_one: Operand | None = None


class Shapes:
    """Compares sets by their shapes. What is known of a set is kept for its other comparisons."""

    def __init__(self, terms: TermFactory) -> None:
        self._terms = terms
        self._numbers: dict[Look, int] = {}
        self._looks: dict[Hashable, dict[tuple[int, ...], frozenset[int]]] = {}
        self._alike: dict[tuple[PossibleSets, Hashable], dict[frozenset[int], _Alike]] = {}

    def same(self, fit: Fit, inner: PossibleSets, outer: PossibleSets) -> Operand:
        """Return whether one set fills another, turned and moved as `fit` says. An empty set fills nothing."""
        return self._same(self._by_looks(inner, fit.looks, fit.looks), self._by_looks(outer, fit.outer, (fit.outer,)))

    def same_groups(
        self, looks: Looks, inner: PossibleSets, outer: PossibleSets, ends: tuple[int, int], are_one: Term | None
    ) -> Operand:
        """Return whether the groups of two places, `ends`, have the same shape; all places are those that the looks are of.

        `are_one`: a term that says that they are one group, if there is one. It stands for all sets that hold both places.
        """
        is_one = len(looks.turned) == 1
        others = self._by_looks(outer, (looks, True), (looks.positions,))
        sets = self._by_looks(inner, (looks, is_one), looks.turned)
        if are_one is None:
            return self._same(sets, others)
        apart = {key: alike for key, alike in sets.items() if ends[1] not in alike.common}
        others = {key: alike for key, alike in others.items() if ends[0] not in alike.common}
        return self._terms.disjunction([are_one, self._same(apart, others)])

    def _same(self, sets: Mapping[frozenset[int], _Alike], others: Mapping[frozenset[int], _Alike]) -> Operand:
        ways = []
        for looks, alike in sets.items():
            filled = [others[filling] for look in looks if (filling := frozenset((look,))) in others]
            if filled:
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

    def _by_looks(self, among: PossibleSets, key: Hashable, positions: Sequence[Look]) -> Mapping[frozenset[int], _Alike]:
        """Return for the looks of sets, one in each orientation, the sets that look like this; empty ones are left out.

        Looks are numbered. `key` says what positions these are.
        """
        if (among, key) not in self._alike:
            alike = self._alike[among, key] = {}
            known = self._looks.setdefault(key, {})
            for number, (is_set, places) in enumerate(among.sets):
                looks = known.get(places)
                if looks is None:
                    looks = known[places] = frozenset([self._number_of([look[at] for at in places]) for look in positions])
                if not places:
                    continue
                same = alike.get(looks)
                if same is None:
                    same = alike[looks] = _Alike({*places})
                else:
                    same.common.intersection_update(places)
                same.sets.append((number, is_set))
        return self._alike[among, key]

    def _number_of(self, positions: Sequence[Position]) -> int:
        return self._numbers.setdefault(tuple(sorted(from_corner(positions))), len(self._numbers))
