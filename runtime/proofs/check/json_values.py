"""Values in JSON: numbers, truth values and texts as they are, blank as null; anything else as `{"value": n}`.

That is the value n of its layer, counted from 0: a cell, an area, a tuple, a fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value, typed_key

_PLAIN = (bool, int, str)


class Rejected(Exception):
    """What is wrong with a certificate, in words."""


def to_json(value: Value, layer: Layer) -> Any:
    """Return a value of a layer as JSON."""
    if value is BLANK:
        return None
    return value if isinstance(value, _PLAIN) else {"value": layer.values.index(value)}


def reader(layer: Layer) -> Callable[[Any], Value]:
    """Return a function from JSON to a value of a layer; it raises `Rejected` if the layer has no such value."""
    values = layer.values
    plain = {} if isinstance(values, range) else {typed_key(value): value for value in values if isinstance(value, _PLAIN)}

    def value_of(json_value: Any) -> Value:
        if json_value is None and layer.blank:
            return BLANK
        if (
            isinstance(json_value, dict)
            and json_value.keys() == {"value"}
            and is_int(json_value["value"])
            and 0 <= json_value["value"] < len(values)
        ):
            return values[json_value["value"]]
        if isinstance(values, range):
            if is_int(json_value) and json_value in values:
                return json_value
        elif isinstance(json_value, _PLAIN) and typed_key(json_value) in plain:
            return plain[typed_key(json_value)]
        raise Rejected(f"the layer `{layer.name}` has no value {str(json_value)[:40]!r}")

    return value_of


def is_int(json_value: Any) -> bool:
    """Check whether something is a whole number, and no truth value."""
    return isinstance(json_value, int) and not isinstance(json_value, bool)


def ints(json_value: Any, what: str) -> Sequence[int]:
    """Return a list of whole numbers; raise `Rejected` if it is none."""
    if not isinstance(json_value, list) or not all(map(is_int, json_value)):
        raise Rejected(f"{what} must be a list of whole numbers")
    return json_value
