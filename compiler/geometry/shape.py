"""Shapes: cells without a place on a board. How they are turned, mirrored and enlarged, and all polyominoes of a size."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

Position = tuple[int, int]

# The letters that polyominoes of up to five cells are known by, and each by a drawing; larger ones have numbers.
_DRAWN = {
    1: {"O": "#"},
    2: {"I": "##"},
    3: {"I": "###", "L": "## #-"},
    4: {"I": "####", "L": "### #--", "O": "## ##", "S": "-## ##-", "T": "### -#-"},
    5: {
        **{"F": "-## ##- -#-", "I": "#####", "L": "#### #---", "N": "##-- -###", "P": "### ##-", "T": "### -#- -#-"},
        **{"U": "#-# ###", "V": "### #-- #--", "W": "##- -## --#", "X": "-#- ### -#-", "Y": "#### -#--", "Z": "##- -#- -##"},
    },
}


@dataclass(frozen=True, slots=True)
class Shape:
    """Cells as rows and columns from 0, in reading order. Two shapes are equal if their cells are, in the same orientation.

    >>> str(shape_of([(2, 3), (1, 3), (2, 4)]))
    '[#-, ##]'
    """

    cells: tuple[Position, ...]
    name: str = field(default="", compare=False)

    kind: ClassVar[str] = "a shape"
    attributes: ClassVar[tuple[str, ...]] = ("name", "size", "height", "width")

    @property
    def size(self) -> int:
        """Return the number of cells."""
        return len(self.cells)

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return 1 + max(row for row, _ in self.cells)

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return 1 + max(column for _, column in self.cells)

    def __str__(self) -> str:
        inside = set(self.cells)
        rows = ("".join("#" if (row, at) in inside else "-" for at in range(self.width)) for row in range(self.height))
        return self.name or f"[{', '.join(rows)}]"

    def enlarged(self, factor: int) -> Shape:
        """Return the shape with every cell replaced by a square of `factor` by `factor` cells."""
        steps = range(factor)
        cells = (
            (row * factor + down, column * factor + right) for row, column in self.cells for down in steps for right in steps
        )
        return shape_of(cells, self.name)

    def orientations(self, *, rotate: bool, reflect: bool) -> Iterator[tuple[Shape, int, bool]]:
        """Yield each distinct orientation once, with its quarter turns clockwise and whether it is mirrored.

        As it is comes first, then turned; then mirrored left to right, and then turned.
        """
        seen = set()
        for mirrored in (False, True) if reflect else (False,):
            cells: list[Position] = [(row, -column if mirrored else column) for row, column in self.cells]
            for turn in range(4 if rotate else 1):
                look = shape_of(cells, self.name)
                if look not in seen:
                    seen.add(look)
                    yield look, turn, mirrored
                cells = [(column, -row) for row, column in cells]

    def canonical(self, *, rotate: bool = True, reflect: bool = True) -> Shape:
        """Return the smallest orientation: shapes are equal up to rotation and reflection exactly if these are equal."""
        return min((look for look, _, _ in self.orientations(rotate=rotate, reflect=reflect)), key=lambda look: look.cells)


def shape_of(cells: Iterable[Position], name: str = "") -> Shape:
    """Return the shape of cells: moved to the top left, each cell once. There must be at least one cell."""
    found = set(cells)
    top, left = min(row for row, _ in found), min(column for _, column in found)
    return Shape(tuple(sorted((row - top, column - left) for row, column in found)), name)


@functools.cache
def polyominoes(size: int) -> tuple[Shape, ...]:
    """Return all free polyominoes of a size: named by the usual letters up to five cells, else numbered by their cells.

    >>> [str(shape) for shape in polyominoes(4)], len(polyominoes(6))
    (['I', 'L', 'O', 'S', 'T'], 35)
    """
    if size in _DRAWN:
        return tuple(drawn(text.split(), name).canonical() for name, text in _DRAWN[size].items())
    found = {
        shape_of([*smaller.cells, beside]).canonical()
        for smaller in polyominoes(size - 1)
        for row, column in smaller.cells
        for beside in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        if beside not in smaller.cells
    }
    ordered = sorted(found, key=lambda shape: shape.cells)
    return tuple(Shape(shape.cells, str(number)) for number, shape in enumerate(ordered, 1))


def drawn(rows: Iterable[str], name: str = "") -> Shape:
    """Return the shape of the `#` in rows of signs."""
    return shape_of(((at, column) for at, row in enumerate(rows) for column, sign in enumerate(row) if sign == "#"), name)
