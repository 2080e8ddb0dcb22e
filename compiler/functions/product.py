"""`product`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.operators import check_bounds, number
from ..language.parameter_types import Members
from ..values import BLANK, Number


@function("aggregates", "product([2, blank, 3]) == 6 and product([]) == 1", aggregate=True)
def product(values: Members) -> Number:
    """Return the product of the members of `values`.

    Blank members are skipped; the product of an empty list is 1. Truth values count as 1 and 0.
    """
    result: Number = 1
    for value in values:
        if value is not BLANK:
            result = check_bounds(result * number(value, "product"))
    return result
