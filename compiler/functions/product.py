"""`product`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.operators import bounded, number
from ..language.parameter_types import Members
from ..values import BLANK


@function("aggregates", "product([2, blank, 3]) == 6 and product([]) == 1", aggregate=True)
def product(values: Members) -> int:
    """All members multiplied, blanks passed over; truth values count 1 and 0. The product of nothing is 1."""
    result = 1
    for value in values:
        if value is not BLANK:
            result = bounded(result * number(value, "product"))
    return result
