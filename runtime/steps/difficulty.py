"""How difficult a path is: its largest cost, and how long it takes to find the next value each time (`passes.py`)."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.records import dataclass

from .step import Step

HALF = 50  # the search that counts as half a unit of cost in the rating


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How difficult a path is, in costs, not in minutes.

    `largest`: the largest cost of a step. `search`: how long it takes to find the next value, added up. `steps`: how many steps
    there are. `rating`: one figure to compare puzzles by: largest + search / (search + 50).

    >>> Difficulty(1, 50.0, 12).rating
    1.5
    """

    largest: int
    search: float
    steps: int

    @property
    def rating(self) -> float:
        """Return the figure to compare puzzles by."""
        return round(self.largest + self.search / (self.search + HALF), 3)


def difficulty_of(steps: Sequence[Step], search: float) -> Difficulty:
    """Return how difficult some steps are, for which somebody searches so long.

    >>> difficulty_of([], 0.0).rating
    0.0
    """
    return Difficulty(max((step.cost for step in steps), default=0), search, len(steps))
