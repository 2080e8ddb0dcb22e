"""`min` and `max`"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator, Sequence

from ..language.function_registry import function
from ..language.operators import is_number
from ..language.parameter_types import Anything, as_members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Field, Number, Value, describe, kind_of


@function("aggregates", "min(number) == 1 and min(3, 2) == 2 and min([]) == blank", aggregate=True)
def min(values: Anything, *more: Anything) -> Value:
    """Return the smallest number of a list, or of several arguments.

    Blank members are skipped; blank if there is no number.
    """
    return builtins.min(numbers_of("min", values, more), default=BLANK)


@function("aggregates", "max(number) == 9 and max(3, blank) == 3 and max([]) == blank", aggregate=True)
def max(values: Anything, *more: Anything) -> Value:
    """Return the largest number of a list, or of several arguments.

    Blank members are skipped; blank if there is no number.
    """
    return builtins.max(numbers_of("max", values, more), default=BLANK)


def listed(name: str, values: Value, more: Sequence[Value]) -> Sequence[Value]:
    """Return the members to compare: those of the only argument, or the arguments themselves."""
    if more or values is BLANK:
        return (values, *more)
    found = as_members(values)
    if found is None:
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"`{name}` needs a list, or several numbers, but got {kind_of(values)}",
            f"write {name}(list) or {name}(a, b)",
        )
    members: Sequence[Value] = found
    return members


def numbers_of(name: str, values: Value, more: Sequence[Value]) -> list[Number]:
    """Return the numbers among an aggregate's arguments, without blanks."""
    return list(present_numbers(name, listed(name, values, more)))


def present_numbers(name: str, values: Iterable[Value]) -> Iterator[Number]:
    """Yield the members that are not blank; raise `Fault` if one of them is not a number."""
    return (checked_number(name, value) for value in values if value is not BLANK)


def checked_whole(name: str, value: Value) -> int:
    """Return `value` as a whole number; raise `Fault` if it is none."""
    found = checked_number(name, value)
    if not isinstance(found, int):
        raise Fault(Code.WRONG_KIND, f"`{name}` needs whole numbers, but got {describe(found)}")
    return found


def checked_number(name: str, value: Value) -> Number:
    """Return `value` as a number; raise `Fault` if it is none.

    Truth values are not numbers here.
    """
    if isinstance(value, Field):
        raise Fault(
            Code.WRONG_KIND, f"`{name}` cannot take several fields", f"loop over the places, and write {name}([...]) for each"
        )
    if not is_number(value):
        raise Fault(Code.WRONG_KIND, f"`{name}` needs numbers, but got {kind_of(value)} ({describe(value)})")
    found: Number = value
    return found
