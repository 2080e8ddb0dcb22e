"""`product`"""

from __future__ import annotations

from ..function import function
from ..kinds import Members
from ..operators import bounded, number
from ..values import BLANK


@function("aggregates", "product([2, blank, 3]) == 6 and product([]) == 1", aggregate=True)
def product(values: Members) -> int:
    """All members multiplied, blanks passed over; truth values count 1 and 0. The product of nothing is 1."""
    result = 1
    for value in values:
        if value is not BLANK:
            result = bounded(result * number(value, "product"))
    return result
