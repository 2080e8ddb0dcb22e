"""`visible` and `increasing`: members compared with those before them."""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Members
from ..values import Number
from .min import present_numbers


@function("along a line", "visible([2, blank, 1, 4, 4, 5]) == 3 and visible([]) == 0", aggregate=True)
def visible(values: Members) -> int:
    """Return how many members of `values` are larger than all members before them.

    This is how many skyscrapers you see along a line. Blank members are skipped: they neither count nor hide others. Members
    are numbers.
    """
    number = 0
    highest: Number | None = None
    for value in present_numbers("visible", values):
        if highest is None or value > highest:
            number += 1
            highest = value
    return number


@function("along a line", "increasing([1, blank, 3]) and not increasing([2, 2]) and increasing([])", aggregate=True)
def increasing(values: Members) -> bool:
    """Return true if each member of `values` is larger than the one before it.

    Blank members are skipped. Fewer than two members are increasing. Members are numbers.
    """
    before: Number | None = None
    for value in present_numbers("increasing", values):
        if before is not None and value <= before:
            return False
        before = value
    return True
