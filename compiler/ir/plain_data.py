"""Plain data that strangers may have written: whole numbers and lists of them, checked."""

from __future__ import annotations

from typing import Any


def is_int(found: Any) -> bool:
    """Check whether something is a whole number, and no truth value."""
    return isinstance(found, int) and not isinstance(found, bool)


def ints(found: Any) -> tuple[int, ...]:
    """Return a list of whole numbers as a tuple; raise `ValueError` if it is none."""
    if not isinstance(found, list) or not all(map(is_int, found)):
        raise ValueError
    return tuple(found)


def index(found: Any, size: int) -> int:
    """Return an index from 0 to below `size`; raise `ValueError` if it is none."""
    if not is_int(found) or not 0 <= found < size:
        raise ValueError
    number: int = found
    return number


def number_or_none(found: Any) -> int | None:
    """Return a whole number from 0 on, or None; raise `ValueError` if it is neither."""
    if found is not None and (not is_int(found) or found < 0):
        raise ValueError
    number: int | None = found
    return number
