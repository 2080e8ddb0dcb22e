"""Shapes: cells without a place on a board. How they are turned, mirrored and enlarged, and all polyominoes of a size."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from ..records import dataclass, field, replace
from ..syntax.diagnostics import Code, Fault
from ..values import describe
from .tiling import Position, Tiling

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
    """Positions of a tiling, from row 0 and number 0, in reading order. Two shapes are equal if their cells are, in the same
    orientation.

    `picture`: what it was read from, which can mean hexagons as well as squares.

    >>> str(shape_of([(2, 3), (1, 3), (2, 4)]))
    '[#-, ##]'
    """

    cells: tuple[Position, ...]
    name: str = field(default="", compare=False)
    tiling: Tiling = Tiling.SQUARES
    picture: str = field(default="", compare=False)

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
        """Return the number of columns; of hexagons, how many cells wide it is, rounded up."""
        signs = len(self.tiling.draw(self.cells)[0])
        return signs if self.tiling is Tiling.SQUARES else (signs + 2) // 2

    def __str__(self) -> str:
        return self.name or f"[{', '.join(self.tiling.draw(self.cells))}]"

    def on(self, tiling: Tiling) -> Shape:
        """Return the shape for boards of a tiling: its picture is read so. Raise `Fault` if it is made of other cells."""
        if tiling is self.tiling:
            return self
        if self.picture:
            return replace(_read(self.picture, tiling), name=self.name)
        raise wrong_tiling(self.tiling, tiling)

    def enlarge(self, factor: int) -> Shape:
        """Return the shape with every cell replaced by a square of `factor` by `factor` cells; of hexagons only by one."""
        if factor == 1:
            return self
        steps = range(factor)
        cells = (
            (row * factor + down, column * factor + right) for row, column in self.cells for down in steps for right in steps
        )
        return shape_of(cells, self.name)

    def orientations(self, *, rotate: bool, reflect: bool) -> Iterator[tuple[Shape, int, bool]]:
        """Yield each distinct orientation once, with its turns clockwise and whether it is mirrored.

        As it is comes first, then turned; then mirrored left to right, and then turned.
        """
        seen = set()
        for image, turn, mirrored in self.tiling.images(self.cells, rotate=rotate, reflect=reflect):
            look = shape_of(image, self.name, self.tiling)
            if look not in seen:
                seen.add(look)
                yield look, turn, mirrored

    def canonical(self, *, rotate: bool = True, reflect: bool = True) -> Shape:
        """Return the smallest orientation: shapes are equal up to rotation and reflection exactly if these are equal."""
        if not rotate and not reflect:
            return self
        return min((look for look, _, _ in self.orientations(rotate=rotate, reflect=reflect)), key=lambda look: look.cells)


def shape_of(cells: Iterable[Position], name: str = "", tiling: Tiling = Tiling.SQUARES) -> Shape:
    """Return the shape of cells: moved to row 0 and number 0, each cell once. There must be at least one cell."""
    members = set(cells)
    top, left = min(row for row, _ in members), min(at for _, at in members)
    return Shape(tuple(sorted((row - top, at - left) for row, at in members)), name, tiling)


@functools.cache
def polyominoes(size: int) -> tuple[Shape, ...]:
    """Return all free polyominoes of a size: named by the usual letters up to five cells, else numbered by their cells.

    >>> [str(shape) for shape in polyominoes(4)], len(polyominoes(6))
    (['I', 'L', 'O', 'S', 'T'], 35)
    """
    if size in _DRAWN:
        return tuple(shape_of_rows(text.split(), name).canonical() for name, text in _DRAWN[size].items())
    return _larger_shapes(polyominoes(size - 1))


@functools.cache
def polyhexes(size: int) -> tuple[Shape, ...]:
    """Return all free polyhexes of a size, numbered by their cells.

    >>> [len(polyhexes(size)) for size in range(1, 6)]
    [1, 1, 3, 7, 22]
    """
    return _larger_shapes(polyhexes(size - 1)) if size > 1 else (Shape(((0, 0),), "1", Tiling.HEXAGONS),)


def _larger_shapes(smaller: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return all shapes of one cell more, by their cells, and numbered."""
    grown = {
        shape_of([*shape.cells, (row + down, at + right)], tiling=shape.tiling).canonical()
        for shape in smaller
        for row, at in shape.cells
        for down, right in shape.tiling.steps
        if (row + down, at + right) not in shape.cells
    }
    ordered = sorted(grown, key=lambda shape: shape.cells)
    return tuple(replace(shape, name=str(number)) for number, shape in enumerate(ordered, 1))


