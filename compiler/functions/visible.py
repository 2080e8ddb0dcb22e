"""`visible` and `increasing`: members compared with those before them."""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Members
from .min import present_numbers


@function("along a line", "visible([2, blank, 1, 4, 4, 5]) == 3 and visible([]) == 0", aggregate=True)
def visible(values: Members) -> int:
    """How many members are larger than all before them: the skyscrapers seen from the beginning of a line.

    Members are numbers; blanks are passed over, they neither count nor hide.
    """
    found = 0
    highest: int | None = None
    for value in present_numbers("visible", values):
        if highest is None or value > highest:
            found += 1
            highest = value
    return found


@function("along a line", "increasing([1, blank, 3]) and not increasing([2, 2]) and increasing([])", aggregate=True)
def increasing(values: Members) -> bool:
    """Whether each member is larger than the one before it, blanks passed over; true of fewer than two. Members are numbers."""
    before: int | None = None
    for value in present_numbers("increasing", values):
        if before is not None and value <= before:
            return False
        before = value
    return True
