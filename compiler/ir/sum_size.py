"""How many literals and clauses a comparison of a sum takes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from . import digit_columns
from .term import Term

NUMBERS = 16  # literals at most that a summand is counted as
MOST_COLUMNS = 16  # summands of which the combinations are counted


def literals_of_sum(members: Sequence[tuple[int, Term]]) -> int:
    """Return about how many literals and clauses a comparison of a sum takes; one whose factors differ much is an automaton."""
    factors: list[int] = []
    sizes: list[int] = []
    for times, member in members:
        is_sum = member.op == "linear"
        factors += [times * factor for factor in member.detail[1:]] if is_sum else [times]
        sizes += [arg.domain.size for arg in (member.args if is_sum else (member,))]
    literals = sum(1 if size <= 2 else min(NUMBERS, size) for size in sizes)
    if not digit_columns.order(factors):
        return literals
    span = sum(abs(factor) * (size - 1) for factor, size in zip(factors, sizes, strict=True))
    states = min(math.prod(sizes[:MOST_COLUMNS]), span)
    return min(digit_columns.MAX_STEPS, literals * states)
