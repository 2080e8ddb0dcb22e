"""`read`"""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Code, Fault
from ..function import function
from ..kinds import KnownNumber, Members
from ..operators import bounded, is_number
from ..values import BLANK, Value, describe, kind_of


@function("numbers", "read([0, 4, 7]) == 47 and read([1, 0, 1], base=2) == 5 and read([1, blank]) == blank")
def read(values: Members, base: KnownNumber = 10) -> Value:
    """All members read as the digits of one number, the leading one first; blank where a member is blank, and of nothing.

    A digit x makes of the number n read so far base * n + x: leading zeros change nothing, and an x that is not below the base
    simply adds in. Digits are numbers of at least 0, and the base is at least 2. `numbers` reads the stretches between blanks.
    """
    check_base(base)
    members = []
    for value in values:
        if value is BLANK:
            return BLANK
        members.append(value)
    return read_digits(members, base) if members else BLANK


def read_digits(members: Iterable[Value], base: int) -> int:
    """The number that digits read as, by Horner's rule."""
    result = 0
    for member in members:
        result = bounded(base * result + digit(member))
    return result


def digit(value: Value) -> int:
    """A member that is read as a digit: a number of at least 0."""
    if not is_number(value) or value < 0:
        raise Fault(
            Code.WRONG_KIND,
            f"a digit is a number of at least 0, and here is {kind_of(value)} ({describe(value)})",
            "`read` and `numbers` go through digits",
        )
    return int(value)


def check_base(base: int) -> int:
    """The base of `read`, which is at least 2."""
    if base < 2:
        raise Fault(Code.WRONG_ARGUMENTS, f"`read` wants a base of at least 2, and here is {base}")
    return base
