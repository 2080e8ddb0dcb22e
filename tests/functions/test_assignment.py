"""Assignments against all permutations: sums, products, signs, fractions, and numbers that cannot be taken."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import pytest
from gridwright.compiler.functions.assignment import best_assignment, max_assignment, min_assignment
from gridwright.compiler.syntax.diagnostics import Fault
from gridwright.compiler.values import BLANK, Value, exact

KINDS = {
    "positive": lambda source: source.randint(1, 5),
    "of both signs": lambda source: source.randint(-3, 3),
    "0 and 1": lambda source: source.randint(0, 1),
    "fractions": lambda source: exact(source.randint(1, 6), source.randint(1, 4)),
    "huge": lambda source: 10**40 + source.randint(0, 3),
}


def all_assignments(matrix: list[list[Value]]) -> list[list[Value]]:
    """Return the columns of all assignments, in order; a row that takes none has blank, and comes after the others."""
    height, width = len(matrix), len(matrix[0])
    columns = [*range(width), *[BLANK] * max(0, height - width)]
    orders = [[columns[at] for at in order] for order in sorted(itertools.permutations(range(len(columns)), height))]
    return [
        order for order in orders if all(column is BLANK or matrix[at][column] is not BLANK for at, column in enumerate(order))
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_all_permutations(kind: str) -> None:
    """The value is the best of all, and the assignment is the first that has it."""
    source = random.Random(kind)
    for _ in range(20):
        height, width = source.randint(1, 4), source.randint(1, 4)
        matrix = [[BLANK if source.random() < 0.1 else KINDS[kind](source) for _ in range(width)] for _ in range(height)]
        for product, least in itertools.product((False, True), repeat=2):
            value = (min_assignment if least else max_assignment).evaluate(matrix, product)
            chosen = best_assignment.evaluate(matrix, product, least)
            ways = all_assignments(matrix)
            worth = [
                (math.prod if product else sum)(matrix[at][column] for at, column in enumerate(way) if column is not BLANK)
                for way in ways
            ]
            best = (min if least else max)(worth, default=BLANK)
            assert value == best
            assert type(value) is not Fraction or value.denominator > 1
            assert chosen == (ways[worth.index(best)] if ways else BLANK)


def test_twenty_rows() -> None:
    """Twenty rows take no time: the diagonal is worth most."""
    matrix = [[100 + 7 * (row == column) + row * column % 5 for column in range(20)] for row in range(20)]
    assert max_assignment.evaluate(matrix) == sum(matrix[at][best] for at, best in enumerate(best_assignment.evaluate(matrix)))
    assert best_assignment.evaluate([[int(row == column) + 1 for column in range(20)] for row in range(20)], True) == [*range(20)]


@pytest.mark.parametrize(
    ("matrix", "product", "words"),
    [
        ([[1] * 41], False, "up to 40"),
        ([[-1] * 14] * 14, True, "sets of columns"),
        ([[2**30_000]], False, "too large"),
        ([1, 2], False, "list of rows"),
        ([[True]], False, "needs numbers"),
    ],
)
def test_limits(matrix: Value, product: bool, words: str) -> None:
    """What is too large, or no matrix, is told."""
    with pytest.raises(Fault) as raised:
        max_assignment.evaluate(matrix, product)
    assert words in str(raised.value)
