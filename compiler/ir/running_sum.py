"""Sums added up member by member: each sum so far is a number with the values that it can have, and no others."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from ..values import BLANK, Value
from .operations.map import make_map
from .term import Operand, Table, Term
from .term_store import TermStore

FEW = 8  # numbers that are added up one by one


def running_sum(terms: TermStore, start: Operand, addends: Sequence[tuple[int, Term]]) -> Operand:
    """Return a number plus multiples; many are added up in halves, as that is fewer rows of tables."""
    if len(addends) > FEW:
        half = len(addends) // 2
        both = [running_sum(terms, start, addends[:half]), running_sum(terms, 0, addends[half:])]
        return make_map(terms, Table("+ 1 *", functools.partial(_plus_multiple, 1)), both)
    total = start
    for factor, arg in addends:
        total = make_map(terms, Table(f"+ {factor} *", functools.partial(_plus_multiple, factor)), [total, arg])
    return total


def rows_of_running_sum(addends: Sequence[tuple[int, Term]]) -> int:
    """Return about how many rows the tables have that add up multiples."""
    if len(addends) > FEW:
        half = len(addends) // 2
        parts = (addends[:half], addends[half:])
        return math.prod(1 + sum(map(_reach, part)) for part in parts) + sum(map(rows_of_running_sum, parts))
    rows, values = 0, 1
    for addend in addends:
        rows += values * addend[1].domain.size
        values += _reach(addend)
    return rows


def _reach(addend: tuple[int, Term]) -> int:
    """Return how far apart the least and the greatest value of a multiple may be."""
    factor, arg = addend
    return abs(factor) * (1 if arg.domain.is_truth else arg.domain.high - arg.domain.low)


def _plus_multiple(factor: int, total: int, value: Value) -> int:
    return total + (0 if value is BLANK else factor * int(value))
