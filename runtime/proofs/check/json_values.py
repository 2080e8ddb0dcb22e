"""Values in JSON: numbers, truth values and texts as they are, blank as null, tuples as `{"tuple": [...]}`,
9/2 as `{"fraction": [9, 2]}`.

A cell, an area or another thing of a board is `{"value": [grid, layer, n]}`: the value n of a layer, counted from 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value, is_hashable, typed

_PLAIN = (bool, int, str)


class Rejected(Exception):
    """What is wrong with a certificate, in words."""


class Values:
    """Values of the layers of a spec, as JSON and back. A thing of a board is told by where a layer has it among its values."""

    def __init__(self, layers: Iterable[Layer] = ()) -> None:
        self._layers = {(layer.grid, layer.name): layer for layer in layers}
        self._things: dict[Value, list[Any]] = {}
        self._tuples: dict[Value, Value] = {}
        for key, layer in self._layers.items():
            for at, value in enumerate(layer.values):
                if not isinstance(value, (*_PLAIN, Fraction)):
                    self._things.setdefault(value, [*key, at])

    def to_json(self, value: Value) -> Any:
        """Return a value as JSON; raise `TypeError` if it is no single value, or a thing that no layer has among its values.

        >>> Values().to_json(BLANK), Values().to_json((1, True)), Values().from_json({"tuple": [1, None]})
        (None, {'tuple': [1, True]}, (1, blank))
        """
        if value is BLANK:
            return None
        if isinstance(value, tuple):
            return {"tuple": [self.to_json(member) for member in value]}
        if isinstance(value, _PLAIN):
            return value
        if type(value) is Fraction:
            return {"fraction": [value.numerator, value.denominator]}
        if is_hashable(value) and value in self._things:
            return {"value": self._things[value]}
        raise TypeError(f"certificates cannot contain a {type(value).__name__}")

    def from_json(self, found: Any) -> Value:
        """Return the value of JSON; raise `Rejected` if it is none."""
        if found is None:
            return BLANK
        if isinstance(found, dict) and found.keys() == {"tuple"} and isinstance(found["tuple"], list):
            return self._tuple(tuple(self.from_json(member) for member in found["tuple"]))
        if isinstance(found, dict) and found.keys() == {"fraction"}:
            return _fraction(found["fraction"])
        if isinstance(found, dict) and found.keys() == {"value"}:
            return self._thing(found["value"])
        if isinstance(found, _PLAIN):
            return found
        raise Rejected(f"a value must be a number, a text, true, false or null, not {str(found)[:40]}")

    def _tuple(self, found: tuple[Value, ...]) -> Value:
        """Return a tuple; raise `Rejected` if another one is equal to it but for true in place of 1."""
        first = self._tuples.setdefault(found, found)
        if typed(first) != typed(found):
            raise Rejected("a certificate cannot contain a tuple with 1, and the same with true")
        return first

    def _thing(self, found: Any) -> Value:
        if isinstance(found, list) and len(found) == 3 and isinstance(found[0], str) and isinstance(found[1], str):
            layer, at = self._layers.get((found[0], found[1])), found[2]
            if layer is not None and is_int(at) and 0 <= at < len(layer.values):
                return layer.values[at]
        raise Rejected(f"no layer has a value {str(found)[:40]}")


def _fraction(found: Any) -> Fraction:
    """Return a fraction; raise `Rejected` unless it is in lowest terms, so that each number has one form."""
    if isinstance(found, list) and len(found) == 2 and all(map(is_int, found)):
        above, below = found
        if below > 1 and math.gcd(above, below) == 1:
            return Fraction(above, below)
    raise Rejected(f"a fraction must be two whole numbers in lowest terms, not {str(found)[:40]}")


def is_int(found: Any) -> bool:
    """Check whether something is a whole number, and no truth value."""
    return isinstance(found, int) and not isinstance(found, bool)


def ints(found: Any, what: str) -> tuple[int, ...]:
    """Return a list of whole numbers as a tuple; raise `Rejected` if it is none."""
    if not isinstance(found, list) or not all(is_int(member) for member in found):
        raise Rejected(f"{what} must be a list of whole numbers")
    return tuple(found)
