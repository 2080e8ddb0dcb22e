"""Which values of a few truths a condition excludes, each with as few of them as can be."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

Literals = tuple[tuple[int, bool], ...]  # some truths, by their numbers, with values


def smallest_nogoods(count: int, is_false: Callable[[Sequence[bool]], bool]) -> list[Literals]:
    """Return the smallest sets of values with which a condition on `count` truths is false, whatever the other truths are.

    Two sets that differ in the value of one truth only are joined to one set without that truth (Quine 1952).

    >>> smallest_nogoods(3, lambda values: values[0] and not values[2])
    [((0, True), (2, False))]
    """
    sets = {tuple(enumerate(values)) for values in itertools.product((False, True), repeat=count) if is_false(values)}
    smallest: set[Literals] = set()
    while sets:
        smaller: set[Literals] = set()
        larger: set[Literals] = set()
        for literals in sets:
            for at, (number, value) in enumerate(literals):
                before, after = literals[:at], literals[at + 1 :]
                if (*before, (number, not value), *after) in sets:
                    smaller.add(before + after)
                    larger.add(literals)
        smallest |= sets - larger
        sets = smaller
    return sorted(smallest, key=lambda literals: (len(literals), [number for number, _ in literals], literals))
