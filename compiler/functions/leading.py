"""`leading`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Members
from ..values import BLANK, FoundList, Value


@function("along a line", "leading([2, 2, blank, 5]) == [2, 2] and len(leading([true, true, false, true])) == 2")
def leading(values: Members) -> list[Value]:
    """Return the members of `values` before the first one that is blank or false.

    If there is no such member, these are all members. `len(leading(mask[ray(c, d)]))` is how far one sees from cell `c` in
    direction `d`.
    """
    prefix = FoundList()
    for value in values:
        if value is BLANK or value is False:
            break
        prefix.append(value)
    return prefix
