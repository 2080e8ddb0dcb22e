"""The marks of a picture, besides the values: candidates, conflicts, differences, and what a step rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.records import dataclass, field
from gridwright.compiler.values import Value


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark in a picture.

    `candidates`: for each layer, by the names of its grid and itself, the possible values of each place, or None if they are not
    known. `conflicts`: places of a board, clues and givens. `differing`: places at which two solutions have different values,
    or that a step is about. `premises`: places that a step rests on.
    """

    candidates: Mapping[tuple[str, str], Sequence[Sequence[Value] | None]] = field(default_factory=dict)
    conflicts: Sequence[object] = ()
    differing: Sequence[object] = ()
    premises: Sequence[object] = ()
