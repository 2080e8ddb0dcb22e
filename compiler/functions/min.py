"""`min` and `max`"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..language.function_registry import function
from ..language.operators import is_number, of_place
from ..language.parameter_types import AFunction, Anything, Callee, as_members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, Field, Number, Unknown, Value, describe, kind_of


@function(
    "aggregates",
    "min(number) == 1 and min(3, 2) == 2 and min([]) == blank and min(cells, key=lambda c: number[c]) == r1c1",
    aggregate=True,
)
def min(values: Anything, *more: Anything, key: AFunction | None = None) -> Value:
    """Return the smallest number of a list, or of several arguments.

    Blank members are skipped; blank if there is no number. With `key`, a function from a member to a number, it is the member
    whose number is smallest, the first one of several: `min(cells, key=lambda c: number[c])` is the first cell with the
    smallest number. Members need not be numbers then; those whose number is blank are skipped.
    """
    return _best("min", builtins.min, compared_members("min", values, more), key)


@function(
    "aggregates",
    "max(number) == 9 and max(3, blank) == 3 and max([]) == blank and max([2, -3, 3], key=abs) == -3",
    aggregate=True,
)
def max(values: Anything, *more: Anything, key: AFunction | None = None) -> Value:
    """Return the largest number of a list, or of several arguments.

    Blank members are skipped; blank if there is no number. With `key`, a function from a member to a number, it is the member
    whose number is largest, the first one of several, as in `min`.
    """
    return _best("max", builtins.max, compared_members("max", values, more), key)


def _best(name: str, better: Callable[..., Value], values: Sequence[Value], key: Callee | None) -> Value:
    if key is None:
        return better(present_numbers(name, values), default=BLANK)
    candidates = [
        (member, number) for member in values if member is not BLANK and (number := key_of(name, key, member)) is not BLANK
    ]
    return better(candidates, key=lambda pair: pair[1], default=(BLANK, 0))[0]


def key_of(name: str, key: Callee, member: Value) -> Value:
    """Return the key of a member for an extreme: a number or blank; raise `SpecError` for other values."""
    result = key(member)
    try:
        return result if result is BLANK or isinstance(result, Unknown) else checked_number(name, result)
    except Fault as fault:
        raise key.error_for(fault, (member,)) from None


def compared_members(name: str, values: Value, more: Sequence[Value]) -> Sequence[Value]:
    """Return the members to compare: those of the only argument, or the arguments themselves."""
    if more or values is BLANK:
        return (values, *more)
    compared = as_members(values)
    if compared is None:
        raise Fault(
            Code.WRONG_ARGUMENTS,
            f"`{name}` needs a list, or several numbers, but got {kind_of(values)}",
            f"write {name}(list) or {name}(a, b)",
        )
    members: Sequence[Value] = compared
    return members


def numbers_of(name: str, values: Value, more: Sequence[Value]) -> list[Number]:
    """Return the numbers among an aggregate's arguments, without blanks."""
    return list(present_numbers(name, compared_members(name, values, more)))


def present_numbers(name: str, values: Iterable[Value]) -> Iterator[Number]:
    """Yield the members that are not blank; raise `Fault` if one of them is not a number."""
    return (checked_number(name, value) for value in values if value is not BLANK)


def checked_whole(name: str, value: Value) -> int:
    """Return `value` as a whole number; raise `Fault` if it is none."""
    number = checked_number(name, value)
    if not isinstance(number, int):
        raise Fault(Code.WRONG_KIND, f"`{name}` needs whole numbers, but got {describe(number)}")
    return number


def checked_number(name: str, value: Value) -> Number:
    """Return `value` as a number; raise `Fault` if it is none.

    Truth values are not numbers here.
    """
    if isinstance(value, Field):
        raise Fault(
            Code.WRONG_KIND, f"`{name}` cannot take several fields", f"loop over the places, and write {name}([...]) for each"
        )
    if not is_number(value):
        raise Fault(Code.WRONG_KIND, f"`{name}` needs numbers, but got {kind_of(value)} ({describe(value)})", of_place(value))
    number: Number = value
    return number
