"""`all` and `any`: conjunction and disjunction, blanks passed over."""

from __future__ import annotations

from collections.abc import Iterable

from ..ir.term import Operand
from ..values import Value
from .algebra import Algebra
from .count import is_true
from .registry import lowering


@lowering("all")
def all(algebra: Algebra, values: Iterable[Value]) -> Operand:
    """No member is false."""
    members = []
    for value in values:
        is_true(algebra, value, "all")
        members.append(algebra.negate(algebra.terms.equals(value, False)))
    return algebra.conjoin(members)


@lowering("any")
def any(algebra: Algebra, values: Iterable[Value]) -> Operand:
    """Some member is true."""
    return algebra.disjoin([is_true(algebra, value, "any") for value in values])
