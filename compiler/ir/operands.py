"""Operands, which are terms or known values: what is told of them without making a term."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from ..values import Value
from .domain import TRUTH
from .term import Operand, Term

_DOMAIN = operator.attrgetter("domain")


def are_truths(values: Sequence[Operand]) -> bool:
    """Whether all values are terms that are true or false, told quickly of thousands."""
    return {*map(type, values)} <= {Term} and {*map(id, map(_DOMAIN, values))} <= {id(TRUTH)}


def members_of(x: Operand) -> Sequence[Value]:
    """The values that an operand may have."""
    return list(x.domain) if isinstance(x, Term) else [x]


def identical(first: Operand, second: Operand) -> bool:
    """Whether two operands are the same term, or the same value of the same type."""
    return first is second or (
        not isinstance(first, Term) and not isinstance(second, Term) and type(first) is type(second) and first == second
    )
