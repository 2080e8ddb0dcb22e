"""Sums over the runs of a line: which sums so far can still become a wanted one, known exactly before any state is followed.

In `sum(product(r) for r in runs(line)) == 25` nothing looks wrong about a sum of 3 and a run with the product 14; but no line
goes on from there if one cell is left that holds 1 to 9. So the machine is read without the sum: its states are then few, as the
products of one run are. From the last value to the first, each of them gets the set of the sums with which it leads to a wanted
result. A set is a number in binary, and what a run adds shifts it.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Sequence

from ...records import dataclass
from .machine import LineSource, Machine, Remaining, State, left_of
from .result_filter import ResultFilter

MOST_TOTALS = 20_000  # larger sums are not told from each other in advance
MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class ReachableSums:
    """For the number of values that are left, and what a run is at: the sums that can become wanted, and that can fail to."""

    wanted: Sequence[dict[State, int]]
    unwanted: Sequence[dict[State, int]]

    def may(self, state: State, left: Remaining) -> bool:
        """Check whether a sum and what a run is at can become a wanted sum."""
        taken, reading = state
        return bool(self.wanted[left.count].get(reading, 0) >> taken & 1)

    def must(self, state: State, left: Remaining) -> bool:
        """Check whether a sum and what a run is at become a wanted sum, whatever follows."""
        taken, reading = state
        return not self.unwanted[left.count].get(reading, -1) >> taken & 1


def totals_of(
    line: LineSource,
    machine: Machine,
    may: Callable[[State, Remaining, ResultFilter], bool],
    result_filter: ResultFilter,
) -> ReachableSums | None:
    """Return the sums that a machine over runs can still make wanted ones, or None if there are too many.

    Its state is the sum and what the run is at. `may(state, left, result_filter)`: whether it may lead to a wanted
    sum.
    """
    ceiling = result_filter.ceiling
    if ceiling is None or ceiling > MOST_TOTALS:
        return None
    alphabets = [tuple(term.domain) for term in line.members]
    left = left_of(alphabets)
    steps = 0
    readings = [machine.start[1]]
    rows: list[dict[State, list[tuple[int, State]]]] = []
    for at, alphabet in enumerate(alphabets):
        row: dict[State, list[tuple[int, State]]] = {}
        reached: dict[State, None] = {}
        for reading in readings:
            steps += len(alphabet)
            if steps > MOST_STEPS:
                return None
            row[reading] = []
            for value in alphabet:
                more, to = machine.step((0, reading), value)
                _, to = machine.settle((0, to), result_filter)
                if may((0, to), left[at + 1], result_filter):
                    reached[to] = None
                row[reading].append((more, to))
        rows.append(row)
        readings = [*reached]
    numbers = (
        range(max(ceiling, 0))
        if result_filter.numbers is None
        else [n for n in result_filter.numbers if type(n) is int and n >= 0]
    )
    last = sum(1 << number for number in numbers if result_filter.allows(number))
    if result_filter.allows(max(ceiling, 0)):
        last |= -1 << max(ceiling, 0)
    readings_of_goal = [{reading: goal >> machine.result((0, reading)) for reading in readings} for goal in (last, ~last)]
    wanted, unwanted = [readings_of_goal[0]], [readings_of_goal[1]]
    for row in reversed(rows):
        for sets, of_pruned in ((wanted, 0), (unwanted, -1)):
            after = sets[-1]
            sets.append(
                {
                    reading: _union(after.get(to, of_pruned) >> more for more, to in following)
                    for reading, following in row.items()
                }
            )
    return ReachableSums(wanted, unwanted)


def _union(sets: Iterable[int]) -> int:
    return functools.reduce(operator.or_, sets, 0)
