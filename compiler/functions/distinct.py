"""`distinct`"""

from __future__ import annotations

from ..function import function
from ..kinds import Members
from ..operators import equal
from ..values import BLANK


@function("aggregates", "distinct([3, blank, 1, blank]) and not distinct(number)", aggregate=True)
def distinct(values: Members) -> bool:
    """Whether no value occurs twice, blanks passed over."""
    found = [value for value in values if value is not BLANK]
    return not any(equal(value, other) for at, value in enumerate(found) for other in found[:at])
