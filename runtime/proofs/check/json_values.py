"""Values in JSON: numbers, truth values and texts as they are, blank as null; anything else as `{"value": n}`.

That is the value n of its layer, counted from 0: a cell, an area, a tuple, a fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value, typed

_PLAIN = (bool, int, str)


class Rejected(Exception):
    """What is wrong with a certificate, in words."""


def to_json(value: Value, layer: Layer) -> Any:
    """Return a value of a layer as JSON."""
    if value is BLANK:
        return None
    return value if isinstance(value, _PLAIN) else {"value": layer.values.index(value)}


def reader(layer: Layer) -> Callable[[Any], Value]:
    """Return what gives the value of a layer that JSON stands for; it raises `Rejected` if the layer has no such value."""
    values = layer.values
    plain = {} if isinstance(values, range) else {typed(value): value for value in values if isinstance(value, _PLAIN)}

    def value_of(found: Any) -> Value:
        if found is None and layer.blank:
            return BLANK
        if isinstance(found, dict) and found.keys() == {"value"} and is_int(found["value"]) and 0 <= found["value"] < len(values):
            return values[found["value"]]
        if isinstance(values, range):
            if is_int(found) and found in values:
                return found
        elif isinstance(found, _PLAIN) and typed(found) in plain:
            return plain[typed(found)]
        raise Rejected(f"the layer `{layer.name}` has no value {str(found)[:40]!r}")

    return value_of


def is_int(found: Any) -> bool:
    """Check whether something is a whole number, and no truth value."""
    return isinstance(found, int) and not isinstance(found, bool)


def ints(found: Any, what: str) -> Sequence[int]:
    """Return a list of whole numbers; raise `Rejected` if it is none."""
    if not isinstance(found, list) or not all(map(is_int, found)):
        raise Rejected(f"{what} must be a list of whole numbers")
    return found
