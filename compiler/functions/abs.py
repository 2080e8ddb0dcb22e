"""`abs`"""

from __future__ import annotations

import builtins

from ..language.function_registry import function
from ..language.parameter_types import Number
from ..values import Value


@function("numbers", "abs(2 - 5) == 3 and abs(blank) == blank")
def abs(x: Number) -> Value:
    """Return `x` without its sign. Blank if `x` is blank; of a field, place by place."""
    return builtins.abs(x)
