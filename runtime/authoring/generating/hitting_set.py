"""Find a smallest set that has a member of each of some sets."""

from __future__ import annotations

from collections.abc import Sequence, Set

MOST_TRIED = 50_000  # choices for one size


def smallest_hitting_set(sets: Sequence[Set[int]], most: int | None = None) -> tuple[list[int] | None, bool]:
    """Return a smallest set of at most `most` members that meets all sets, None if there is none; and whether that is proved.

    >>> smallest_hitting_set([{1, 2}, {2, 3}, {4}])
    ([4, 2], True)
    >>> smallest_hitting_set([{1}, {2}], most=1)
    (None, True)
    """
    is_proved = True
    ordered = sorted(sets, key=len)
    size = _disjoint(ordered)
    while most is None or size <= most:
        search = _HittingSearch(ordered)
        chosen = search.within([], size)
        if chosen is not None:
            return chosen, is_proved
        is_proved = is_proved and search.left > 0
        size += 1
    return None, is_proved


def _disjoint(sets: Sequence[Set[int]]) -> int:
    """Return how many sets without a common member there are at least, each of which needs a member of its own."""
    seen: set[int] = set()
    count = 0
    for one in sets:
        if not one & seen:
            seen |= one
            count += 1
    return count


class _HittingSearch:
    def __init__(self, sets: Sequence[Set[int]]) -> None:
        self.sets = sets
        self.left = MOST_TRIED

    def within(self, chosen: list[int], size: int) -> list[int] | None:
        """Return a choice of at most this many further members."""
        open_sets = [one for one in self.sets if not one & {*chosen}]
        if not open_sets:
            return chosen
        if self.left <= 0 or _disjoint(open_sets) > size:
            return None
        for member in sorted(open_sets[0], key=lambda member: (-sum(member in one for one in open_sets), member)):
            self.left -= 1
            found = self.within([*chosen, member], size - 1)
            if found is not None:
                return found
        return None
