"""`leading`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Members
from ..values import BLANK, FoundList, Value


@function("along a line", "leading([2, 2, blank, 5]) == [2, 2] and len(leading([true, true, false, true])) == 2")
def leading(values: Members) -> list[Value]:
    """The members from the beginning up to, not including, the first that is blank or false.

    `len(leading(mask[ray(c, d)]))` is how far one sees from a cell in a direction.
    """
    found = FoundList()
    for value in values:
        if value is BLANK or value is False:
            break
        found.append(value)
    return found
