"""The marks of a picture, besides the values: candidates, conflicts, differences, and what a step rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import BLANK, Value


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark in a picture.

    `candidates`: for each layer, by the names of its grid and itself, the possible values of each place, or None if they are not
    known. `conflicts`: places of a board, clues and givens. `differing`: places at which two solutions have different values,
    or that a step is about; `letters`: what stands in the rings around some of these. `premises`: places that a step rests on.
    `legend`: sentences below the board.
    """

    candidates: Mapping[tuple[str, str], Sequence[Sequence[Value] | None]] = field(default_factory=dict)
    conflicts: Sequence[object] = ()
    differing: Sequence[object] = ()
    letters: Mapping[object, str] = field(default_factory=dict)
    premises: Sequence[object] = ()
    legend: Sequence[str] = ()


def letter_of(value: Value, other: Value) -> str:
    """Return A if only the first value is drawn as a line, B if only the other is, and nothing otherwise.

    >>> letter_of(True, False), letter_of(BLANK, 2), letter_of(1, 2)
    ('A', 'B', '')
    """
    is_drawn, is_other_drawn = value is not BLANK and bool(value), other is not BLANK and bool(other)
    return "" if is_drawn == is_other_drawn else "A" if is_drawn else "B"
