"""`loop` and `path`: curves, see `curve.py`."""

from __future__ import annotations

from ...functions.loop import check_curve, check_end
from ...ir.term import Operand, Term
from ...values import BLANK, Field, Value
from ..algebra import Algebra
from ..curve import curve_of, leads_on
from ..lowering_registry import lowering


@lowering("loop")
def loop(algebra: Algebra, mask: Field, directed: bool = False) -> Operand:
    """Return the term "a curve without ends"."""
    check_curve(mask, "loop", directed=directed)
    curve = curve_of(algebra, mask).to_term(algebra.terms)
    return algebra.conjoin([curve, *leads_on(algebra, mask)]) if directed else curve


@lowering("path")
def path(algebra: Algebra, mask: Field, a: Value, b: Value, directed: bool = False) -> Operand:
    """Return the term "a curve between two ends", which may be unknown; blank if one of them is."""
    check_curve(mask, "path", directed=directed)
    for end in (a, b):
        for place in end.domain.values if isinstance(end, Term) else [end]:
            check_end(mask, place)
    blank = algebra.disjoin([algebra.terms.equals(end, BLANK) for end in (a, b)])
    curve = curve_of(algebra, mask, a, b).to_term(algebra.terms)
    if directed:
        curve = algebra.conjoin([curve, *leads_on(algebra, mask, a)])
    return algebra.terms.cases([(blank, BLANK)], curve)
