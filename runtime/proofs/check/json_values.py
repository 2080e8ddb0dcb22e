"""Values in JSON: numbers, truth values and texts as they are, blank as null; anything else as `{"value": n}`.

That is the value n of its layer, counted from 0: a cell, an area, a tuple, a fraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value

_PLAIN = (bool, int, str)


class Rejected(Exception):
    """What is wrong with a certificate, in words."""


def to_json(value: Value, layer: Layer) -> Any:
    """Return a value of a layer as JSON."""
    if value is BLANK:
        return None
    return value if isinstance(value, _PLAIN) else {"value": layer.values.index(value)}


def from_json(found: Any, layer: Layer) -> Value:
    """Return the value of a layer that JSON stands for; raise `Rejected` if it has no such value."""
    if found is None and layer.blank:
        return BLANK
    if (
        isinstance(found, dict)
        and found.keys() == {"value"}
        and is_int(found["value"])
        and 0 <= found["value"] < len(layer.values)
    ):
        return layer.values[found["value"]]
    if isinstance(layer.values, range):
        if is_int(found) and found in layer.values:
            return found
    elif isinstance(found, _PLAIN):
        for value in layer.values:
            if type(value) is type(found) and value == found:
                return value
    raise Rejected(f"the layer `{layer.name}` has no value {str(found)[:40]!r}")


def is_int(found: Any) -> bool:
    """Check whether something is a whole number, and no truth value."""
    return isinstance(found, int) and not isinstance(found, bool)


def ints(found: Any, what: str) -> Sequence[int]:
    """Return a list of whole numbers; raise `Rejected` if it is none."""
    if not isinstance(found, list) or not all(map(is_int, found)):
        raise Rejected(f"{what} must be a list of whole numbers")
    return found
