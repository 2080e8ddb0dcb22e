"""`divides`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Number
from ..language.range_predicates import RangePredicate


@function("numbers", "divides(3, 12) and not divides(5, 12) and divides(5, 0) and divides(0, 0) and not divides(0, 5)")
def divides(a: Number, b: Number) -> bool:
    """Return true if `b` is a multiple of `a`, and both are whole. 0 divides only 0.

    Blank if `a` or `b` is blank; of fields, place by place.
    """
    return isinstance(a, int) and isinstance(b, int) and (b % a == 0 if a else b == 0)


def _exists_multiple(lo: int, hi: int, a: int) -> bool:
    return hi - hi % abs(a) >= lo if a else lo == 0


MULTIPLE_BETWEEN = RangePredicate("divides", "b", _exists_multiple)
