"""`default`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Single
from ..values import BLANK, Value


@function("numbers", "default(blank, 0) == 0 and default(7, 0) == 7 and len(default(number, 0)) == 12")
def default(x: Single, otherwise: Single) -> Value:
    """Return `x`, or `otherwise` if `x` is blank. Of a field, place by place."""
    return otherwise if x is BLANK else x
