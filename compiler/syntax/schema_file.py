"""`schema.json`, which says what a spec looks like."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Not by `importlib.resources`, whose import takes longer than all else that reads a spec.
PATH = Path(__file__).parents[2] / "schema.json"


@functools.cache
def schema() -> dict[str, Any]:
    """Return the JSON schema of the language, version 1."""
    loaded: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    return loaded


@functools.cache
def known_keys() -> frozenset[str]:
    """Return the keys that the language gives a meaning anywhere in a spec.

    >>> sorted(known_keys() & {"for", "says", "title", "number"})
    ['for', 'says', 'title']
    """
    return frozenset(_keys(schema()))


@functools.cache
def keys_of_names() -> frozenset[str]:
    """Return the keys of a spec below which it gives names.

    >>> sorted(keys_of_names())
    ['areas', 'clues', 'data', 'givens', 'grids', 'layers']
    """
    described, refers = schema(), "$ref"
    resolved = {
        key: described["definitions"][value[refers].rpartition("/")[2]] if refers in value else value
        for key, value in described["properties"].items()
    }
    return frozenset(key for key, value in resolved.items() if "propertyNames" in value)


def _keys(described: object) -> Iterator[str]:
    if isinstance(described, dict):
        yield from described.get("properties", ())
        for part in described.values():
            yield from _keys(part)
    elif isinstance(described, list):
        for part in described:
            yield from _keys(part)