def shape_of_rows(rows: Iterable[str], name: str = "") -> Shape:
    """Return the shape of the `#` in rows of signs, a sign for each square."""
    return shape_of(((at, column) for at, row in enumerate(rows) for column, sign in enumerate(row) if sign == "#"), name)


def shape_of_text(text: str) -> Shape:
    """Return the shape in a picture: `#` is a cell, `-` is not; rows are lines, or separated by `/`.

    It is one of squares, if it can be, and remembers the picture. Raise `Fault` if it is no picture.

    >>> shape_of_text("# #/-#").cells, shape_of_text("# # / #").tiling.value
    (((0, 0), (0, 1), (1, 1)), 'hexagons')
    """
    try:
        shape = _read(text, Tiling.SQUARES)
    except _Uneven as uneven:
        try:
            shape = _read(text, Tiling.HEXAGONS)
        except Fault:
            raise uneven from None
    return replace(shape, picture=text)


def wrong_tiling(tiling: Tiling, wanted: Tiling) -> Fault:
    """Return the fault of a shape that is made of other cells than the board, or than another shape."""
    return Fault(
        Code.WRONG_KIND,
        f"this shape is made of {tiling.value}, but the board has {wanted.value}",
        "write cells of this board, a picture, or `polyominoes(n)`; on a board of hexagons `polyhexes(n)`",
    )


class _Uneven(Fault):
    """Rows of a picture of squares that are not equally long."""


def _read(text: str, tiling: Tiling) -> Shape:
    rows = [row.rstrip().replace(".", "-") for row in text.replace("/", "\n").rstrip().split("\n")]
    rows = rows[next((at for at, row in enumerate(rows) if row), 0) :]
    odd = next((sign for row in rows for sign in row if sign not in "#- "), None)
    if odd is not None or not any("#" in row for row in rows):
        message = "the picture of this shape has no cells" if odd is None else f"the picture of a shape cannot contain `{odd}`"
        legend = "write `#` for a cell of the shape and `-` for other cells; separate rows by line breaks or by `/`"
        raise Fault(Code.WRONG_ARGUMENTS, f"{message} ({describe(text)})", legend)
    return _of_squares(rows, text) if tiling is Tiling.SQUARES else _of_hexagons(rows, text)


def _of_squares(rows: Sequence[str], text: str) -> Shape:
    rows = [row.replace(" ", "") for row in rows]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise _Uneven(
                Code.WRONG_SIZE,
                f"row {number} of the picture of a shape has width {len(row)}, but row 1 has width {len(rows[0])}"
                f" ({describe(text)})",
                "write `-` where the shape has no cell",
            )
    return shape_of_rows(rows)


def _of_hexagons(rows: Sequence[str], text: str) -> Shape:
    """Return the shape of cells that are two signs apart, in rows that begin an odd number of signs further right or left."""
    signs = [(row, at) for row, line in enumerate(rows) for at, sign in enumerate(line) if sign != " "]
    parity = sum(signs[0]) % 2
    wrong = next((row for row, at in signs if (row + at) % 2 != parity), None)
    if wrong is not None:
        raise Fault(
            Code.WRONG_SIZE,
            f"row {wrong + 1} of the picture of a shape does not fit hexagons ({describe(text)})",
            "leave a space between the cells of a row, and begin each row one space further right or left than the row before it",
        )
    cells = ((row, (at - row - parity) // 2) for row, at in signs if rows[row][at] == "#")
    return shape_of(cells, tiling=Tiling.HEXAGONS)
