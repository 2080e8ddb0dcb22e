"""What is marked in a picture beside the values: candidates, and what contradicts each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gridwright.compiler.values import Value


@dataclass(frozen=True, slots=True)
class Marks:
    """Candidates by layer (grid and name): for each of its places the values it may have, or none where nothing is said.

    `conflicts` are places of a board, clues and givens; each is marked where it stands. `differing` are places, of which two
    solutions have different values.
    """

    candidates: Mapping[tuple[str, str], Sequence[Sequence[Value] | None]] = field(default_factory=dict)
    conflicts: Sequence[object] = ()
    differing: Sequence[object] = ()
