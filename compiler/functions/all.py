"""`all` and `any`"""

from __future__ import annotations

from ..language.function_registry import function
from ..language.parameter_types import Stream
from ..values import BLANK, Value, describe, kind_of
from .count import not_a_truth


@function("aggregates", "all(number != 6) and all([])", aggregate=True)
def all(values: Stream) -> bool:
    """Return true if every member of `values` is true.

    Blank members are skipped; `all` of an empty list is true.
    """
    for value in values:
        if value is not True and value is not BLANK and not _check(value, "all"):
            return False
    return True


@function("aggregates", "any(number == blank) and not any([])", aggregate=True)
def any(values: Stream) -> bool:
    """Return true if at least one member of `values` is true.

    Blank members are skipped; `any` of an empty list is false.
    """
    for value in values:
        if value is not False and value is not BLANK and _check(value, "any"):
            return True
    return False


def _check(value: Value, name: str) -> bool:
    if not isinstance(value, bool):
        raise not_a_truth(name, describe(value), kind_of(value))
    return value
