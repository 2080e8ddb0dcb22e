"""`max_assignment` and `min_assignment`: the extreme of all assignments, where these are few."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from ...functions.assignment import checked_row
from ...values import BLANK, Value
from ..algebra import Algebra, check_numbers
from ..lowering_registry import all_lowerings, lowering
from ..not_lowered import NotLowered, not_lowered_inside, passed_on
from ..reasons import ASSIGNMENTS

MOST_SUMS = 120  # assignments that are written out: those of 5 rows and columns
MOST_PRODUCTS = 24  # those of 4 rows and columns


@lowering("max_assignment")
def max_assignment(algebra: Algebra, matrix: Sequence[Value], product: bool = False) -> Value:
    """Return the largest of all sums or products."""
    return _extreme(algebra, "max", matrix, product=product)


@lowering("min_assignment")
def min_assignment(algebra: Algebra, matrix: Sequence[Value], product: bool = False) -> Value:
    """Return the smallest of all sums or products."""
    return _extreme(algebra, "min", matrix, product=product)


def _extreme(algebra: Algebra, name: str, matrix: Sequence[Value], *, product: bool) -> Value:
    numbers = _rows(f"{name}_assignment", matrix)
    height, width = len(numbers), max(map(len, numbers), default=0)
    if math.perm(max(height, width), min(height, width)) > (MOST_PRODUCTS if product else MOST_SUMS):
        return NotLowered(ASSIGNMENTS)
    combined, extreme = (all_lowerings()[function].lower for function in ("product" if product else "sum", name))
    worths = []
    for chosen in _assignments(numbers, height, width):
        worth = algebra.automata.to_term(combined(algebra, chosen))
        if not_lowered_inside(worth):
            return passed_on(worth)
        blank = algebra.disjoin([algebra.equal(value, BLANK) for value in chosen])
        worths.append(algebra.terms.cases([(blank, BLANK)], worth))
    return extreme(algebra, worths)


def _rows(name: str, matrix: Sequence[Value]) -> list[list[Value]]:
    """Return the rows of a matrix of numbers, known or unknown; raise `Fault` for anything else."""
    rows = [list(checked_row(name, row)) for row in matrix]
    for row in rows:
        for value in row:
            check_numbers(value, f"`{name}`", truths=False)
    return rows


def _assignments(numbers: Sequence[Sequence[Value]], height: int, width: int) -> Iterator[list[Value]]:
    """Yield the numbers of each assignment: one of each row, or of each column if these are fewer, and never a blank."""
    if height > width:
        numbers = [[row[at] if at < len(row) else BLANK for row in numbers] for at in range(width)]
        height, width = width, height
    for columns in itertools.permutations(range(width), height):
        chosen = [row[column] if column < len(row) else BLANK for row, column in zip(numbers, columns, strict=True)]
        if not any(value is BLANK for value in chosen):
            yield chosen
