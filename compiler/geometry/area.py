"""Areas: whatever holds cells. Lines are areas in an order; segments are lines without gaps, named as in a crossword."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

from ..records import dataclass, replace
from ..syntax.span import Span
from .places import Cell, Direction


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Cells in an order. Two areas are equal if they hold the same cells in the same order, whatever else they are."""

    cells: tuple[Cell, ...]
    name: str = ""

    kind: ClassVar[str] = "an area"
    attributes: ClassVar[tuple[str, ...]] = ("name", "cells")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Area) and self.cells == other.cells

    def __hash__(self) -> int:
        cells = self.cells  # not all of many, because layers over placements are looked up by it
        return hash(cells) if len(cells) < 10 else hash((len(cells), cells[0], cells[len(cells) // 2], cells[-1]))

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells

    def __getitem__(self, index: Any) -> Any:
        return Area(self.cells[index]) if isinstance(index, slice) else self.cells[index]

    def __str__(self) -> str:
        return self.name or f"[{', '.join(cell.name for cell in self.cells)}]"


@dataclass(frozen=True, slots=True, eq=False)
class Line(Area):
    """Cells in the order in which they are seen.

    `side` and `index` tell from where a line is looked at, where it is looked at from outside the board.
    """

    direction: Direction | None = None
    side: str = ""
    index: int = -1
    backward: bool = False

    kind: ClassVar[str] = "a line"
    attributes: ClassVar[tuple[str, ...]] = ("name", "cells", "direction", "forward", "side", "index")

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return self.cells[index]
        turned = (index.step or 1) < 0
        name = f"part of {self.name}" if self.name else ""
        direction = self.direction.opposite if self.direction and turned else self.direction
        backward = self.backward != turned
        return Line(self.cells[index], name, direction=direction, backward=backward)

    def __str__(self) -> str:
        return Area.__str__(self)

    @property
    def forward(self) -> Line:
        """Return the same line in reading order: left to right, top to bottom."""
        if not self.backward:
            return self
        direction = self.direction.opposite if self.direction else None
        return replace(self, cells=self.cells[::-1], direction=direction, backward=False)


@dataclass(frozen=True, slots=True, eq=False)
class Segment(Line):
    """A stretch of a row or column without gaps, with the number and direction it has in a crossword."""

    number: int = 0
    across: bool = True

    kind: ClassVar[str] = "a segment"
    attributes: ClassVar[tuple[str, ...]] = ("name", "cells", "direction", "forward", "number", "across")

    def __str__(self) -> str:
        return Area.__str__(self)


@dataclass(frozen=True, eq=False)
class AreaKind:
    """A kind of areas: those of one key under `areas`, in the order written, or the segments of a board, or placements.

    It is indexed by a label (a text), by a cell, which gives the area that the cell lies in, or by a position. `is_list`: it is
    written as a list, so that its labels are only the numbers of its areas, from 1. `spans`: where each area is written, if it is
    written anywhere.
    """

    name: str
    areas: tuple[Area, ...]
    is_list: bool = False
    spans: tuple[Span, ...] = ()

    kind: ClassVar[str] = "a kind of areas"
    attributes: ClassVar[tuple[str, ...]] = ("name",)

    def __len__(self) -> int:
        return len(self.areas)

    def __iter__(self) -> Iterator[Area]:
        return iter(self.areas)

    def __getitem__(self, index: Any) -> Any:
        return self.areas[index]

    def area_at(self, label: str) -> Area | None:
        """Return the area with the label; None if there is no such label."""
        return next((area for area in self.areas if area.name == label), None)

    def holding(self, cell: Cell) -> list[Area]:
        """Return the areas that contain the cell: several if areas overlap."""
        return self._by_cell.get(cell, [])

    @cached_property
    def _by_cell(self) -> dict[Cell, list[Area]]:
        areas: dict[Cell, list[Area]] = defaultdict(list)
        for area in self.areas:
            for cell in area.cells if len({*area.cells}) == len(area.cells) else dict.fromkeys(area.cells):
                areas[cell].append(area)
        return dict(areas)

    def __str__(self) -> str:
        return self.name
