"""`read`"""

from __future__ import annotations

from collections.abc import Iterable

from ..language.function_registry import function
from ..language.operators import bounded
from ..language.parameter_types import Base, Members
from ..values import BLANK, Value
from .min import checked_number


@function("numbers", "read([0, 4, 7]) == 47 and read([1, 0, 1], base=2) == 5 and read([1, blank]) == blank")
def read(values: Members, base: Base = 10) -> Value:
    """All members read as the digits of one number, the leading one first; blank where a member is blank, and of nothing.

    A digit x makes of the number n read so far base * n + x: leading zeros change nothing, and an x that is no digit of the base
    (12, or -1) simply adds in. Members are numbers, and the base is at least 2. `numbers` reads the stretches between blanks.
    """
    members = []
    for value in values:
        if value is BLANK:
            return BLANK
        members.append(value)
    return read_digits("read", members, base) if members else BLANK


def read_digits(name: str, members: Iterable[Value], base: int) -> int:
    """The number that members read as, by Horner's rule; each has to be a number."""
    result = 0
    for member in members:
        result = bounded(base * result + checked_number(name, member))
    return result
