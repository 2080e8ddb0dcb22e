"""`loop` and `path`: curves, see `curve.py`."""

from __future__ import annotations

from ...functions.loop import check_curve, check_end
from ...ir.term import Operand, Term
from ...values import BLANK, Field, Value
from ..algebra import Algebra
from ..curve import curve_of
from ..lowering_registry import lowering


@lowering("loop")
def loop(algebra: Algebra, mask: Field) -> Operand:
    """Return the term "a curve without ends"."""
    check_curve(mask, "loop")
    return curve_of(algebra, mask).to_term(algebra.terms)


@lowering("path")
def path(algebra: Algebra, mask: Field, a: Value, b: Value) -> Operand:
    """Return the term "a curve between two ends", which may be unknown; blank if one of them is."""
    check_curve(mask, "path")
    for end in (a, b):
        for place in end.domain.values if isinstance(end, Term) else [end]:
            check_end(mask, place)
    blank = algebra.disjoin([algebra.terms.equals(end, BLANK) for end in (a, b)])
    return algebra.terms.cases([(blank, BLANK)], curve_of(algebra, mask, a, b).to_term(algebra.terms))
