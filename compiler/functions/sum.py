"""`sum`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.operators import check_bounds, number
from ..language.parameter_types import Members
from ..values import BLANK, Number


@function("aggregates", "sum([1, blank, 3]) == 4 and sum([]) == 0", aggregate=True)
def sum(values: Members) -> Number:
    """Return the sum of the members of `values`.

    Blank members are skipped; the sum of an empty list is 0. Truth values count as 1 and 0.
    """
    total: Number = 0
    for value in values:
        if value is not BLANK:
            total = check_bounds(total + number(value, "sum"))
    return total
