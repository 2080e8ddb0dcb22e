"""The values that a printed clue could have instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.values import Value

from .generate import NUMBERS
from .printable import PrintableGroup

AROUND = 20  # clues that could be any number, or one of very many: how far from the printed one others are tried
MOST_VALUES = 100  # of a clue, all of which are tried


def other_values(group: PrintableGroup) -> Iterator[tuple[Clue, Value, Sequence[Value]]]:
    """Yield each printed clue with its place and the values that it could have: all of a few, or else numbers near it."""
    is_listed = 0 < len(group.values or ()) <= MOST_VALUES
    for clue in group.group:
        if is_listed:
            yield clue, clue.place, group.values
        else:
            yield clue, clue.place, [value for value in group.values or NUMBERS if _is_near(value, clue.value)]


def _is_near(value: Value, printed: Value) -> bool:
    return type(value) is int and type(printed) is int and abs(value - printed) <= AROUND
