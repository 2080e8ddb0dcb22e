"""`first`, `last` and `nth`: cases by where the member stands."""

from __future__ import annotations

from collections.abc import Sequence

from ..functions.first import check_ordinal
from ..ir.term import Operand, Table
from ..values import BLANK, Value
from .algebra import OPAQUE, Algebra, is_single
from .registry import lowering


@lowering("first")
def first(algebra: Algebra, values: Sequence[Value]) -> Value:
    """The first case whose member is not blank."""
    if not all(is_single(value) for value in values):
        return OPAQUE
    return algebra.terms.cases([(algebra.terms.filled(value), value) for value in values], BLANK)


@lowering("last")
def last(algebra: Algebra, values: Sequence[Value]) -> Value:
    """`first` from the other end."""
    return first.lower(algebra, list(values)[::-1])


@lowering("nth")
def nth(algebra: Algebra, values: Sequence[Value], k: int) -> Value:
    """The case whose member is not blank and has k - 1 such members before it, which a chain of tables counts."""
    check_ordinal(k)
    if not all(is_single(value) for value in values):
        return OPAQUE
    more = Table(f"+, at most {k}", lambda seen, filled: min(seen + filled, k))
    cases: list[tuple[Operand, Operand]] = []
    seen: Value = 0
    for value in values:
        filled = algebra.terms.filled(value)
        cases.append((algebra.conjoin([algebra.terms.equals(seen, k - 1), filled]), value))
        seen = algebra.terms.map(more, [seen, filled])
    return algebra.terms.cases(cases, BLANK)
