"""Lists that have to differ, as in `distinct((a[c], b[c]) for c in cells)`: one number for each, or a condition for each two.

The number of a list is its place among all values that the list may have. Each comes at most once then, and where there are as
many lists as values, each comes. A condition for each two lists takes less where the lists are few, or have many values.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

from ..ir.term import Operand, Table, Term
from ..ir.term_store import WIDE
from ..language.operators import LISTS
from ..values import Field, Value, is_hashable, typed_key
from .algebra import Algebra, has_numbers, has_truths
from .not_lowered import NotLowered, is_single, not_lowered_inside
from .reasons import LIST_MEMBERS

PROPAGATES = 2  # numbers may take so many times the clauses of conditions, because more follows from them
FEW = 16  # numbers at most; for these, each pair gets a clause

Row = Sequence[Value]


def lists_differ(algebra: Algebra, members: Sequence[Value]) -> Operand:
    """Return the term "no two members are equal", where some members are lists or fields; opaque if it cannot be told."""
    members = [list(member) if isinstance(member, (*LISTS, Field)) else member for member in members]
    by_length: dict[int, list[Row]] = {}
    for member in members:
        if isinstance(member, list):
            by_length.setdefault(len(member), []).append(member)
    if any(map(not_lowered_inside, members)) or any(map(_is_mixed, by_length.values())):
        return NotLowered(LIST_MEMBERS, is_truth=True)
    singles = [member for member in members if not isinstance(member, list)]
    return algebra.terms.conjunction(
        [algebra.terms.distinct(singles), *(_rows_differ(algebra, rows) for rows in by_length.values())]
    )


def _is_mixed(rows: Sequence[Row]) -> bool:
    """Check whether a column has both truth values and numbers, or lists: then the items before it decide how they compare."""
    for column in zip(*rows, strict=True):
        if not all(map(is_single, column)) or (any(map(has_truths, column)) and any(map(has_numbers, column))):
            return True
    return False


def _rows_differ(algebra: Algebra, rows: Sequence[Row]) -> Operand:
    """Return whether no two lists of one length are equal. Where all are known at a place, only those that agree there count."""
    columns = [*zip(*rows, strict=True)]
    known = [at for at, column in enumerate(columns) if not any(isinstance(value, Term) for value in column)]
    unknown = [at for at in range(len(columns)) if at not in known]
    groups: dict[tuple[Value, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(tuple(typed_key(row[at]) for at in known), []).append([row[at] for at in unknown])
    return algebra.conjoin([_all_differ(algebra, group) for group in groups.values() if len(group) > 1])


def _all_differ(algebra: Algebra, rows: Sequence[Row]) -> Operand:
    """Return whether no two of several lists of single values are equal, in the shorter way."""
    if not rows[0]:
        return False
    columns = [_values(column) for column in zip(*rows, strict=True)]
    members = [values for values in columns if values is not None]
    pairs = len(rows) * (len(rows) - 1) // 2
    in_pairs = pairs * (1 + sum(map(len, members)))
    if len(members) == len(columns):
        sizes = [math.prod(value.domain.size for value in row if isinstance(value, Term)) for row in rows]
        at_most_once = pairs if len(rows) <= FEW else len(rows)
        as_numbers = (1 + len(members)) * sum(sizes) + max(sizes) * at_most_once
        if max(sizes) <= WIDE and as_numbers <= PROPAGATES * in_pairs:
            table = Table(
                "number of a list", functools.partial(_number, members), tuple(tuple(map(typed_key, v)) for v in members)
            )
            return algebra.terms.distinct([algebra.terms.map(table, row) for row in rows])
    return algebra.conjoin([algebra.negate(algebra.equal(a, b)) for a, b in itertools.combinations(rows, 2)])


def _values(column: Sequence[Operand]) -> list[Value] | None:
    """Return the values that stand at one place of several lists; None if these are too many."""
    values: dict[Value, Value] = {}
    for operand in column:
        if isinstance(operand, Term) and (operand.domain.endless or operand.domain.size > WIDE):
            return None
        for value in operand.domain if isinstance(operand, Term) else [operand]:
            if not is_hashable(value):
                return None
            values.setdefault(typed_key(value), value)
    return [*values.values()]


def _number(members: Sequence[Sequence[Value]], *row: Value) -> int:
    """Return the number of a list among all that have one of some members at each place.

    >>> from gridwright.compiler.values import BLANK
    >>> [_number([[1, 2], ["a", "b", BLANK]], *row) for row in ((1, "a"), (2, "a"), (2, BLANK))]
    [0, 3, 5]
    """
    number = 0
    for values, value in zip(members, row, strict=True):
        number = len(values) * number + values.index(value)
    return number
