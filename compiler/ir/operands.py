"""Operands, which are terms or known values: what can be found out about them without making a term."""

from __future__ import annotations

from collections.abc import Sequence

from ..values import Value
from .domain import TRUTH
from .term import SUMS, Operand, Term
from .term_store import MAP_LIMIT, WIDE


def are_truths(values: Sequence[Operand]) -> bool:
    """Check whether all values are terms that are true or false; fast for thousands."""
    for value in values:  # four times as fast as sets of types and domains
        if type(value) is not Term or value.domain is not TRUTH:
            return False
    return True


def members_of(x: Operand) -> Sequence[Value]:
    """Return the values that an operand may have."""
    return list(x.domain) if isinstance(x, Term) else [x]


def identical(first: Operand, second: Operand) -> bool:
    """Check whether two operands are the same term, or the same value of the same type."""
    return first is second or (
        not isinstance(first, Term) and not isinstance(second, Term) and type(first) is type(second) and first == second
    )


def operand(term: Term) -> Operand:
    """Return the known value that an argument stands for, or the term itself."""
    return term.detail if term.op == "constant" else term


def is_compared_as_sum(x: Term) -> bool:
    """Check whether a term is compared as a sum, and not value by value."""
    return x.op in SUMS or (x.domain.size > WIDE and x.domain.is_numeric)


def is_small(x: Term) -> bool:
    """Check whether there can be a literal for each value of a term, and a table of them."""
    return x.domain.size <= min(WIDE, MAP_LIMIT)
