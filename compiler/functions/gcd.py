"""`gcd` and `lcm`"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..language.function_registry import function
from ..language.operators import check_bounds
from ..language.parameter_types import Anything
from ..values import BLANK, Value
from .min import checked_whole, compared_members


@function("aggregates", "gcd([12, blank, 18]) == 6 and gcd(4, 6) == 2 and gcd([]) == 0", aggregate=True)
def gcd(values: Anything, *more: Anything) -> int:
    """Return the greatest common divisor of a list, or of several arguments.

    Members are whole numbers. The gcd is never negative. Blank members are skipped. The gcd of an empty list is 0. A member 0
    does not change the result: `gcd(0, a)` is `a` without its sign.
    """
    return math.gcd(*_whole_numbers("gcd", values, more))


@function("aggregates", "lcm([4, blank, 6]) == 12 and lcm(4, 6) == 12 and lcm([]) == 1", aggregate=True)
def lcm(values: Anything, *more: Anything) -> int:
    """Return the least common multiple of a list, or of several arguments.

    Members are whole numbers. The lcm is never negative. Blank members are skipped. The lcm of an empty list is 1. If a member
    is 0, it is 0.
    """
    members = _whole_numbers("lcm", values, more)
    if 0 in members:
        return 0
    result = 1
    for member in members:
        result = check_bounds(math.lcm(result, member))
    return result


def _whole_numbers(name: str, values: Value, more: Sequence[Value]) -> list[int]:
    return [checked_whole(name, value) for value in compared_members(name, values, more) if value is not BLANK]
