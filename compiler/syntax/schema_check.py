"""Whether plain data have the shape that a JSON schema describes: yes or no, and nothing else.

Most specs are right, and it takes no list of violations to know this. To import `jsonschema`, which lists them, takes 280 million
instructions; this takes one million for a small spec. It knows the keywords of draft 7 that `schema.json` uses, and none halfway:
what it does not know is `Unsure`, never a yes. `fastjsonschema` was tried: its import takes 70 million, and the module that it
generates of the schema, 340 kB that would have to be made again with each change, takes 290 million to be imported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

Schema = Any  # a mapping, or a truth value


class Unsure(Exception):
    """The schema has a keyword, or compares values, that are not known here."""


NUMBERS = (int, float, Fraction)

TYPES: Mapping[str, Callable[[object], bool]] = {
    "any": lambda data: True,
    "array": lambda data: isinstance(data, list),
    "boolean": lambda data: isinstance(data, bool),
    "integer": lambda data: isinstance(data, int) and not isinstance(data, bool),
    "null": lambda data: data is None,
    "number": lambda data: isinstance(data, NUMBERS) and not isinstance(data, bool),
    "object": lambda data: isinstance(data, dict),
    "string": lambda data: isinstance(data, str),
}

# What says nothing of the data, or is read with the keyword beside it.
_WORDS = ("title", "description", "examples", "default", "errorMessage", "missing", "mend", "elsewhere")
SILENT = frozenset(("$schema", "$id", "$comment", "definitions", "then", "else", *_WORDS))


def fits(data: Any, schema: Schema, whole: Mapping[str, Any] | None = None) -> bool:
    """Check whether data are as a schema describes; `whole` is the schema that its references are looked up in.

    >>> described = {"type": "object", "properties": {"size": {"type": "integer", "minimum": 1}}}
    >>> [fits(data, described) for data in ({"size": 2}, {"size": 0}, {"size": "2"}, {}, [])]
    [True, False, False, True, False]
    >>> fits([], {"uniqueItems": True})
    Traceback (most recent call last):
    gridwright.compiler.syntax.schema_check.Unsure: uniqueItems
    """
    if isinstance(schema, bool):
        return schema
    whole = schema if whole is None else whole
    if "$ref" in schema:  # beside it nothing else counts
        return fits(data, _part(whole, schema["$ref"]), whole)
    for keyword, wanted in schema.items():
        if keyword in SILENT:
            continue
        if keyword not in RULES:
            raise Unsure(keyword)
        kind, rule = RULES[keyword]
        if TYPES[kind](data) and not rule(data, wanted, schema, whole):
            return False
    return True


def _part(whole: Mapping[str, Any], reference: str) -> Schema:
    """Return the part of a schema that `#/definitions/NAME` refers to."""
    part: Any = whole
    for step in reference.removeprefix("#/").split("/"):
        part = part[step]
    return part


def _equals(data: object, wanted: object) -> bool:
    """Check whether two texts, numbers or truth values are equal; 1 is not true."""
    if not isinstance(wanted, (str, bool, *NUMBERS)):
        raise Unsure(repr(wanted))
    return isinstance(data, bool) == isinstance(wanted, bool) and data == wanted


def _has_items(data: Any, wanted: Any, schema: Schema, whole: Mapping[str, Any]) -> bool:
    if isinstance(wanted, list):
        raise Unsure("items")
    return all(fits(item, wanted, whole) for item in data)


def _has_additional(data: Any, wanted: Any, schema: Schema, whole: Mapping[str, Any]) -> bool:
    known = schema.get("properties", {})
    return all(fits(value, wanted, whole) for key, value in data.items() if key not in known)


def _is_of_type(data: Any, wanted: Any, schema: Schema, whole: Mapping[str, Any]) -> bool:
    return any(TYPES[name](data) for name in ([wanted] if isinstance(wanted, str) else wanted))


# For each keyword the type of data that it says something of, and whether data of this type are as it says.
RULES: Mapping[str, tuple[str, Callable[[Any, Any, Schema, Mapping[str, Any]], bool]]] = {
    "additionalProperties": ("object", _has_additional),
    "anyOf": ("any", lambda data, wanted, schema, whole: any(fits(data, part, whole) for part in wanted)),
    "const": ("any", lambda data, wanted, schema, whole: _equals(data, wanted)),
    "dependencies": (
        "object",
        lambda data, wanted, schema, whole: all(fits(data, part, whole) for key, part in wanted.items() if key in data),
    ),
    "enum": ("any", lambda data, wanted, schema, whole: any(_equals(data, value) for value in wanted)),
    "if": (
        "any",
        lambda data, wanted, schema, whole: fits(data, schema.get("then" if fits(data, wanted, whole) else "else", True), whole),
    ),
    "items": ("array", _has_items),
    "maxProperties": ("object", lambda data, wanted, schema, whole: len(data) <= wanted),
    "maximum": ("number", lambda data, wanted, schema, whole: data <= wanted),
    "minItems": ("array", lambda data, wanted, schema, whole: len(data) >= wanted),
    "minProperties": ("object", lambda data, wanted, schema, whole: len(data) >= wanted),
    "minimum": ("number", lambda data, wanted, schema, whole: data >= wanted),
    "not": ("any", lambda data, wanted, schema, whole: not fits(data, wanted, whole)),
    "pattern": ("string", lambda data, wanted, schema, whole: re.search(wanted, data) is not None),
    "properties": (
        "object",
        lambda data, wanted, schema, whole: all(fits(data[key], part, whole) for key, part in wanted.items() if key in data),
    ),
    "propertyNames": ("object", lambda data, wanted, schema, whole: all(fits(key, wanted, whole) for key in data)),
    "required": ("object", lambda data, wanted, schema, whole: all(key in data for key in wanted)),
    "type": ("any", _is_of_type),
}
