"""The values that a printed clue could have instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.values import Value

from .generate import NUMBERS
from .printable import PrintableGroup

AROUND = 20  # clues that could be any number: how far from the printed one others are tried


def other_values(group: PrintableGroup) -> Iterator[tuple[Clue, Value, Sequence[Value]]]:
    """Yield each printed clue with its place and the values that it could have; numbers near it if the genre lists none."""
    for clue in group.group:
        near = [number for number in NUMBERS if type(clue.value) is int and abs(number - clue.value) <= AROUND]
        yield clue, clue.place, group.values or near
