"""`max_assignment`, `min_assignment` and `best_assignment`

Kuhn's and Munkres' method only adds, subtracts and compares. Positive numbers can be multiplied, divided and compared in the same
way, so it finds products too, and both are exact. With 0 or negative numbers a product is the best or the worst of what is left
for the other rows: then each set of columns is gone through (Held and Karp).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence

from ..language.function_registry import function
from ..language.operators import is_number
from ..language.parameter_types import KnownTruth, Members, as_members
from ..records import dataclass
from ..syntax.diagnostics import Code, Fault, shown_number
from ..values import BLANK, Number, Value, describe, exact, kind_of

LARGEST = 40  # rows and columns, whose third power is what the method takes
MOST_SETS = 100_000  # of columns, for all rows together: 12 rows and columns have 49,152
MOST_BITS = 20_000  # of the largest number, for all rows together

Matrix = list[list[Number | None]]  # None: this pair is not allowed


@function("numbers", "max_assignment([[4, 1], [3, 2]]) == 6 and max_assignment([[4, 2], [3, 2]], product=true) == 8")
def max_assignment(matrix: Members, product: KnownTruth = False) -> Value:
    """Return the largest sum of one number from each row of `matrix`, no two of them in one column.

    `matrix` is a list of rows, as in `max_assignment([number[row] for row in rows])`. With `product=true` it is the largest
    product. If there are fewer columns than rows, one number is taken from each column, no two of them in one row. A number that
    is blank cannot be taken. Blank if there is no way.
    """
    return _value(matrix, product=product, least=False)


@function("numbers", "min_assignment([[4, 1], [3, 2]]) == 4 and min_assignment([[4, blank], [3, 2]]) == 6")
def min_assignment(matrix: Members, product: KnownTruth = False) -> Value:
    """Return the smallest sum of one number from each row of `matrix`, no two of them in one column.

    With `product=true` it is the smallest product. See `max_assignment`.
    """
    return _value(matrix, product=product, least=True)


@function("numbers", "best_assignment([[4, 1], [3, 2]]) == [0, 1] and best_assignment([[4, 1], [3, 2]], least=true) == [1, 0]")
def best_assignment(matrix: Members, product: KnownTruth = False, least: KnownTruth = False) -> Value:
    """Return which column each row takes in the assignment that `max_assignment` is the sum of, counted from 0.

    It is blank for a row that takes none. With `product=true` it is the assignment with the largest product, with `least=true`
    the one with the smallest sum or product. If there are several, the first row takes the first column that it can, then the
    second row, and so on. Blank if there is no way.
    """
    numbers = matrix_of("best_assignment", matrix)
    chosen = _columns(numbers, product=product, least=least)
    return BLANK if chosen is None else [BLANK if column is None else column for column in chosen]


def _value(matrix: Sequence[Value], *, product: bool, least: bool) -> Value:
    numbers = matrix_of("min_assignment" if least else "max_assignment", matrix)
    chosen = _columns(numbers, product=product, least=least)
    if chosen is None:
        return BLANK
    total: Number = 1 if product else 0
    for row, column in zip(numbers, chosen, strict=True):
        number = None if column is None else row[column]
        if number is not None:
            total = exact(total * number if product else total + number)
    return total


def matrix_of(name: str, matrix: Sequence[Value]) -> Matrix:
    """Return the rows of numbers, all of one length, with None for what is blank or missing; raise `Fault` for anything else."""
    rows = [checked_row(name, row) for row in matrix]
    width = max(map(len, rows), default=0)
    if max(width, len(rows)) > LARGEST:
        raise Fault(Code.TOO_MUCH, f"`{name}` takes up to {LARGEST} rows and columns, but got {len(rows)} times {width}")
    for row in rows:
        for value in row:
            if value is not BLANK and not is_number(value):
                raise Fault(Code.WRONG_KIND, f"`{name}` needs numbers, but got {kind_of(value)} ({describe(value)})")
    padded = [[*(None if value is BLANK else value for value in row), *[None] * (width - len(row))] for row in rows]
    sizes = (value.numerator.bit_length() + value.denominator.bit_length() for row in padded for value in row if value)
    bits = max(sizes, default=0)
    if bits * len(padded) > MOST_BITS:
        raise Fault(Code.TOO_MUCH, f"the numbers that `{name}` got are too large: the largest has {bits:,} bits")
    return padded


def checked_row(name: str, row: Value) -> Sequence[Value]:
    """Return the members of a row of a matrix; raise `Fault` if it is no list."""
    members: Sequence[Value] | None = () if row is BLANK else as_members(row)
    if members is None:
        raise Fault(
            Code.WRONG_KIND,
            f"`{name}` needs a list of rows, but one of them is {kind_of(row)} ({describe(row)})",
            f"write {name}([number[row] for row in rows])",
        )
    return members


def _columns(numbers: Matrix, *, product: bool, least: bool) -> list[int | None] | None:
    """Return the column of each row in the first of the best assignments; None if there is none."""
    width = len(numbers[0]) if numbers else 0
    is_wide = len(numbers) <= width
    if product and any(number is not None and number <= 0 for row in numbers for number in row):
        return _by_sets(numbers, least=least)
    group = PRODUCTS if product else SUMS
    size = max(len(numbers), width)
    worths = [[number if number is None or least else group.minus(group.none, number) for number in row] for row in numbers]
    worths = [[*row, *[group.none] * (size - width)] for row in worths]
    worths += [[group.none] * size for _ in range(size - len(numbers))]
    chosen = _perfect_matching(worths, group)
    if chosen is None:
        return None
    return [column if is_wide or column < width else None for column in chosen[: len(numbers)]]


@dataclass(frozen=True, slots=True)
class _Group:
    """Numbers in order with an operation that keeps it: sums, or products of positive numbers."""

    none: Number
    plus: Callable[[Number, Number], Number]
    minus: Callable[[Number, Number], Number]


SUMS = _Group(0, operator.add, operator.sub)
PRODUCTS = _Group(1, operator.mul, exact)


def _perfect_matching(worths: Matrix, group: _Group) -> list[int] | None:
    """Return the first of the perfect matchings of least worth; None if there is none.

    Rows are taken in one by one, each along the shortest augmenting path, by the prices of rows and columns so far. In the end a
    matching is of least worth exactly if all its pairs are worth what their row and column cost.
    """
    size = len(worths)
    row_price, column_price = [group.none] * size, [group.none] * size
    row_of: list[int] = [-1] * size
    for start in range(size):
        at, free = start, -1
        seen = [False] * size
        shortest: list[Number | None] = [None] * size
        before = [-1] * size  # the column on the way to a column; -1 is the row that the path starts in
        last = -1
        while free < 0:
            for column in range(size):
                worth = worths[at][column]
                if not seen[column] and worth is not None:
                    slack = group.minus(worth, group.plus(row_price[at], column_price[column]))
                    known = shortest[column]
                    if known is None or slack < known:
                        shortest[column], before[column] = slack, last
            left = [(slack, column) for column, slack in enumerate(shortest) if slack is not None and not seen[column]]
            if not left:
                return None
            step, last = min(left)  # of several columns the first
            row_price[start] = group.plus(row_price[start], step)
            for column in range(size):
                if seen[column]:
                    row_price[row_of[column]] = group.plus(row_price[row_of[column]], step)
                    column_price[column] = group.minus(column_price[column], step)
                elif (reached := shortest[column]) is not None:
                    shortest[column] = group.minus(reached, step)
            seen[last] = True
            at = row_of[last]
            free = last if at < 0 else -1
        while free >= 0:
            row_of[free] = row_of[before[free]] if before[free] >= 0 else start
            free = before[free]
    tight = [
        [
            column
            for column, worth in enumerate(row)
            if worth is not None and worth == group.plus(row_price[at], column_price[column])
        ]
        for at, row in enumerate(worths)
    ]
    return _first_matching(tight, row_of)


def _first_matching(allowed: Sequence[Sequence[int]], row_of: list[int]) -> list[int]:
    """Return the first perfect matching among allowed pairs: each row takes the first column that leaves one to those after it.

    `row_of` is some perfect matching, by the row of each column.
    """
    for row in range(len(allowed)):
        for column in allowed[row]:
            if row_of[column] < row:
                continue
            if row_of[column] == row:
                break
            own = row_of.index(row)
            tried = list(row_of)
            tried[own], tried[column] = -1, row
            if _augment(allowed, tried, row_of[column], row, {column}):
                row_of = tried
                break
    return [row_of.index(row) for row in range(len(allowed))]


def _augment(allowed: Sequence[Sequence[int]], row_of: list[int], start: int, settled: int, closed: set[int]) -> bool:
    """Give a row without a column one, by moving others that come after the settled ones; tell whether there is a way."""
    before: dict[int, int] = {}  # the row that leads to a column
    todo = [start]
    for row in todo:
        for column in allowed[row]:
            if column in before or column in closed or 0 <= row_of[column] <= settled:
                continue
            before[column] = row
            if row_of[column] >= 0:
                todo.append(row_of[column])
                continue
            free = column
            while free >= 0:
                owner = before[free]
                old = row_of.index(owner) if owner != start else -1
                row_of[free] = owner
                free = old
            return True
    return False


def _by_sets(numbers: Matrix, *, least: bool) -> list[int | None] | None:
    """Return the first assignment with the best product.

    For each row and each set of columns that are taken, there are the largest and the smallest product of what the rows from
    there on can take: one each, or all columns in the end.
    """
    height, width = len(numbers), len(numbers[0])
    if height << width > MOST_SETS:
        raise Fault(
            Code.TOO_MUCH,
            f"products of numbers of which some are 0 or negative would take {height} times {shown_number(1 << width)} sets of "
            f"columns; the limit is {MOST_SETS:,}",
            "let the columns be fewer than the rows",
        )
    spare = max(0, height - width)  # rows that take nothing
    left: list[dict[int, tuple[Number, Number]]] = [{} for _ in range(height)]
    reachable: list[set[int]] = [{0}]
    for at in range(height):
        reachable.append({after for taken in reachable[at] for after, _, _ in _steps(numbers, at, taken, spare)})
    left.append(dict.fromkeys(reachable[height], (1, 1)))
    for at in range(height - 1, -1, -1):
        for taken in reachable[at]:
            ends = [
                worth * end
                for after, _, worth in _steps(numbers, at, taken, spare)
                if after in left[at + 1]
                for end in left[at + 1][after]
            ]
            if ends:
                left[at][taken] = min(ends), max(ends)
    if 0 not in left[0]:
        return None
    best = left[0][0][0 if least else 1]
    chosen: list[int | None] = []
    taken, so_far = 0, exact(1)
    for at in range(height):
        for after, column, worth in _steps(numbers, at, taken, spare):
            if after in left[at + 1] and any(so_far * worth * end == best for end in left[at + 1][after]):
                chosen.append(column)
                taken, so_far = after, so_far * worth
                break
    return chosen


def _steps(numbers: Matrix, at: int, taken: int, spare: int) -> Iterator[tuple[int, int | None, Number]]:
    """Yield the choices of a row: the columns taken after it, the column, and its number."""
    for column, number in enumerate(numbers[at]):
        if number is not None and not taken >> column & 1:
            yield taken | 1 << column, column, number
    if at - taken.bit_count() < spare:
        yield taken, None, 1
