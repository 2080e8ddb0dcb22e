"""`count`: a linear term over truth values."""

from __future__ import annotations

from collections.abc import Sequence

from ..functions.count import not_a_truth
from ..ir.term import Operand, Term
from ..values import BLANK, Value, describe, kind_of
from .algebra import Algebra
from .registry import lowering


@lowering("count")
def count(algebra: Algebra, values: Sequence[Value]) -> Operand:
    """The number of members that are true."""
    return algebra.terms.linear([(1, is_true(algebra, value, "count")) for value in values])


def is_true(algebra: Algebra, value: Value, name: str) -> Operand:
    """Whether a member is true; a member that can be anything but a truth value or blank is a mistake."""
    members = value.domain.values if isinstance(value, Term) else [value]
    for member in members:
        if not isinstance(member, bool) and member is not BLANK:
            raise not_a_truth(name, describe(member), kind_of(member))
    return algebra.terms.equals(value, True)
