"""`default`: a choice by "is blank"."""

from __future__ import annotations

from ...values import BLANK, Value
from ..algebra import Algebra
from ..lowering_registry import lowering


@lowering("default")
def default(algebra: Algebra, x: Value, otherwise: Value) -> Value:
    """Return `otherwise` if x is blank, otherwise x."""
    return algebra.choose(algebra.terms.equals(x, BLANK), lambda: otherwise, lambda: x)
