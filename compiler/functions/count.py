"""`count`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Members
from ..syntax.diagnostics import Code, Fault
from ..values import BLANK, describe, kind_of


@function("aggregates", "count(number == 2) == 2 and count([]) == 0", aggregate=True)
def count(values: Members) -> int:
    """Return how many members of `values` are true. Blank members are skipped.

    Other members must be truth values, so count a comparison: `count(number == 2)`, not `count(number)`.
    """
    number = 0
    for value in values:
        if value is True:
            number += 1
        elif value is not False and value is not BLANK:
            raise not_a_truth("count", describe(value), kind_of(value))
    return number


def not_a_truth(name: str, shown: str, kind: str) -> Fault:
    """Return the error for a member that is not a truth value."""
    return Fault(
        Code.WRONG_KIND,
        f"`{name}` needs truth values, but one member is {kind} ({shown})",
        f"compare the members: {name}(x == 1), {name}(x != blank); use sum to add, len to count members",
    )
