"""Values in JSON: numbers, truth values and texts as they are, blank as null, tuples as `{"tuple": [...]}`."""

from __future__ import annotations

from typing import Any

from gridwright.compiler.values import BLANK, Value

MAX_DIGITS = 4000


class Rejected(Exception):
    """What is wrong with a certificate, in words."""


def to_json(value: Value) -> Any:
    """A value as JSON; `TypeError` for what is no single value.

    >>> to_json(BLANK), to_json((1, True)), from_json({"tuple": [1, None]})
    (None, {'tuple': [1, True]}, (1, blank))
    """
    if value is BLANK:
        return None
    if isinstance(value, tuple):
        return {"tuple": [to_json(member) for member in value]}
    if isinstance(value, (bool, int, str)):
        return value
    raise TypeError(f"{type(value).__name__} is not written into certificates")


def from_json(found: Any) -> Value:
    """The value that JSON says."""
    if found is None:
        return BLANK
    if isinstance(found, dict) and found.keys() == {"tuple"} and isinstance(found["tuple"], list):
        return tuple(from_json(member) for member in found["tuple"])
    if isinstance(found, (bool, int, str)):
        return found
    raise Rejected(f"a value is a number, a text, true, false or null, not {str(found)[:40]}")


def is_int(found: Any) -> bool:
    """Whether something is a whole number, and no truth value."""
    return isinstance(found, int) and not isinstance(found, bool)


def ints(found: Any, what: str) -> tuple[int, ...]:
    """A list of whole numbers; `Rejected` where it is none."""
    if not isinstance(found, list) or not all(is_int(member) for member in found):
        raise Rejected(f"{what} is a list of whole numbers")
    return tuple(found)
