"""`read`"""

from __future__ import annotations

from collections.abc import Iterable

from ..language.function_registry import function
from ..language.operators import check_bounds
from ..language.parameter_types import Base, Members
from ..values import BLANK, Value
from .min import checked_whole


@function("numbers", "read([0, 4, 7]) == 47 and read([1, 0, 1], base=2) == 5 and read([1, blank]) == blank")
def read(values: Members, base: Base = 10) -> Value:
    """Return the number whose digits are the members of `values`, the leading digit first.

    Blank if a member is blank, or if there is no member. `base` is at least 2, members are whole numbers. A member that is not a
    digit (12, or -1) is allowed: each step multiplies the number so far by `base` and adds the member. Leading zeros change
    nothing. `numbers` reads the stretches between blanks.
    """
    members = []
    for value in values:
        if value is BLANK:
            return BLANK
        members.append(value)
    return read_digits("read", members, base) if members else BLANK


def read_digits(name: str, members: Iterable[Value], base: int) -> int:
    """Return the number that `members` read as, by Horner's rule; raise `Fault` if one is no whole number."""
    result = 0
    for member in members:
        result = check_bounds(base * result + checked_whole(name, member))
    return result
