"""How difficult a path is: its largest cost, and how long it takes to find the next value each time.

Whoever solves on paper writes values down, and seldom what a place is not. So an exclusion is no step of its own here: what has
to be *seen* for a value are all known values from which it follows, exclusions included. Values that can be found at a moment
are looked for side by side, each the slower the more has to be seen, and the first that is found ends the search. So a value
takes long to find if much has to be seen for it, and if nothing else can be found (after Pelanek 2011, who counts the steps that
are open). The exponents were chosen on half of 172 sudokus whose difficulty for people is known (`benchmarks/difficulty.py`).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence

from gridwright.compiler.records import dataclass

from .step import Step

HALF = 400  # the search that counts as half a unit of cost in the rating
SLOWER = 1.5  # the exponent of what has to be seen for a value
TOGETHER = 0.5  # the exponent of the time until the first of several is found

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How difficult a path is, in costs, not in minutes.

    `largest`: the largest cost of a step. `search`: how long it takes to find the next value, added up. `steps`: how many steps
    there are. `rating`: one figure to compare puzzles by: largest + search / (search + 400).

    >>> difficulty_of([]).rating
    0.0
    """

    largest: int
    search: float
    steps: int

    @property
    def rating(self) -> float:
        """Return the figure to compare puzzles by."""
        return round(self.largest + self.search / (self.search + HALF), 3)


@dataclass(frozen=True, slots=True, eq=False)
class _Find:
    """Values that are found at once: what has to be seen for them, and how much the hardest step behind them costs."""

    values: tuple[Key, ...]
    seen: frozenset[Key]
    cost: int

    @property
    def effort(self) -> float:
        """Return how long it takes to find them, if there is nothing else to find."""
        return float((max(1, len(self.seen)) * self.cost) ** SLOWER)


def difficulty_of(steps: Sequence[Step]) -> Difficulty:
    """Return how difficult some steps are."""
    return Difficulty(max((step.cost for step in steps), default=0), round(_search(list(_finds(steps))), 2), len(steps))


def _finds(steps: Sequence[Step]) -> Iterator[_Find]:
    """Yield what is found, with exclusions replaced by the values that they follow from."""
    behind: dict[Key, tuple[frozenset[Key], int]] = {}
    for step in steps:
        seen: set[Key] = set()
        cost = step.cost
        for fact in step.premises:
            others, own = behind.get(fact.key, (frozenset([fact.key]), 1))
            seen |= others
            cost = max(cost, own)
        behind.update((fact.key, (frozenset(seen), cost)) for fact in step.conclusions if not fact.holds)
        values = tuple(fact.key for fact in step.conclusions if fact.holds)
        if values:
            yield _Find(values, frozenset(seen), cost)


def _search(finds: Sequence[_Find]) -> float:
    """Return how long it takes to find everything, the easiest first."""
    by_value = {value: at for at, each in enumerate(finds) for value in each.values}
    waits = [{by_value[value] for value in each.seen if by_value.get(value, at) != at} for at, each in enumerate(finds)]
    then: dict[int, list[int]] = {}
    for at, others in enumerate(waits):
        for other in others:
            then.setdefault(other, []).append(at)
    missing = [len(others) for others in waits]
    ready = [(each.effort, at) for at, each in enumerate(finds) if not missing[at]]
    heapq.heapify(ready)
    total = 0.0
    while ready:
        total += float(sum(1 / effort for effort, _ in ready) ** -TOGETHER)
        _, done = heapq.heappop(ready)
        for at in then.get(done, ()):
            missing[at] -= 1
            if not missing[at]:
                heapq.heappush(ready, (finds[at].effort, at))
    return total
