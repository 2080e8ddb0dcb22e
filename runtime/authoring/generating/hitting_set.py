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
    largest = len(sets) if most is None else min(most, len(sets))  # a member for each set is always enough
    for size in range(_disjoint(ordered), largest + 1):
        search = _HittingSearch(ordered)
        chosen = search.within([], size)
        if chosen is not None:
            return chosen, is_proved
        is_proved = is_proved and search.left > 0
    return None, is_proved


def _disjoint(sets: Sequence[Set[int]]) -> int:
    """Return how many disjoint sets a greedy choice finds; a hitting set needs a member for each of them."""
    seen: set[int] = set()
    count = 0
    for members in sets:
        if not members & seen:
            seen |= members
            count += 1
    return count


class _HittingSearch:
    def __init__(self, sets: Sequence[Set[int]]) -> None:
        self.sets = sets
        self.left = MOST_TRIED

    def within(self, chosen: list[int], size: int) -> list[int] | None:
        """Return a hitting set of the chosen members and at most `size` others; None if none is found."""
        open_sets = [members for members in self.sets if not members & {*chosen}]
        if not open_sets:
            return chosen
        if self.left <= 0 or _disjoint(open_sets) > size:
            return None
        for member in sorted(open_sets[0], key=lambda member: (-sum(member in members for members in open_sets), member)):
            self.left -= 1
            hitting = self.within([*chosen, member], size - 1)
            if hitting is not None:
                return hitting
        return None
