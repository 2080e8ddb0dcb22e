"""What interpreters over the same values find out once, for all of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .geometry.board import Board
from .spec import Define, Layer
from .values import Field, Value


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """The values of definitions that read no layer, which definitions do read one, and the fields of layers."""

    constants: dict[tuple[Define, Board | None], Value] = field(default_factory=dict)
    varying: set[tuple[Define, Board | None]] = field(default_factory=set)
    fields: dict[Layer, Field] = field(default_factory=dict)
