"""The values that a printed clue could have instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.values import Value

from .printable import NUMBERS, PrintableGroup

AROUND = 20  # clues that could be any number, or one of very many: how far from the printed one others are tried
MOST_VALUES = 100  # of a clue, all of which are tried


def are_few(group: PrintableGroup) -> bool:
    """Check whether the values of a group are listed, and so few that all are tried."""
    return 0 < len(group.values) <= MOST_VALUES


def other_values(group: PrintableGroup) -> Iterator[tuple[Clue, Sequence[Value]]]:
    """Yield each printed clue with the values that it could have: all values if they are few, otherwise numbers near it."""
    for clue in group.group:
        if are_few(group):
            yield clue, group.values
        else:
            yield clue, [value for value in group.values or NUMBERS if _is_near(value, clue.value)]


def _is_near(value: Value, printed: Value) -> bool:
    return type(value) is int and type(printed) is int and abs(value - printed) <= AROUND
