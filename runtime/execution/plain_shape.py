"""What is wrong with plain data that come from elsewhere: from another process, another machine, or a cache."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def wrong_shape(data: object, properties: Mapping[str, Any]) -> str:
    """Return where and how data are no mapping with just these properties, each as its JSON schema says; empty if they are one.

    By draft 4, in which 1.0 is no integer.

    >>> wrong_shape({"count": -1}, {"count": {"type": "integer", "minimum": 0}})
    '$.count: -1 is less than the minimum of 0'
    """
    from jsonschema import Draft4Validator  # noqa: PLC0415 (most runs get no such data)

    described = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    wrong = next(Draft4Validator(described).iter_errors(data), None)
    return f"{wrong.json_path}: {wrong.message[:100]}" if wrong else ""
