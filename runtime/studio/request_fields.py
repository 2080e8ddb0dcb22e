"""Check what somebody has sent: the fields of an object, their kinds, and that texts are texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.limits import USUAL

from ..editing.refused import Refused

LARGEST_SIDE = 40  # of a board that the page makes


def check_fields(fields: object, expected: Mapping[str, Any]) -> dict[str, Any]:
    """Return the expected fields of an object that somebody has sent. Raise `Refused` if one of them is not as it must be."""
    if not isinstance(fields, dict):
        raise Refused(400, "send an object")
    given: dict[str, Any] = {}
    for name, kinds in expected.items():
        value = fields.get(name)
        if not isinstance(value, kinds) or (isinstance(value, bool) and kinds in (int, (int, type(None)))):
            raise Refused(400, f"`{name}` is missing, or of another kind")
        if isinstance(value, str):
            _check_text(name, value)
        given[name] = value
    return given


def _check_text(name: str, text: str) -> None:
    if len(text) > USUAL.file_size:
        raise Refused(413, f"`{name}` may have at most {USUAL.file_size:,} characters")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # half of a pair
        raise Refused(400, f"`{name}` is no text") from None
