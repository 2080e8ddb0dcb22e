"""`len`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Members
from ..values import BLANK


@function("aggregates", "len(cells) == 12 and len([4, blank, 4]) == 2 and len(number) == 8", aggregate=True)
def len(values: Members) -> int:
    """Return the number of members of `values`: the cells of an area, the members of a list.

    Blank members are not counted.
    """
    return sum(value is not BLANK for value in values)
