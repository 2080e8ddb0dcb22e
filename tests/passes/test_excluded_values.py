"""The smallest sets of values that a condition excludes, compared with trying all."""

from __future__ import annotations

import itertools
import random

from gridwright.compiler.passes.placements.excluded_values import Literals, smallest_nogoods


def all_excluded(count: int, false: set[tuple[bool, ...]]) -> list[Literals]:
    """Return all sets of values with which the condition is false whatever the others are."""
    sets: list[Literals] = []
    for size in range(count + 1):
        for numbers in itertools.combinations(range(count), size):
            for values in itertools.product((False, True), repeat=size):
                literals = tuple(zip(numbers, values, strict=True))
                agreeing = sum(all(row[number] is value for number, value in literals) for row in false)
                if agreeing == 1 << (count - size):
                    sets.append(literals)
    return sets


def test_they_are_those_without_a_smaller_one() -> None:
    """Of all sets that a random condition excludes, those are left that hold no other."""
    choose = random.Random(7)
    for _ in range(200):
        count, share = choose.randint(0, 4), choose.choice((0.1, 0.5, 0.9, 1.0))
        false = {values for values in itertools.product((False, True), repeat=count) if choose.random() < share}
        every = all_excluded(count, false)
        smallest = [one for one in every if not any({*other} < {*one} for other in every)]
        assert smallest_nogoods(count, false.__contains__) == smallest


def test_a_condition_that_excludes_nothing_has_none() -> None:
    """A condition that is always true excludes no values."""
    assert smallest_nogoods(3, lambda values: False) == []
